import { expect, test } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { calendarFile } from './calendarFile.ts'

const mondays = { always: false, mon: [['09:00', '18:00']], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const place = {
  gdsUid: 'sky',
  name: 'Sky, sea; town',
  address: '30, Dalmaji-gil',
  visitMinutes: 70,
  hours: mondays,
  dayOff: { code: 'none', text: '' },
} as unknown as AttractionDetail

test('the event of the calendar file is at the next opening, in UTC, with escaped commas', () => {
  // It is Saturday in Busan; the next opening is Monday 09:00 there, midnight UTC.
  const note = calendarFile(place, Date.parse('2026-11-21T03:00:00Z'), 'https://pass.example/attractions/sky')
  expect(note).toContain('DTSTART:20261123T000000Z\r\nDTEND:20261123T011000Z\r\n')
  expect(note).toContain('SUMMARY:Sky\\, sea\\; town\r\n')
  expect(note).toContain('LOCATION:30\\, Dalmaji-gil\r\n')
  expect(note.startsWith('BEGIN:VCALENDAR\r\n') && note.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('the visit of a place that is always open is at nine o’clock of the next morning', () => {
  const beach = { ...place, hours: { ...place.hours, always: true } }
  // Noon in Busan; 09:00 of the day after is midnight UTC.
  const note = calendarFile(beach, Date.parse('2026-11-21T03:00:00Z'), 'https://pass.example/attractions/sky')
  expect(note).toContain('DTSTART:20261122T000000Z\r\nDTEND:20261122T011000Z\r\n')
})
