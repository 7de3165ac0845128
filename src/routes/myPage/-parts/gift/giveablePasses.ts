import { isClaimed, stateAt } from '#contract/rules/passState.ts'
import { isUsed } from '#contract/rules/refund.ts'
import type { ShownPass } from '#data/myPass.ts'

/**
 * Returns the passes that can be given: mobile, unused, in no gift and no refund request. `now` in ms UTC,
 * server-corrected; `isTimeReliable`: see `stateAt`.
 */
export const giveablePasses = (passes: readonly ShownPass[], now: number, isTimeReliable: boolean): ShownPass[] =>
  passes.filter(
    (pass) =>
      pass.medium === 'mobile' && stateAt(pass, now, isTimeReliable) === 'unused' && !isUsed(pass) && !isClaimed(pass),
  )
