/** Returns the instant, ms UTC, at which a day begins in Korea, from `2026-07-01`; NaN for another text or no such day. */
export const koreanDayStart = (date: string): number => Date.parse(`${date}T00:00:00+09:00`)
