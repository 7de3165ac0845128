import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { inWindow, mayStart, validUntil, windowEnd } from './passWindow.ts'

const start = Date.UTC(2026, 10, 21, 1)

test.each([24, 48, 120, 168])('a window of %d hours includes its start and not its end', (hours) => {
  const end = start + hours * HOUR_MS
  expect(windowEnd(start, hours)).toBe(end)
  expect(inWindow(start, hours, start - 1)).toBe(false)
  expect(inWindow(start, hours, end)).toBe(false)
  expect(inWindow(start, hours, start)).toBe(true)
  expect(inWindow(start, hours, end - 1)).toBe(true)
})

test('a pass must start within five years of its purchase, by the Korean calendar', () => {
  const until = validUntil(start)
  expect(new Date(until).toISOString()).toBe('2031-11-21T01:00:00.000Z')
  expect(mayStart(until, until)).toBe(false)
  expect(mayStart(until, until - 1)).toBe(true)
  // 29 February in Korea, while it is still the 28th in UTC
  expect(new Date(validUntil(Date.UTC(2028, 1, 28, 16))).toISOString()).toBe('2033-02-28T16:00:00.000Z')
})
