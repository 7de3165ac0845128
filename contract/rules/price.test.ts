import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

const product = { price: 49_000, discounted: null }

test.each([0, 7, 1.5, -1, Number.NaN])('priceOf throws for %d units', (quantity) => {
  expect(() => priceOf(product, quantity)).toThrow(RangeError)
})
test.each([-1, 101, 0.5])('priceOf throws for a promotion of %d percent', (percent) => {
  expect(() => priceOf(product, 1, percent)).toThrow(RangeError)
})
test('priceOf throws for a price that is no whole won', () => {
  expect(() => priceOf({ price: 100.5, discounted: null }, 1)).toThrow(RangeError)
})

test('priceOf returns the sum, the discounted price, and the promotion rounded down', () => {
  expect(priceOf(product, 2)).toEqual({ unitPrice: 49_000, discount: 0, amount: 98_000 })
  expect(priceOf({ price: 49_000, discounted: 44_100 }, 1)).toEqual({ unitPrice: 44_100, discount: 0, amount: 44_100 })
  expect(priceOf(product, 3, 10)).toEqual({ unitPrice: 49_000, discount: 14_700, amount: 132_300 })
  expect(priceOf({ price: 99, discounted: null }, 1, 10)).toEqual({ unitPrice: 99, discount: 9, amount: 90 })
})

test('amounts are whole won, and discount and amount add up to the sum', () => {
  const whole = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 100 }), (price, quantity, percent) => {
      const priced = priceOf({ price, discounted: null }, quantity, percent)
      expect(priced.discount + priced.amount).toBe(price * quantity)
      expect(Number.isInteger(priced.amount) && priced.amount >= 0).toBe(true)
    }),
  )
})
