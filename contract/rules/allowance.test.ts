import { expect, test } from 'vitest'
import type { Group } from '../codes.ts'
import { allowanceOf, allowanceSpent, type Entry, groupFor, reasonAgainstEntry } from './allowance.ts'

const at = (group: Group | null, gdsUid: string): Entry => ({ group, gdsUid })
const big3 = [at('A', 'tower'), at('B', 'museum'), at('B', 'market')]

test('a second entry at one attraction is refused, whatever the pass type', () => {
  for (const type of ['24H', '48H', 'Big3', 'Big5'] as const)
    expect(reasonAgainstEntry(type, [at('B', 'museum')], at('B', 'museum'))).toBe('used_here')
})

test('an attraction of neither group is refused', () => {
  expect(reasonAgainstEntry('24H', [], at(null, 'beach'))).toBe('not_valid_here')
})

test('Big3 has one entry of A and two of B, and neither group substitutes for the other', () => {
  expect(reasonAgainstEntry('Big3', [at('A', 'tower')], at('A', 'yacht'))).toBe('allowance_spent')
  expect(reasonAgainstEntry('Big3', [at('B', 'museum'), at('B', 'market')], at('B', 'temple'))).toBe('allowance_spent')
  expect(reasonAgainstEntry('Big3', [at('A', 'tower')], at('B', 'museum'))).toBeNull()
  expect(reasonAgainstEntry('Big3', [at('A', 'tower'), at('B', 'museum')], at('B', 'market'))).toBeNull()
  expect(allowanceSpent('Big3', big3.slice(0, 2))).toBe(false)
  expect(allowanceSpent('Big3', big3)).toBe(true)
})

test('Big5 has two entries of A and three of B', () => {
  expect(allowanceOf('Big5', big3)).toEqual({ A: { total: 2, used: 1 }, B: { total: 3, used: 2 } })
  expect(reasonAgainstEntry('Big5', [at('A', 'a'), at('A', 'b')], at('A', 'c'))).toBe('allowance_spent')
  expect(reasonAgainstEntry('Big5', big3, at('B', 'temple'))).toBeNull()
})

test('24H and 48H have no allowance', () => {
  expect(allowanceOf('24H', big3)).toBeNull()
  expect(allowanceSpent('48H', [...big3, ...big3])).toBe(false)
  expect(reasonAgainstEntry('24H', big3, at('A', 'yacht'))).toBeNull()
})

test("an attraction has its group of the first entry's list, before the first entry its present group", () => {
  const list = { tower: 'A', museum: 'B' } as const
  for (const type of ['24H', 'Big3'] as const) {
    expect(groupFor(type, list, at('B', 'tower'))).toBe('A')
    expect(groupFor(type, list, at(null, 'museum'))).toBe('B')
    expect(groupFor(type, null, at('B', 'tower'))).toBe('B')
    expect(groupFor(type, null, at(null, 'museum'))).toBeNull()
    expect(groupFor(type, list, at(null, 'beach'))).toBeNull()
  }
})

test('an attraction that joined a group after the first entry admits only 24H and 48H', () => {
  const joined = at('A', 'yacht')
  expect((['24H', '48H', 'Big3', 'Big5'] as const).map((type) => groupFor(type, {}, joined))).toEqual([
    'A',
    'A',
    null,
    null,
  ])
})
