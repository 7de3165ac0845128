/**
 * Returns the instant, ms UTC, at which a day such as `2026-07-01` begins in Korea; NaN for a text of another form, and
 * for a date that does not exist.
 */
export const koreanDayStart = (date: string): number => Date.parse(`${date}T00:00:00+09:00`)
