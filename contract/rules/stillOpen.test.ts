import { expect, test } from 'vitest'
import { DAYS } from '../codes.ts'
import { HOUR_MS } from '../time.ts'
import { stillOpen } from './stillOpen.ts'

/** `clock` on a day of November 2026 in Korea. The 21st is a Saturday. */
const at = (clock: string, day = 21) => Date.parse(`2026-11-${day}T${clock}:00+09:00`)
const hours = (spans: [string, string][], always = false) => ({
  always,
  ...(Object.fromEntries(DAYS.map((day) => [day, spans])) as Record<(typeof DAYS)[number], [string, string][]>),
})
const tower = {
  gdsUid: 'tower',
  passGroup: 'A' as const,
  hours: hours([['10:00', '22:00']]),
  dayOff: { code: 'none', text: '' },
  lastEntry: '21:30',
}
const pass = { passType: '24H' as const, expiresAt: at('23:00'), groups: null, admissions: [] }
const been = (gdsUid: string, group: 'A' | 'B') => ({
  gdsUid,
  group,
  name: gdsUid,
  scene: 'tower' as const,
  at: at('11:00'),
})

test('an open place is open until its last entry, inclusive of that minute', () => {
  expect(stillOpen(pass, tower, at('12:00'))).toEqual({ kind: 'now', until: at('21:30'), by: 'last_entry' })
  expect(stillOpen(pass, tower, at('21:30') + 59_999)).toMatchObject({ kind: 'now' })
  expect(stillOpen(pass, tower, at('21:31'))).toEqual({ kind: 'closed' })
  expect(stillOpen({ ...pass, expiresAt: at('21:00', 22) }, tower, at('21:31'))).toEqual({
    kind: 'later',
    from: at('10:00', 22),
  })
})

test('without a last entry the closing time counts, or the end of the pass if that is earlier', () => {
  expect(stillOpen(pass, { ...tower, lastEntry: null }, at('12:00'))).toEqual({
    kind: 'now',
    until: at('22:00'),
    by: 'closing',
  })
  expect(stillOpen({ ...pass, expiresAt: at('14:10') }, tower, at('12:00'))).toEqual({
    kind: 'now',
    until: at('14:10'),
    by: 'pass',
  })
})

test('a place that is shut now opens `later`, or is `closed` when the pass ends by then', () => {
  expect(stillOpen(pass, tower, at('09:59'))).toEqual({ kind: 'later', from: at('10:00') })
  expect(stillOpen({ ...pass, expiresAt: at('10:00') }, tower, at('09:00'))).toEqual({ kind: 'closed' })
  // Asked on Sunday the 22nd: it opens on Tuesday.
  const shutSunAndMon = { ...tower, hours: { ...tower.hours, sun: [], mon: [] } }
  expect(stillOpen({ ...pass, expiresAt: null }, shutSunAndMon, at('12:00', 22))).toEqual({
    kind: 'later',
    from: at('10:00', 24),
  })
})

test('a monthly day off closes the place although the weekday is open', () => {
  const off = { ...tower, dayOff: { code: 'firstThirdMon', text: '' } }
  const long = { ...pass, expiresAt: null }
  // 16 November 2026 is the third Monday, 23 November the fourth.
  expect(stillOpen(long, off, at('12:00', 16))).toEqual({ kind: 'later', from: at('10:00', 17) })
  expect(stillOpen(long, off, at('12:00', 23))).toMatchObject({ kind: 'now' })
})

test('hours past midnight belong to the evening on which they began', () => {
  const bar = { ...tower, hours: hours([['18:00', '02:00']]), lastEntry: '01:00' }
  const long = { ...pass, expiresAt: at('12:00', 25) }
  expect(stillOpen(long, bar, at('00:30', 22))).toEqual({ kind: 'now', until: at('01:00', 22), by: 'last_entry' })
  expect(stillOpen(long, bar, at('01:30', 22))).toEqual({ kind: 'later', from: at('18:00', 22) })
})

test('a place open day and night is open until the pass ends, without an end for a pass that has not begun', () => {
  const village = { ...tower, hours: hours([['00:00', '24:00']], true), lastEntry: null }
  expect(stillOpen(pass, village, at('03:00'))).toEqual({ kind: 'now', until: pass.expiresAt, by: 'pass' })
  expect(stillOpen({ ...pass, expiresAt: null }, village, at('03:00'))).toMatchObject({ kind: 'now', until: null })
})

test('missing hours are unknown, not closed', () => {
  expect(stillOpen(pass, { ...tower, hours: hours([]) }, at('12:00'))).toEqual({ kind: 'unknown' })
})

test('a pass enters each attraction once, within the allowance', () => {
  const big3 = { ...pass, passType: 'Big3' as const, expiresAt: at('12:00') + 120 * HOUR_MS }
  const used = { ...big3, admissions: [been('tower', 'A')] }
  expect(stillOpen(used, tower, at('12:00'))).toEqual({ kind: 'used_here', at: at('11:00') })
  expect(stillOpen(used, { ...tower, gdsUid: 'sea' }, at('12:00'))).toEqual({ kind: 'spent', group: 'A' })
  expect(stillOpen(used, { ...tower, gdsUid: 'train', passGroup: 'B' }, at('12:00'))).toMatchObject({ kind: 'now' })
  expect(stillOpen(pass, { ...tower, passGroup: null }, at('12:00'))).toBeNull()
})

test('a pass in use follows the group list of its first entry', () => {
  const used = { ...pass, passType: 'Big3' as const, groups: { sea: 'A' as const }, admissions: [been('sea', 'A')] }
  expect(stillOpen(used, { ...tower, gdsUid: 'train', passGroup: 'B' }, at('12:00'))).toBeNull()
  const list = { sea: 'A' as const, train: 'A' as const, tower: 'B' as const }
  expect(stillOpen({ ...used, groups: list }, { ...tower, gdsUid: 'train', passGroup: 'B' }, at('12:00'))).toEqual({
    kind: 'spent',
    group: 'A',
  })
  expect(stillOpen({ ...used, groups: list }, { ...tower, passGroup: null }, at('12:00'))).toMatchObject({
    kind: 'now',
  })
})
