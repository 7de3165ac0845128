import { expect, test } from 'vitest'
import { billCartLines, divideByLargestRemainder } from './cart.ts'
import { refundAmount } from './refund.ts'

const CARTS = 10_000

/** Returns numbers in [0, 1) that are the same in each run (xorshift). */
const randomFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

interface RandomCart {
  lines: { units: number; sum: number; isDiscounted: boolean }[]
  discount: number
  points: number
}

const cartFrom = (random: () => number): RandomCart => {
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  const lines = Array.from({ length: 1 + upTo(4) }, () => {
    const units = 1 + upTo(5)
    // Prices of a few won, ordinary ones, and the highest that a price may be.
    const unitPrice = [upTo(9), 1_000 * upTo(400), 100_000_000 - upTo(3)][upTo(2)] ?? 0
    return { units, sum: units * unitPrice, isDiscounted: random() < 0.7 }
  })
  const discountable = total(lines.filter(({ isDiscounted }) => isDiscounted).map(({ sum }) => sum))
  // Nothing, all of it, or anything between.
  const some = (max: number) => [0, max, upTo(max)][upTo(2)] ?? 0
  const discount = some(discountable)
  return { lines, discount, points: some(total(lines.map(({ sum }) => sum)) - discount) }
}

test(`${CARTS} random carts: the lines add up to the won, nothing is negative, and refunds give back what was captured at most`, () => {
  const random = randomFrom(7)
  for (let nth = 0; nth < CARTS; nth += 1) {
    const cart = cartFrom(random)
    const bills = billCartLines(cart.lines, cart)
    const captured = total(cart.lines.map(({ sum }) => sum)) - cart.discount - cart.points
    const message = JSON.stringify({ cart, bills })

    expect(total(bills.map(({ discount }) => discount)), message).toBe(cart.discount)
    expect(total(bills.map(({ points }) => points)), message).toBe(cart.points)
    expect(total(bills.map(({ amount }) => amount)), message).toBe(captured)
    for (const [place, bill] of bills.entries()) {
      const line = cart.lines[place]
      expect(Math.min(bill.discount, bill.points, bill.amount), message).toBeGreaterThanOrEqual(0)
      expect(bill.discount + bill.points + bill.amount, message).toBe(line?.sum)
      if (!line?.isDiscounted) expect(bill.discount, message).toBe(0)
    }

    // Units go back one line after another, in pieces of any size, and some not at all.
    let refunded = 0
    for (const [place, { amount }] of bills.entries()) {
      let units = cart.lines[place]?.units ?? 0
      let amountLeft = amount
      while (units > 0 && random() < 0.8) {
        const some = 1 + Math.floor(random() * units)
        const back = refundAmount(amountLeft, units, some)
        expect(back, message).toBeGreaterThanOrEqual(0)
        amountLeft -= back
        units -= some
        refunded += back
        expect(refunded, message).toBeLessThanOrEqual(captured)
      }
      if (units === 0) expect(amountLeft, message).toBe(0)
    }
  }
})

test(`${CARTS} random divisions: each share is within one won of its exact proportion, and an equal weight never gets more for standing later`, () => {
  const random = randomFrom(11)
  for (let nth = 0; nth < CARTS; nth += 1) {
    const weights = Array.from({ length: 1 + Math.floor(random() * 6) }, () => Math.floor(random() * 9) * 100_000_000)
    const whole = total(weights)
    const sum = Math.floor(random() * (whole + 1))
    const shares = divideByLargestRemainder(sum, weights)
    for (const [place, share] of shares.entries()) {
      const weight = weights[place] ?? 0
      // |share - sum × weight / whole| < 1, without a division.
      const distance = BigInt(share) * BigInt(whole) - BigInt(sum) * BigInt(weight)
      expect(distance < BigInt(whole) || whole === 0).toBe(true)
      expect(-distance < BigInt(whole) || whole === 0).toBe(true)
      expect(share).toBeLessThanOrEqual(weight)
      const twin = weights.indexOf(weight)
      expect(share).toBeLessThanOrEqual(shares[twin] ?? 0)
    }
  }
})

test('the won that rounding leaves goes to the largest remainder, then to the first line', () => {
  expect(divideByLargestRemainder(100, [300, 300, 300])).toEqual([34, 33, 33])
  expect(divideByLargestRemainder(10, [55, 45, 33])).toEqual([4, 3, 3])
  // In numbers with a fraction these remainders would be equal.
  expect(divideByLargestRemainder(940_897_015, [572_667_152, 572_667_159, 501_235_465])).toEqual([
    327_238_372, 327_238_377, 286_420_266,
  ])
  expect(divideByLargestRemainder(0, [0, 0])).toEqual([0, 0])
})

test.each([
  ['more than the weights', 4, [1, 2]],
  ['a negative sum', -1, [1]],
  ['a negative weight', 0, [-1, 1]],
  ['half a won', 0.5, [1]],
])('%s is refused', (_, sum, weights) => {
  expect(() => divideByLargestRemainder(sum, weights)).toThrow(RangeError)
})
