import { createHash } from 'node:crypto'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import { addDays } from '#contract/rules/koreanCalendar.ts'
import { fill, type PromotionDoc } from '#server/modules/catalogue/service.ts'

/** A file that is generated from a record, with the same bytes every time. */
export interface Attachment {
  name: string
  type: string
  bytes: Buffer
  etag: string
  /** Address on this server, in the same language. */
  url: string
}

const LINE_OCTETS = 75

/** Escapes a calendar text (RFC 5545, 3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Folds a line to at most 75 octets without splitting a character (RFC 5545, 3.1). */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  for (const sign of line) {
    // A continuation line starts with a space, which counts.
    const room = lines.length === 0 ? LINE_OCTETS : LINE_OCTETS - 1
    if (Buffer.byteLength(current + sign) > room) {
      lines.push(current)
      current = ''
    }
    current += sign
  }
  return [...lines, current].join('\r\n ')
}

const basic = (date: string): string => date.replaceAll('-', '')

/** Returns the period of a promotion as a calendar file in one language (RFC 5545). */
export const calendarFile = (doc: PromotionDoc, locale: Locale, publicUrl: string): Attachment => {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harbor Pass//Promotions//EN',
    'BEGIN:VEVENT',
    `UID:${doc.id}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${basic(doc.startDate)}T000000Z`,
    `DTSTART;VALUE=DATE:${basic(doc.startDate)}`,
    // The end of an all-day event is exclusive.
    `DTEND;VALUE=DATE:${basic(addDays(doc.endDate, 1))}`,
    `SUMMARY:${escaped(doc.title[locale])}`,
    `DESCRIPTION:${escaped(fill(doc.body[locale]))}`,
    `URL:${publicUrl}/promotion/${doc.id}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const bytes = Buffer.from(`${lines.map(folded).join('\r\n')}\r\n`)
  return {
    name: `${doc.id}.ics`,
    type: 'text/calendar; charset=utf-8',
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    url: `/api/v1/stickyArea/promotion/${doc.id}/attachment?language=${LANGUAGE_CODE[locale]}`,
  }
}
