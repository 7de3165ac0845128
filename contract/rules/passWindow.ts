import type { PassType } from '../codes.ts'
import { VALID_YEARS } from '../limits.ts'

/** Hours a pass lasts from its first entry (specification 4, 9). The pass itself keeps its own number from its issue. */
export const WINDOW_HOURS: Record<PassType, number> = { '24H': 24, '48H': 48, Big3: 120, Big5: 168 }

const HOUR_MS = 3_600_000
const KST_MS = 9 * HOUR_MS

/** When a pass bought at `purchasedAt` can no longer be started: the same day and time in Korea, `VALID_YEARS` later. */
export const validUntil = (purchasedAt: number): number => {
  const korean = new Date(purchasedAt + KST_MS)
  korean.setUTCFullYear(korean.getUTCFullYear() + VALID_YEARS)
  return korean.getTime() - KST_MS
}

/** The window `[start, end)`: elapsed time, no calendar in it. */
export const windowEnd = (start: number, windowHours: number): number => start + windowHours * HOUR_MS
export const inWindow = (start: number, windowHours: number, at: number): boolean =>
  at >= start && at < windowEnd(start, windowHours)

/** May a first entry at `at` start the window? */
export const mayStart = (until: number, at: number): boolean => at < until
