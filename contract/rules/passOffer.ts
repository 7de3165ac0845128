import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'
import type { Group, PassType } from '../codes.ts'
import { groupFor, reasonAgainstEntry } from './allowance.ts'
import { byUse } from './passOrder.ts'
import { isClaimed, isLive, stateAt, type Claims } from './passState.ts'

type HeldPass = Pick<
  MyPass,
  'passType' | 'state' | 'purchasedAt' | 'expiresAt' | 'validUntil' | 'admissions' | 'allowance' | 'groups'
> &
  Claims
type Place = Pick<Attraction, 'gdsUid' | 'passGroup'>

/** What a member's passes offer at one place. */
export type PassOffer =
  /** A pass can enter. `entriesLeft`: its entries left in the place's group, null for a 24H or 48H. */
  | { kind: 'free'; passType: PassType; group: Group; entriesLeft: number | null }
  /** No pass can enter, and at least one has been used here. `at`: the latest entry, ms UTC. */
  | { kind: 'visited'; at: number }
  /** No pass has an entry of this group left. `total`: how many the pass included. */
  | { kind: 'spent'; group: Group; total: number }
  /** The place takes passes, but is not in the group list by which any of these counts: that of its first entry. */
  | { kind: 'notIncluded'; passType: PassType }

/**
 * Returns the best offer of `passes` at `place` at `now`, ms UTC (`isTimeReliable`: see `stateAt`). Null: no live pass, or
 * a place that takes no passes. Passes in a gift or a refund request do not count.
 */
export const passOffer = (
  passes: readonly HeldPass[],
  place: Place,
  now: number,
  isTimeReliable: boolean,
): PassOffer | null => {
  const { gdsUid, passGroup } = place
  const live = passes.filter((pass) => !isClaimed(pass) && isLive(stateAt(pass, now, isTimeReliable))).toSorted(byUse)
  const answers = live.flatMap((pass) => {
    const group = groupFor(pass.passType, pass.groups, { gdsUid, group: passGroup })
    if (group === null) return []
    return [{ pass, group, reason: reasonAgainstEntry(pass.passType, pass.admissions, { gdsUid, group }) }]
  })
  const free = answers.find(({ reason }) => reason === null)
  if (free) {
    const { pass, group } = free
    const counted = pass.allowance?.[group]
    return { kind: 'free', passType: pass.passType, group, entriesLeft: counted ? counted.total - counted.used : null }
  }
  const visits = answers.flatMap(({ pass }) => pass.admissions.filter((entry) => entry.gdsUid === gdsUid))
  if (visits.length > 0) return { kind: 'visited', at: Math.max(...visits.map(({ at }) => at)) }
  const spent = answers.find(({ reason }) => reason === 'allowance_spent')
  if (spent) return { kind: 'spent', group: spent.group, total: spent.pass.allowance?.[spent.group].total ?? 1 }
  const [first] = live
  return first && passGroup !== null ? { kind: 'notIncluded', passType: first.passType } : null
}
