import { expect, test } from 'vitest'
import { couponDiscount, daysLeft, endOfDay, type CouponTerms } from './coupon.ts'
import { share } from './proRata.ts'

const terms = (overrides: Partial<CouponTerms>): CouponTerms => ({
  kind: 'amount',
  value: 5_000,
  maxDiscount: null,
  minAmount: 0,
  ...overrides,
})

test.each([
  ['an amount', terms({}), 49_000, 5_000],
  ['an amount larger than the sum', terms({}), 3_000, 3_000],
  ['a percentage, down to a whole won', terms({ kind: 'percent', value: 10 }), 45_009, 4_500],
  ['a percentage above its most', terms({ kind: 'percent', value: 10, maxDiscount: 3_000 }), 45_000, 3_000],
  ['one won below the smallest sum', terms({ minAmount: 40_000 }), 39_999, 0],
  ['the smallest sum', terms({ minAmount: 40_000 }), 40_000, 5_000],
])('couponDiscount of %s', (_, coupon, sum, discount) => {
  expect(couponDiscount(coupon, sum)).toBe(discount)
})

const KOREAN_NOON = Date.UTC(2026, 10, 21, 3)

test('a coupon is valid through a number of Korean days: daysLeft is 0 on the last one, and negative afterwards', () => {
  const end = endOfDay(KOREAN_NOON, 2)
  expect(new Date(end).toISOString()).toBe('2026-11-23T15:00:00.000Z')
  expect(daysLeft(end, KOREAN_NOON)).toBe(2)
  expect(daysLeft(end, end - 1)).toBe(0)
  expect(daysLeft(end, end)).toBe(-1)
  expect(daysLeft(null, KOREAN_NOON)).toBeNull()
  // Late in the Korean evening it is still the same day, although the UTC day differs.
  expect(daysLeft(end, Date.UTC(2026, 10, 21, 14, 59))).toBe(2)
  expect(daysLeft(end, Date.UTC(2026, 10, 21, 15))).toBe(1)
})

test('shares add up to the sum and differ by at most one', () => {
  for (const of of [1, 2, 3, 4, 5, 6])
    for (const sum of [0, 1, 9_800, 49_001]) {
      const shares = Array.from({ length: of }, (_, nth) => share(sum, nth + 1, of) - share(sum, nth, of))
      expect(shares.reduce((all, amount) => all + amount, 0)).toBe(sum)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }
})

test.each([
  [-1, 1, 2],
  [1.5, 1, 2],
  [1, 3, 2],
  [1, 0, 0],
])('share throws for %d KRW and %d of %d units', (sum, units, of) => {
  expect(() => share(sum, units, of)).toThrow(RangeError)
})
