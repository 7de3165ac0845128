import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { redeemRefusal, type RedeemFacts } from './redeem.ts'
import { RESERVATION_STATES } from './reservation.ts'

/** A departure at 14:00 Korean time that ends at 16:00. */
const startsAt = Date.UTC(2026, 10, 28, 5)
const midnight = Date.UTC(2026, 10, 27, 15)
const facts = (overrides: Partial<RedeemFacts> = {}): RedeemFacts => ({
  state: 'confirmed',
  startsAt,
  endsAt: startsAt + 2 * HOUR_MS,
  usedAt: null,
  ...overrides,
})

test('a departure is redeemed from midnight of its day in Korea until its end', () => {
  expect(redeemRefusal(facts(), midnight - 1)).toBe('not_today')
  expect(redeemRefusal(facts(), midnight)).toBeNull()
  expect(redeemRefusal(facts(), startsAt + 2 * HOUR_MS - 1)).toBeNull()
  expect(redeemRefusal(facts(), startsAt + 2 * HOUR_MS)).toBe('over')
})

test('a voucher is redeemed on each day of its validity', () => {
  const voucher = facts({ endsAt: startsAt + 90 * DAY_MS })
  expect(redeemRefusal(voucher, startsAt)).toBeNull()
  expect(redeemRefusal(voucher, startsAt + 89 * DAY_MS)).toBeNull()
  expect(redeemRefusal(voucher, startsAt + 90 * DAY_MS)).toBe('over')
})

test('only a confirmed reservation is redeemed, once; its use is the first reason', () => {
  for (const state of RESERVATION_STATES)
    expect(redeemRefusal(facts({ state }), startsAt)).toBe(state === 'confirmed' ? null : 'cancelled')
  expect(redeemRefusal(facts({ usedAt: 1 }), startsAt + DAY_MS)).toBe('used')
})
