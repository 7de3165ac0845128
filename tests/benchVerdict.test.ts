import { expect, test } from 'vitest'
import { growthVerdict, slowestTenth, soakWindows, verdict } from '../bench/statistics.ts'

/** What the bench says of a figure (performance 1.7). */

test.each([
  ['a median within the limit', [9, 10, 11], 10, false, 'ok'],
  ['a median beyond the limit, although the interval reaches back', [9, 10.1, 11], 10, false, 'SHORT'],
  ['a median below a minimum', [9, 9.9, 11], 10, true, 'SHORT'],
  ['an interval of 30 % of the median', [8.5, 10, 11.5], 20, false, 'ok'],
  ['a wider interval', [8.4, 10, 11.5], 20, false, 'unsure'],
  ['a visit that failed', [9, Number.NaN, 9], 10, false, 'FAILS'],
  ['no visit', [], 10, false, 'FAILS'],
  ['nothing at all, each time', [0, 0, 0], 50, false, 'ok'],
] as const)('%s', (_case, values, limit, least, expected) => {
  expect(verdict({ values, limit, least })).toBe(expected)
})

test('the slowest tenth is the value that nine of ten do not exceed', () => {
  expect(slowestTenth([10, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe(9)
  expect(slowestTenth(Array.from({ length: 15 }, (_, index) => 15 - index))).toBe(14)
  expect(slowestTenth([1, 2, Number.NaN])).toBeNaN()
})

test.each([
  ['growth within the limit', [100, 101, 102], [104, 105, 106], 'ok'],
  ['less than before', [100, 101, 102], [80, 81, 82], 'ok'],
  ['growth beyond the limit', [100, 101, 102], [112, 113, 114], 'SHORT'],
  ['growth beyond the limit, although the windows meet', [90, 100, 120], [105, 111, 112], 'SHORT'],
  ['a last window that reaches beyond the limit', [100, 101, 102], [100, 105, 111], 'unsure'],
  ['a first window that reaches below', [90, 100, 101], [99, 100, 101], 'unsure'],
  ['a sample that failed', [100, Number.NaN, 102], [100, 101, 102], 'FAILS'],
  ['no sample at the end', [100, 101, 102], [], 'FAILS'],
] as const)('a soak with %s', (_case, first, last, expected) => {
  expect(growthVerdict({ first, last }, 1.1)).toBe(expected)
})

test('a soak compares minutes 8 to 12 with the last five', () => {
  const minutes = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)
  expect(soakWindows(minutes(60))).toEqual({ first: [8, 9, 10, 11, 12], last: [56, 57, 58, 59, 60] })
  expect(soakWindows(minutes(240)).first).toEqual([8, 9, 10, 11, 12])
  expect(soakWindows([])).toEqual({ first: [], last: [] })
})
