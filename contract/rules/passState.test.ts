import { expect, test } from 'vitest'
import { isLive, type PassFacts, passState } from './passState.ts'

const HOUR = 3_600_000
const now = Date.UTC(2026, 10, 21)
const facts = (over: Partial<PassFacts> = {}): PassFacts => ({
  type: 'Big3',
  windowHours: 120,
  validUntil: now + HOUR,
  activatedAt: null,
  voided: null,
  entries: [],
  ...over,
})
const spent = [
  { gdsUid: 'a', group: 'A' as const },
  { gdsUid: 'b', group: 'B' as const },
  { gdsUid: 'c', group: 'B' as const },
]

test.each([
  ['refund', facts({ voided: 'refund', activatedAt: now })],
  ['cancelled', facts({ voided: 'cancelled' })],
  ['expired', facts({ validUntil: now })],
  ['used', facts({ activatedAt: now - 120 * HOUR })],
  ['used', facts({ activatedAt: now - HOUR, entries: spent })],
] as const)('a pass in the state %s is not live', (state, pass) => {
  expect(passState(pass, now)).toBe(state)
  expect(isLive(state)).toBe(false)
})

test.each([
  ['unused', facts()],
  ['unused', facts({ validUntil: now + 1 })],
  ['in_use', facts({ activatedAt: now })],
  ['in_use', facts({ activatedAt: now - 120 * HOUR + 1 })],
  ['in_use', facts({ activatedAt: now - HOUR, validUntil: now - HOUR + 1, entries: spent.slice(1) })],
  ['in_use', facts({ activatedAt: now + HOUR })],
  ['in_use', facts({ type: '24H', windowHours: 24, activatedAt: now - HOUR, entries: spent })],
] as const)('a pass in the state %s is live', (state, pass) => {
  expect(passState(pass, now)).toBe(state)
  expect(isLive(state)).toBe(true)
})
