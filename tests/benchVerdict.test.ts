import { expect, test } from 'vitest'
import { slowestTenth, verdict } from '../bench/statistics.ts'

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
