import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { nextSpan } from '#contract/rules/openHours.ts'
import { MINUTE_MS } from '#contract/time.ts'

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
/** Escapes characters that have a meaning in a calendar file (RFC 5545, 3.3.11). */
const escape = (text: string): string => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')

/** Returns a calendar file (iCalendar) with a visit at the next opening, which the visitor can move. `now`: ms UTC. */
export const calendarFile = (place: AttractionDetail, now: number, url: string): string => {
  const start = nextSpan(place, now)?.from ?? now
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harbor Pass//EN',
    'BEGIN:VEVENT',
    `UID:${place.gdsUid}-${stamp(start)}@harbor-pass`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + place.visitMinutes * MINUTE_MS)}`,
    `SUMMARY:${escape(place.name)}`,
    `LOCATION:${escape(place.address)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
