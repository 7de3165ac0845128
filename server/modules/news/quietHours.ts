import { OFFERS_FROM_HOUR, OFFERS_UNTIL_HOUR } from '#contract/limits.ts'
import { koreanMidnight } from '#contract/rules/koreanCalendar.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'

/** Hours in Korea in which no offer is pushed: Network Act Art. 50(3), decision 0354. */

/** Returns when offers may be pushed again; null when they may be pushed at `now` (ms UTC). */
export const quietUntil = (now: number): number | null => {
  const midnight = koreanMidnight(now)
  const opensAt = midnight + OFFERS_FROM_HOUR * HOUR_MS
  if (now < opensAt) return opensAt
  return now >= midnight + OFFERS_UNTIL_HOUR * HOUR_MS ? opensAt + DAY_MS : null
}

/** Returns the next instant from which no offer is pushed; a push must not arrive after it. */
export const quietFrom = (now: number): number => {
  const closesAt = koreanMidnight(now) + OFFERS_UNTIL_HOUR * HOUR_MS
  return closesAt > now ? closesAt : closesAt + DAY_MS
}
