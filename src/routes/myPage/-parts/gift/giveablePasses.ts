import { isClaimed, stateAt } from '#contract/rules/passState.ts'
import { isUsed } from '#contract/rules/refund.ts'
import type { ExchangeCard } from '#data/cards.ts'
import type { ShownPass } from '#data/myPass.ts'

const isGiveable = (pass: ShownPass, now: number, isTimeReliable: boolean): boolean =>
  stateAt(pass, now, isTimeReliable) === 'unused' && !isUsed(pass) && !isClaimed(pass)

/**
 * Returns the passes that can be given: mobile, unused, in no gift and no refund request. `now` in ms UTC,
 * server-corrected; `isTimeReliable`: see `stateAt`.
 */
export const giveablePasses = (passes: readonly ShownPass[], now: number, isTimeReliable: boolean): ShownPass[] =>
  passes.filter((pass) => pass.medium === 'mobile' && isGiveable(pass, now, isTimeReliable))

/** Returns the card passes that can be given: as `giveablePasses`, and their card is still to be collected. */
export const giveableCards = (
  passes: readonly ShownPass[],
  cards: readonly ExchangeCard[],
  now: number,
  isTimeReliable: boolean,
): ShownPass[] => {
  const waiting = new Set(cards.filter(({ state }) => state === 'waiting').map(({ passUid }) => passUid))
  return passes.filter((pass) => waiting.has(pass.passUid) && isGiveable(pass, now, isTimeReliable))
}
