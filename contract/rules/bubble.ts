import type { Attraction } from '../calls/attraction.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { endOf, entrySpan } from './openHours.ts'
import { hasKnownHours } from './stillOpen.ts'

/**
 * Bubbles of the map are tiers of availability (spec 4.57): `closed` nothing is available now, `step1` little, `step2`
 * enough. An attraction has no stock, so its tier is the time in which visitors can still enter.
 */
export const BUBBLES = ['step2', 'step1', 'closed'] as const
export type Bubble = (typeof BUBBLES)[number]

/** Below this time until the last entry or the closing time little is available. */
const LITTLE_MS = HOUR_MS

/** Returns the tier of a place at `now` (ms UTC); null where its opening hours are not known. */
export const bubbleOf = (place: Pick<Attraction, 'hours' | 'dayOff' | 'lastEntry'>, now: number): Bubble | null => {
  if (!hasKnownHours(place)) return null
  const span = entrySpan(place, now)
  if (!span) return 'closed'
  if (place.hours.always) return 'step2'
  const { until, by } = endOf(place, span)
  // The minute of the last entry is included, the closing time is not.
  const remainingMs = until + (by === 'last_entry' ? MINUTE_MS : 0) - now
  return remainingMs <= LITTLE_MS ? 'step1' : 'step2'
}
