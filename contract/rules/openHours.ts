import type { Day } from '../codes.ts'
import type { Attraction } from '../calls/attraction.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { koreanFields, koreanMidnight, koreanWeekday } from './koreanCalendar.ts'

/** Opening hours of attractions. */

type Place = Pick<Attraction, 'hours' | 'dayOff'>
/** Time during which a place is open: `[from, until)`, ms UTC. */
export interface OpenSpan {
  from: number
  until: number
}

const MORNING_HOUR = 9

/** Returns the next 09:00 in Korea after `now`, ms UTC. */
export const nextMorning = (now: number): number => {
  const morning = koreanMidnight(now) + MORNING_HOUR * HOUR_MS
  return morning > now ? morning : morning + DAY_MS
}

const FIRST_THIRD: Record<string, Day> = { firstThirdMon: 'mon', firstThirdTue: 'tue' }

/** Days off that the weekday table cannot express: the first and third Monday or Tuesday of a month. */
const isOff = (place: Place, midnight: number): boolean => {
  if (FIRST_THIRD[place.dayOff.code] !== koreanWeekday(midnight)) return false
  const nth = Math.ceil(koreanFields(midnight).getUTCDate() / 7)
  return nth === 1 || nth === 3
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Returns the spans that begin on the Korean day of `at`; one that closes at or before it opens runs past midnight. */
export const spansOf = (place: Place, at: number): OpenSpan[] => {
  const midnight = koreanMidnight(at)
  if (isOff(place, midnight)) return []
  if (place.hours.always) return [{ from: midnight, until: midnight + DAY_MS }]
  return place.hours[koreanWeekday(at)].map(([open, close]) => {
    const from = midnight + minutes(open) * MINUTE_MS
    const until = midnight + minutes(close) * MINUTE_MS
    return { from, until: until > from ? until : until + DAY_MS }
  })
}

/** Returns the span that contains `at`, also one that began on the day before; null when closed. */
export const openSpan = (place: Place, at: number): OpenSpan | null =>
  [...spansOf(place, at - DAY_MS), ...spansOf(place, at)].find(({ from, until }) => from <= at && at < until) ?? null

/**
 * Returns the last instant to enter in a span, and what limits it: the place’s last entry or its closing time. A last
 * entry after the span's end is ignored.
 */
export const endOf = (
  { lastEntry }: Pick<Attraction, 'lastEntry'>,
  span: OpenSpan,
): { until: number; by: 'last_entry' | 'closing' } => {
  if (lastEntry !== null) {
    const evening = koreanMidnight(span.from) + minutes(lastEntry) * MINUTE_MS
    const until = evening < span.from ? evening + DAY_MS : evening
    if (until < span.until) return { until, by: 'last_entry' }
  }
  return { until: span.until, by: 'closing' }
}

/**
 * Returns the span in which visitors can enter at `at`; null when closed or after the last entry. A last entry at 20:30
 * includes that minute; a place that is always open has none.
 */
export const entrySpan = (place: Place & Pick<Attraction, 'lastEntry'>, at: number): OpenSpan | null => {
  const span = openSpan(place, at)
  if (!span || place.hours.always) return span
  const { until, by } = endOf(place, span)
  return by === 'closing' || at < until + MINUTE_MS ? span : null
}

/** Returns the next span that begins after `at`, up to seven days ahead; null when there is none. */
export const nextSpan = (place: Place, at: number): OpenSpan | null => {
  for (let day = 0; day <= 7; day += 1) {
    const span = spansOf(place, at + day * DAY_MS).find(({ from }) => from > at)
    if (span) return span
  }
  return null
}
