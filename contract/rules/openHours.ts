import { DAYS, type Day } from '../codes.ts'
import type { Attraction } from '../calls/attraction.ts'

/** When an attraction is open. Busan keeps UTC+9 all year, so Korean time is arithmetic and needs no zone data. */

const KOREA_MS = 9 * 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Place = Pick<Attraction, 'hours' | 'dayOff'>
/** Half-open, ms since 1970. */
export interface OpenSpan {
  from: number
  until: number
}

/** The weekday in Korea at an instant. */
export const koreanDay = (at: number): Day => DAYS[(new Date(at + KOREA_MS).getUTCDay() + 6) % 7] ?? 'mon'

/** The date in Korea at an instant, `2026-07-01`. */
export const koreanDate = (at: number): string => new Date(at + KOREA_MS).toISOString().slice(0, 10)

/** Midnight in Korea that began the day of this instant. */
export const koreanMidnight = (at: number): number => Math.floor((at + KOREA_MS) / DAY_MS) * DAY_MS - KOREA_MS

const FIRST_THIRD: Record<string, Day> = { firstThirdMon: 'mon', firstThirdTue: 'tue' }

/** Days off that the weekday table cannot say: the first and third such day of a month. */
const isOff = (place: Place, midnight: number): boolean => {
  if (FIRST_THIRD[place.dayOff.code] !== koreanDay(midnight)) return false
  const nth = Math.ceil(new Date(midnight + KOREA_MS).getUTCDate() / 7)
  return nth === 1 || nth === 3
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The spans that begin on the Korean day of `at`; one that ends at or before its start runs past midnight. */
export const spansOf = (place: Place, at: number): OpenSpan[] => {
  const midnight = koreanMidnight(at)
  if (isOff(place, midnight)) return []
  if (place.hours.always) return [{ from: midnight, until: midnight + DAY_MS }]
  return place.hours[koreanDay(at)].map(([open, close]) => {
    const from = midnight + minutes(open) * MINUTE_MS
    const until = midnight + minutes(close) * MINUTE_MS
    return { from, until: until > from ? until : until + DAY_MS }
  })
}

/** The span that is open at an instant, also when it began the evening before; null when closed. */
export const openSpan = (place: Place, at: number): OpenSpan | null =>
  [...spansOf(place, at - DAY_MS), ...spansOf(place, at)].find(({ from, until }) => from <= at && at < until) ?? null

/** The next span that begins after an instant within a week; null when there is none. */
export const nextSpan = (place: Place, at: number): OpenSpan | null => {
  for (let day = 0; day <= 7; day += 1) {
    const span = spansOf(place, at + day * DAY_MS).find(({ from }) => from > at)
    if (span) return span
  }
  return null
}
