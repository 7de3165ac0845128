import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsDesk, refundAmount, whyNotRefundable, type UnitFacts } from './refund.ts'

const unit = (overrides: Partial<UnitFacts> = {}): UnitFacts => ({
  memberId: 'mei',
  activatedAt: null,
  discountUsedAt: null,
  voided: null,
  giftUid: null,
  refundUid: null,
  ...overrides,
})

describe('what can be refunded', () => {
  test.each([
    ['begun', { activatedAt: 1 }, 'used'],
    ['used for a discount', { discountUsedAt: 1 }, 'used'],
    ['in a gift', { giftUid: 'g' }, 'gift'],
    ['held by another', { memberId: 'jun' }, 'given'],
    ['held by nobody', { memberId: null }, 'given'],
    ['asked for already', { refundUid: 'r' }, 'asked'],
    ['given back already', { voided: 'refund' as const, refundUid: 'r' }, 'asked'],
    ['taken back by the bank', { voided: 'cancelled' as const }, 'asked'],
    // The giver must not learn how the recipient used it.
    ['begun by another', { memberId: 'jun', activatedAt: 1 }, 'given'],
  ])('not a unit that is %s', (_, facts, why) => {
    expect(whyNotRefundable(unit(facts), 'mei')).toBe(why)
  })
  test('a unit that its buyer holds and has not used', () => {
    expect(whyNotRefundable(unit(), 'mei')).toBe(null)
  })
})

test.each([
  [100, 3, 0],
  [100, 3, 4],
  [-1, 3, 1],
  [100.5, 3, 1],
  [100, 0, 1],
])('refundAmount throws for %d KRW of %d units when %d are refunded', (amountLeft, unitsLeft, units) => {
  expect(() => refundAmount(amountLeft, unitsLeft, units)).toThrow(RangeError)
})

test('a remaining won goes with the last unit', () => {
  expect(refundAmount(100, 3, 1)).toBe(33)
  expect(refundAmount(67, 2, 1)).toBe(33)
  expect(refundAmount(34, 1, 1)).toBe(34)
  expect(refundAmount(100, 3, 3)).toBe(100)
})

test('whatever requests are made and denied, refunds never exceed the amount paid, and refunding all units reaches it exactly', () => {
  const steps = fc.array(fc.record({ take: fc.integer({ min: 1, max: 6 }), deny: fc.boolean() }), { maxLength: 12 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 600_000 }),
      fc.integer({ min: 1, max: 6 }),
      steps,
      (paid, units, requests) => {
        const promised: { units: number; amount: number }[] = []
        const total = (what: 'units' | 'amount') => promised.reduce((sum, refund) => sum + refund[what], 0)
        for (const { take, deny } of requests) {
          const unitsLeft = units - total('units')
          if (unitsLeft > 0) {
            const n = Math.min(take, unitsLeft)
            promised.push({ units: n, amount: refundAmount(paid - total('amount'), unitsLeft, n) })
          }
          expect(total('amount')).toBeLessThanOrEqual(paid)
          if (deny) promised.splice(0, 1)
        }
        const unitsLeft = units - total('units')
        if (unitsLeft > 0)
          promised.push({ units: unitsLeft, amount: refundAmount(paid - total('amount'), unitsLeft, unitsLeft) })
        expect(total('amount')).toBe(paid)
      },
    ),
  )
})

test('the desk decides when the period is over or unknown, and about collected cards', () => {
  const waiting = { collectedAt: null }
  expect(needsDesk(1_000, [waiting], 999)).toBe(false)
  expect(needsDesk(1_000, [waiting], 1_000)).toBe(true)
  expect(needsDesk(null, [waiting], 0)).toBe(true)
  expect(needsDesk(1_000, [waiting, { collectedAt: 5 }], 999)).toBe(true)
})
