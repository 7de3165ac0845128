import { expect, test } from 'vitest'
import { bubbleOf } from './bubble.ts'
import { MINUTE_MS } from '../time.ts'

const NEVER = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const daily = (open: string, close: string) => {
  const day: [string, string][] = [[open, close]]
  return { always: false, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
}
const place = (hours: ReturnType<typeof daily>, lastEntry: string | null = null) => ({
  hours,
  lastEntry,
  dayOff: { code: 'none', text: '' },
})
const at = (clock: string): number => Date.parse(`2026-11-26T${clock}:00+09:00`)

test('a place without opening hours has no tier', () => {
  expect(bubbleOf(place({ always: false, ...NEVER }), at('12:00'))).toBeNull()
})

test.each([
  ['08:59', 'closed'],
  ['09:00', 'step2'],
  ['16:59', 'step2'],
  ['17:00', 'step1'],
  ['17:59', 'step1'],
  ['18:00', 'closed'],
])('a place that is open from 09:00 to 18:00 is at %s %s', (clock, tier) => {
  expect(bubbleOf(place(daily('09:00', '18:00')), at(clock))).toBe(tier)
})

test('the last entry counts before the closing time, and its minute is included', () => {
  const castle = place(daily('09:00', '18:00'), '17:00')
  expect(bubbleOf(castle, at('16:00'))).toBe('step2')
  expect(bubbleOf(castle, at('16:01'))).toBe('step1')
  expect(bubbleOf(castle, at('17:00') + MINUTE_MS - 1)).toBe('step1')
  expect(bubbleOf(castle, at('17:01'))).toBe('closed')
})

test('a place that never closes always has the tier “enough”, and one that closes after midnight until an hour before it closes', () => {
  expect(bubbleOf(place({ ...daily('00:00', '24:00'), always: true }), at('23:59'))).toBe('step2')
  expect(bubbleOf(place(daily('18:00', '02:00')), at('00:30'))).toBe('step2')
  expect(bubbleOf(place(daily('18:00', '02:00')), at('01:30'))).toBe('step1')
})
