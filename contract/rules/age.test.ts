import { expect, test } from 'vitest'
import { mayJoin } from './age.ts'

const AT = Date.UTC(2026, 10, 22, 3)

test.each([
  [2012, true],
  [2013, false],
  [2026, false],
  [2100, false],
  [1990, true],
  [1906, true],
  [1905, false],
  [1990.5, false],
])('mayJoin for the year of birth %d: %s', (year, may) => {
  expect(mayJoin(year, AT)).toBe(may)
})

test('the present year is the Korean one', () => {
  const newYear = Date.UTC(2026, 11, 31, 15)
  expect([mayJoin(2013, newYear - 1), mayJoin(2013, newYear)]).toEqual([false, true])
})
