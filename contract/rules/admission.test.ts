import { expect, test } from 'vitest'
import { HOUR_MS } from '../time.ts'
import { reasonAgainstUse, type UseFacts, type UsePlace } from './admission.ts'

const START = Date.UTC(2026, 10, 21, 3)
const fresh: UseFacts = {
  type: '24H',
  windowHours: 24,
  validUntil: START + 1000 * HOUR_MS,
  activatedAt: null,
  voided: null,
  entries: [],
  inGift: false,
  inRefund: false,
  discountVenues: [],
}
const running = { ...fresh, activatedAt: START }
const tower: UsePlace = { kind: 'attraction', gdsUid: 'busan-tower', group: 'B' }
const ferry: UsePlace = { kind: 'attraction', gdsUid: 'ferry', group: 'A' }
const venue: UsePlace = { kind: 'venue', venueUid: 'v-noodles' }

test('a window is half-open: 23:59:59.999 is inside, 24:00:00 is outside', () => {
  expect(reasonAgainstUse(running, tower, START)).toBeNull()
  expect(reasonAgainstUse(running, tower, START + 24 * HOUR_MS - 1)).toBeNull()
  expect(reasonAgainstUse(running, tower, START + 24 * HOUR_MS)).toBe('expired')
  expect(reasonAgainstUse(running, venue, START + 24 * HOUR_MS)).toBe('expired')
})

test('a window must begin before the pass expires after five years', () => {
  expect(reasonAgainstUse(fresh, tower, fresh.validUntil - 1)).toBeNull()
  expect(reasonAgainstUse(fresh, tower, fresh.validUntil)).toBe('expired')
  // A window that has begun runs to its end.
  expect(reasonAgainstUse({ ...running, validUntil: START + HOUR_MS }, tower, START + 2 * HOUR_MS)).toBeNull()
})

test('an entry before the known start of the window, uploaded late, is admitted', () => {
  expect(reasonAgainstUse(running, tower, START - HOUR_MS)).toBeNull()
})

test('a pass enters each attraction once, within the allowance of its group', () => {
  const entered = [{ gdsUid: 'busan-tower', group: 'B' as const }]
  expect(reasonAgainstUse({ ...running, entries: entered }, tower, START + HOUR_MS)).toBe('used_here')
  expect(reasonAgainstUse({ ...running, entries: entered }, ferry, START + HOUR_MS)).toBeNull()
  const big3 = {
    ...running,
    type: 'Big3' as const,
    windowHours: 120,
    entries: [{ gdsUid: 'zoo', group: 'A' as const }],
  }
  expect(reasonAgainstUse(big3, ferry, START + HOUR_MS)).toBe('allowance_spent')
  expect(reasonAgainstUse(big3, tower, START + HOUR_MS)).toBeNull()
  expect(reasonAgainstUse(fresh, { kind: 'attraction', gdsUid: 'park', group: null }, START)).toBe('not_valid_here')
})

test("a partner gives its discount once, regardless of entries and of other partners' discounts", () => {
  expect(
    reasonAgainstUse({ ...running, entries: [{ gdsUid: 'busan-tower', group: 'B' }] }, venue, START + HOUR_MS),
  ).toBeNull()
  expect(reasonAgainstUse(fresh, venue, START)).toBeNull()
  expect(reasonAgainstUse({ ...fresh, discountVenues: ['v-tea'] }, venue, START)).toBeNull()
  expect(reasonAgainstUse({ ...fresh, discountVenues: ['v-tea', 'v-noodles'] }, venue, START)).toBe('used_here')
  expect(reasonAgainstUse({ ...fresh, discountVenues: ['v-noodles'] }, tower, START)).toBeNull()
})

test('a refund is the reason before a gift, and a gift before the time', () => {
  const nextDay = START + 25 * HOUR_MS
  for (const voided of ['refund', 'cancelled'] as const)
    expect(reasonAgainstUse({ ...running, voided, inGift: true }, tower, nextDay)).toBe('refunded')
  expect(reasonAgainstUse({ ...fresh, inRefund: true }, tower, START)).toBe('refunded')
  expect(reasonAgainstUse({ ...running, inGift: true }, tower, nextDay)).toBe('gift_pending')
})
