export interface CalendarEvent {
  uid: string
  /** ms UTC. */
  startsAt: number
  endsAt: number
  title: string
  place: string
  url: string
}

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
/** Escapes characters that have a meaning in a calendar file (RFC 5545, 3.3.11). */
const escape = (text: string): string => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')

/** Returns a calendar file (iCalendar) with one event; `now` in ms UTC. */
export const calendarEvent = ({ uid, startsAt, endsAt, title, place, url }: CalendarEvent, now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harbor Pass//EN',
    'BEGIN:VEVENT',
    `UID:${uid}-${stamp(startsAt)}@harbor-pass`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escape(title)}`,
    `LOCATION:${escape(place)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
