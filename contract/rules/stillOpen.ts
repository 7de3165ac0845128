import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'
import { DAYS, type Group } from '../codes.ts'
import { groupFor, reasonAgainstEntry } from './allowance.ts'
import { endOf, entrySpan, nextSpan } from './openHours.ts'

/** “What can I still enter with this pass now?” Instants are ms UTC, the clock is Korean. */

type Place = Pick<Attraction, 'gdsUid' | 'passGroup' | 'hours' | 'dayOff' | 'lastEntry'>
type HeldPass = Pick<MyPass, 'passType' | 'expiresAt' | 'admissions' | 'groups'>

/** What limits the time to enter: the place’s last entry, its closing time, or the end of the pass. */
export type Limit = 'last_entry' | 'closing' | 'pass'

export type StillOpen =
  /** `until`: the last instant to enter; null: always open, and the pass has not been started. */
  | { kind: 'now'; until: number | null; by: Limit }
  /** The opening hours are not known. */
  | { kind: 'unknown' }
  /** Closed now; opens at `from`, within a week and before the pass ends. */
  | { kind: 'later'; from: number }
  /** Does not open again within a week and before the pass ends. */
  | { kind: 'closed' }
  | { kind: 'used_here'; at: number }
  | { kind: 'spent'; group: Group }

/** Returns whether the opening hours are known: a place without any opening hours has unknown ones. */
export const hasKnownHours = ({ hours }: Pick<Place, 'hours'>): boolean =>
  hours.always || DAYS.some((day) => hours[day].length > 0)

/**
 * Returns whether a live `pass` can enter `place` at `now`, and until when; null when the place does not take it. A
 * last entry at 20:30 includes that minute; closing time and the pass’s end are exclusive.
 */
export const stillOpen = (pass: HeldPass, place: Place, now: number): StillOpen | null => {
  const { gdsUid, passGroup } = place
  const entry = { gdsUid, group: groupFor(pass.passType, pass.groups, { gdsUid, group: passGroup }) }
  const reason = reasonAgainstEntry(pass.passType, pass.admissions, entry)
  if (reason === 'not_valid_here' || entry.group === null) return null
  if (reason === 'used_here')
    return { kind: 'used_here', at: pass.admissions.find(({ gdsUid }) => gdsUid === place.gdsUid)?.at ?? now }
  if (reason === 'allowance_spent') return { kind: 'spent', group: entry.group }
  if (!hasKnownHours(place)) return { kind: 'unknown' }

  const ends = pass.expiresAt ?? Number.POSITIVE_INFINITY
  const span = entrySpan(place, now)
  if (span && place.hours.always)
    return { kind: 'now', until: pass.expiresAt, by: pass.expiresAt === null ? 'closing' : 'pass' }
  if (span) {
    const end = endOf(place, span)
    return ends < end.until ? { kind: 'now', until: ends, by: 'pass' } : { kind: 'now', ...end }
  }
  const next = nextSpan(place, now)
  return next && next.from < ends ? { kind: 'later', from: next.from } : { kind: 'closed' }
}
