/** The three times of day that a scene is drawn for. */
export const HOURS = ['day', 'evening', 'night'] as const
export type Hour = (typeof HOURS)[number]

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Minutes; Korea has UTC+9 all year. */
const KOREA_OFFSET_MINUTES = 9 * 60

/** Returns the time of day in Busan at an instant (ms UTC): day 06:00–17:00, evening to 19:30, night to 06:00. */
export const hourOf = (ms: number): Hour => {
  const minute = (((Math.floor(ms / MINUTE_MS) + KOREA_OFFSET_MINUTES) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  if (minute < 6 * 60 || minute >= 19 * 60 + 30) return 'night'
  return minute < 17 * 60 ? 'day' : 'evening'
}
