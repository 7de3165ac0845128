import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { nextMorning, nextSpan } from '#contract/rules/openHours.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { calendarEvent } from '../../-shared/calendarEvent.ts'

/**
 * Returns a calendar file (iCalendar) with a visit at the next opening, which the visitor can move; for a place that is
 * always open, at the next 09:00 in Korea. `now`: ms UTC.
 */
export const calendarFile = (place: AttractionDetail, now: number, url: string): string => {
  const startsAt = place.hours.always ? nextMorning(now) : (nextSpan(place, now)?.from ?? now)
  const endsAt = startsAt + place.visitMinutes * MINUTE_MS
  return calendarEvent({ uid: place.gdsUid, startsAt, endsAt, title: place.name, place: place.address, url }, now)
}
