import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { allowanceOf } from './allowance.ts'
import { passOffer } from './passOffer.ts'

const NOW = Date.UTC(2026, 10, 22, 6, 59)
const tower = { gdsUid: 'tower', passGroup: 'A' as const }
const museum = { gdsUid: 'museum', passGroup: 'B' as const }
const market = { gdsUid: 'market', passGroup: null }
const entry = (gdsUid: string, group: 'A' | 'B', at = NOW - HOUR_MS) => ({
  gdsUid,
  group,
  name: gdsUid,
  scene: 'tower' as const,
  at,
})
const held = (passType: '24H' | 'Big3' | 'Big5', admissions: ReturnType<typeof entry>[] = [], change = {}) => ({
  passType,
  state: 'in_use' as const,
  purchasedAt: NOW - 50 * HOUR_MS,
  expiresAt: NOW + 21 * HOUR_MS,
  validUntil: NOW + 900 * HOUR_MS,
  admissions,
  allowance: allowanceOf(passType, admissions),
  groups: null,
  gift: null,
  ...change,
})

test('there is no offer without a live pass, or at a place outside both groups', () => {
  expect(passOffer([], tower, NOW, true)).toBeNull()
  expect(passOffer([held('Big3')], market, NOW, true)).toBeNull()
  expect(passOffer([held('24H', [], { expiresAt: NOW })], tower, NOW, true)).toBeNull()
  expect(passOffer([held('24H', [], { state: 'refund' })], tower, NOW, true)).toBeNull()
  expect(passOffer([held('24H', [], { gift: 'given' })], tower, NOW, true)).toBeNull()
  expect(passOffer([held('24H', [], { refundRequestedYn: 'Y' })], tower, NOW, true)).toBeNull()
})

test('a pass whose end is past counts as live while the time is not reliable', () => {
  expect(passOffer([held('24H', [], { expiresAt: NOW })], tower, NOW, false)).toMatchObject({ kind: 'free' })
  expect(passOffer([held('24H', [], { state: 'refund' })], tower, NOW, false)).toBeNull()
})

test('a pass that can enter offers its type and the entries left in the group', () => {
  expect(passOffer([held('Big3', [entry('park', 'B')])], museum, NOW, true)).toEqual({
    kind: 'free',
    passType: 'Big3',
    group: 'B',
    entriesLeft: 1,
  })
  expect(passOffer([held('Big5', [entry('park', 'B')])], museum, NOW, true)).toMatchObject({ entriesLeft: 2 })
  expect(passOffer([held('24H')], tower, NOW, true)).toEqual({
    kind: 'free',
    passType: '24H',
    group: 'A',
    entriesLeft: null,
  })
})

test('a place with an entry is visited, at the time of the latest entry', () => {
  expect(passOffer([held('24H', [entry('tower', 'A')])], tower, NOW, true)).toEqual({
    kind: 'visited',
    at: NOW - HOUR_MS,
  })
  const twice = [held('24H', [entry('tower', 'A', NOW - 9)]), held('Big3', [entry('tower', 'A', NOW - 7)])]
  expect(passOffer(twice, tower, NOW, true)).toEqual({ kind: 'visited', at: NOW - 7 })
})

test('a group without an entry left is spent at other places', () => {
  expect(passOffer([held('Big3', [entry('cablecar', 'A')])], tower, NOW, true)).toEqual({
    kind: 'spent',
    group: 'A',
    total: 1,
  })
  expect(passOffer([held('Big3', [entry('park', 'B'), entry('pool', 'B')])], museum, NOW, true)).toMatchObject({
    total: 2,
  })
})

test('of several passes one that can still enter decides', () => {
  const passes = [held('Big3', [entry('tower', 'A')]), held('24H', [], { purchasedAt: NOW - 99 * HOUR_MS })]
  expect(passOffer(passes, tower, NOW, true)).toMatchObject({ kind: 'free', passType: '24H' })
})

test('each pass uses the group list of its own first entry', () => {
  const running = held('Big3', [entry('park', 'A')], { groups: { park: 'A', museum: 'A', market: 'B' } })
  expect(passOffer([running], museum, NOW, true)).toEqual({ kind: 'spent', group: 'A', total: 1 })
  expect(passOffer([running], market, NOW, true)).toEqual({
    kind: 'free',
    passType: 'Big3',
    group: 'B',
    entriesLeft: 2,
  })
  expect(passOffer([running], tower, NOW, true)).toEqual({ kind: 'notIncluded', passType: 'Big3' })
  const unused = held('Big5', [], { state: 'unused', expiresAt: null })
  expect(passOffer([running, unused], museum, NOW, true)).toMatchObject({ kind: 'free', passType: 'Big5', group: 'B' })
})

test('a place that joined after the first entry of every live pass is not included', () => {
  const running = held('Big3', [entry('park', 'A')], { groups: { park: 'A' } })
  expect(passOffer([running], tower, NOW, true)).toEqual({ kind: 'notIncluded', passType: 'Big3' })
  // There is no offer at a place outside both groups, whatever the pass.
  expect(passOffer([running], market, NOW, true)).toBeNull()
  // A 24H has no allowance, so it enters there too; an ended pass does not count.
  expect(passOffer([running, held('24H', [], { groups: { park: 'A' } })], tower, NOW, true)).toMatchObject({
    kind: 'free',
  })
  expect(passOffer([{ ...running, expiresAt: NOW }], tower, NOW, true)).toBeNull()
})
