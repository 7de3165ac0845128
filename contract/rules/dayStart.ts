import { KST_OFFSET_MS } from '../time.ts'

/**
 * Returns the instant, ms UTC, at which a day such as `2026-07-01` begins in Korea; NaN for a text of another form, and
 * for a date that does not exist.
 */
export const koreanDayStart = (date: string): number => {
  const at = Date.parse(`${date}T00:00:00+09:00`)
  // V8 reads 30 February as 2 March.
  return Number.isNaN(at) || new Date(at + KST_OFFSET_MS).toISOString().slice(0, 10) !== date ? NaN : at
}
