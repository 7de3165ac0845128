import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { isLive, type PassFacts, passState } from './passState.ts'

const now = Date.UTC(2026, 10, 21)
const facts = (over: Partial<PassFacts> = {}): PassFacts => ({
  type: 'Big3',
  windowHours: 120,
  validUntil: now + HOUR_MS,
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
  ['used', facts({ activatedAt: now - 120 * HOUR_MS })],
  ['used', facts({ activatedAt: now - HOUR_MS, entries: spent })],
] as const)('a pass in the state %s is not live', (state, pass) => {
  expect(passState(pass, now)).toBe(state)
  expect(isLive(state)).toBe(false)
})

test.each([
  ['unused', facts()],
  ['unused', facts({ validUntil: now + 1 })],
  ['in_use', facts({ activatedAt: now })],
  ['in_use', facts({ activatedAt: now - 120 * HOUR_MS + 1 })],
  ['in_use', facts({ activatedAt: now - HOUR_MS, validUntil: now - HOUR_MS + 1, entries: spent.slice(1) })],
  ['in_use', facts({ activatedAt: now + HOUR_MS })],
  ['in_use', facts({ type: '24H', windowHours: 24, activatedAt: now - HOUR_MS, entries: spent })],
] as const)('a pass in the state %s is live', (state, pass) => {
  expect(passState(pass, now)).toBe(state)
  expect(isLive(state)).toBe(true)
})
