import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'
import { DAYS, type Group } from '../codes.ts'
import { groupFor, mayEnter } from './allowance.ts'
import { koreanMidnight, nextSpan, openSpan, type OpenSpan } from './openHours.ts'

/** “What can I still enter with this pass now?” Instants are ms UTC, the clock is Korean. */

type Place = Pick<Attraction, 'gdsUid' | 'passGroup' | 'hours' | 'dayOff' | 'lastEntry'>
type Held = Pick<MyPass, 'passType' | 'expiresAt' | 'admissions' | 'groups'>

/** What ends the time to enter: the place’s last entry, its closing, or the pass itself. */
export type Limit = 'last_entry' | 'closing' | 'pass'

export type StillOpen =
  /** `until`: the last instant to enter; null: open day and night, and the pass has not begun. */
  | { kind: 'now'; until: number | null; by: Limit }
  /** Nobody told us the hours. */
  | { kind: 'unknown' }
  /** Closed now; it opens again within a week, while the pass runs. */
  | { kind: 'later'; from: number }
  /** It does not open again while the pass runs, or within a week. */
  | { kind: 'closed' }
  | { kind: 'used_here'; at: number }
  | { kind: 'spent'; group: Group }

const MINUTE_MS = 60_000

/** A place that is never open has hours that we do not know. */
export const hoursKnown = ({ hours }: Pick<Place, 'hours'>): boolean =>
  hours.always || DAYS.some((day) => hours[day].length > 0)

/** When one can enter for the last time within a span, and why then. A last entry outside the span is of another one. */
const endOf = ({ lastEntry }: Place, span: OpenSpan): { until: number; by: Limit } => {
  if (lastEntry !== null) {
    const [hour = 0, minute = 0] = lastEntry.split(':').map(Number)
    const evening = koreanMidnight(span.from) + (hour * 60 + minute) * MINUTE_MS
    const until = evening < span.from ? evening + 24 * 60 * MINUTE_MS : evening
    if (until < span.until) return { until, by: 'last_entry' }
  }
  return { until: span.until, by: 'closing' }
}

/**
 * May `place` be entered with `pass` at `now`, and until when? Only for a pass that is alive. Null: the pass is not taken
 * there at all. A last entry at 20:30 is in time at 20:30; closing and the pass’s end are half-open.
 */
export const stillOpen = (pass: Held, place: Place, now: number): StillOpen | null => {
  const { gdsUid, passGroup } = place
  const entry = { gdsUid, group: groupFor(pass.passType, pass.groups, { gdsUid, group: passGroup }) }
  const answer = mayEnter(pass.passType, pass.admissions, entry)
  if (answer === 'not_valid_here' || entry.group === null) return null
  if (answer === 'used_here')
    return { kind: 'used_here', at: pass.admissions.find(({ gdsUid }) => gdsUid === place.gdsUid)?.at ?? now }
  if (answer === 'allowance_spent') return { kind: 'spent', group: entry.group }
  if (!hoursKnown(place)) return { kind: 'unknown' }

  const ends = pass.expiresAt ?? Number.POSITIVE_INFINITY
  const span = openSpan(place, now)
  if (span && place.hours.always)
    return { kind: 'now', until: pass.expiresAt, by: pass.expiresAt === null ? 'closing' : 'pass' }
  if (span) {
    const end = endOf(place, span)
    if (end.by === 'closing' || now < end.until + MINUTE_MS)
      return ends < end.until ? { kind: 'now', until: ends, by: 'pass' } : { kind: 'now', ...end }
  }
  const next = nextSpan(place, now)
  return next && next.from < ends ? { kind: 'later', from: next.from } : { kind: 'closed' }
}
