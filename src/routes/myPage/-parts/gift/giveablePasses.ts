import { isClaimed } from '#contract/rules/passState.ts'
import type { ShownPass } from '#data/myPass.ts'

/** Returns the passes that can be given: mobile, unused, in no gift and no refund request. */
export const giveablePasses = (passes: readonly ShownPass[]): ShownPass[] =>
  passes.filter((pass) => pass.medium === 'mobile' && pass.state === 'unused' && !isClaimed(pass))
