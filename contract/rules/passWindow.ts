import { VALID_YEARS } from '../limits.ts'
import { HOUR_MS } from '../time.ts'
import { fromKoreanFields, koreanFields } from './koreanCalendar.ts'

/** Returns when a pass can no longer be started, ms UTC: `VALID_YEARS` after the purchase by the Korean calendar. */
export const validUntil = (purchasedAt: number): number => {
  const korean = koreanFields(purchasedAt)
  korean.setUTCFullYear(korean.getUTCFullYear() + VALID_YEARS)
  return fromKoreanFields(korean)
}

/** Returns the exclusive end of the window, ms UTC: elapsed time, independent of the calendar. */
export const windowEnd = (start: number, windowHours: number): number => start + windowHours * HOUR_MS
/** Returns whether `at` is in the window `[start, end)`. */
export const inWindow = (start: number, windowHours: number, at: number): boolean =>
  at >= start && at < windowEnd(start, windowHours)

/** Returns whether a first entry at `at` may start the window; `until` is the pass’s `validUntil`. */
export const mayStart = (until: number, at: number): boolean => at < until
