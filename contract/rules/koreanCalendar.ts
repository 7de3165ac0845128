import { DAYS, type Day } from '../codes.ts'
import { DAY_MS, KST_OFFSET_MS } from '../time.ts'

/**
 * Dates and times of day in Korea. Instants are ms UTC, dates are texts such as `2026-07-01`. Korea is at UTC+9 all year,
 * so Korean time is arithmetic and needs no zone data.
 */

/** Returns a Date whose UTC fields are the date and time in Korea at an instant. */
export const koreanFields = (at: number): Date => new Date(at + KST_OFFSET_MS)

/** Returns the instant of a Date whose UTC fields are a date and time in Korea. */
export const fromKoreanFields = (korean: Date): number => korean.getTime() - KST_OFFSET_MS

/** Returns the date and time in Korea at an instant, such as `2026-07-01T18:30:00`. */
export const koreanDateTime = (at: number): string => koreanFields(at).toISOString().slice(0, 19)

/** Returns the date in Korea at an instant. */
export const koreanDate = (at: number): string => koreanDateTime(at).slice(0, 10)

/** Returns the time of day in Korea at an instant, such as `18:30`. */
export const koreanTime = (at: number): string => koreanDateTime(at).slice(11, 16)

/** Returns the weekday in Korea at an instant. */
export const koreanWeekday = (at: number): Day => DAYS[(koreanFields(at).getUTCDay() + 6) % 7] ?? 'mon'

/** Returns the number of the Korean day at an instant; the day after it has the next number. */
export const koreanDayNumber = (at: number): number => Math.floor((at + KST_OFFSET_MS) / DAY_MS)

/** Returns the instant at which the Korean day of `at` began. */
export const koreanMidnight = (at: number): number => koreanDayNumber(at) * DAY_MS - KST_OFFSET_MS

/** Returns the instant at which a date begins in Korea; NaN for another text, and for a date that does not exist. */
export const koreanDayStart = (date: string): number => {
  const at = Date.parse(`${date}T00:00:00+09:00`)
  // V8 reads 30 February as 2 March.
  return Number.isNaN(at) || koreanDate(at) !== date ? NaN : at
}

/** Returns the date that is `days` after another one. */
export const addDays = (date: string, days: number): string => koreanDate(koreanDayStart(date) + days * DAY_MS)
