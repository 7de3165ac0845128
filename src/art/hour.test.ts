import { expect, test } from 'vitest'
import { hourOf } from './hour.ts'

const at = (utc: string): number => Date.parse(utc)

test.each([
  ['05:59:59 in Busan', '2026-11-20T20:59:59.999Z', 'night'],
  ['06:00', '2026-11-20T21:00:00Z', 'day'],
  ['16:59:59', '2026-11-21T07:59:59.999Z', 'day'],
  ['17:00', '2026-11-21T08:00:00Z', 'evening'],
  ['19:29:59', '2026-11-21T10:29:59.999Z', 'evening'],
  ['19:30', '2026-11-21T10:30:00Z', 'night'],
  ['midnight', '2026-11-20T15:00:00Z', 'night'],
  ['noon, before 1970', '1969-12-31T03:00:00Z', 'day'],
])('%s', (_, utc, hour) => {
  expect(hourOf(at(utc))).toBe(hour)
})
