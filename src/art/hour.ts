import { koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import { MINUTE_MS } from '#contract/time.ts'

/** The three times of day that a scene is drawn for. */
export const HOURS = ['day', 'evening', 'night'] as const
export type Hour = (typeof HOURS)[number]

/** Returns the time of day in Busan at an instant (ms UTC): day 06:00–17:00, evening to 19:30, night to 06:00. */
export const hourOf = (ms: number): Hour => {
  const minute = (ms - koreanMidnight(ms)) / MINUTE_MS
  if (minute < 6 * 60 || minute >= 19 * 60 + 30) return 'night'
  return minute < 17 * 60 ? 'day' : 'evening'
}
