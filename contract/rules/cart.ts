/** How the discount and the points of a cart are divided over its lines, to the won. */

/**
 * Divides `total` over lines in proportion to their `weights` by the method of largest remainders: each line gets its
 * share rounded down, and the won that are left go one each to the largest remainders, the first line first among equal
 * ones. The shares add up to `total`, and none exceeds its weight. KRW throughout. Throws `RangeError` for numbers that
 * are not whole or negative, and for a `total` above the sum of the weights.
 */
export const divideByLargestRemainder = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const isValid = [total, whole, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!isValid || total > whole) throw new RangeError('not a division')
  if (whole === 0) return weights.map(() => 0)
  // The product of two sums of KRW exceeds the safe integers.
  const products = weights.map((weight) => BigInt(total) * BigInt(weight))
  const shares = products.map((product) => Number(product / BigInt(whole)))
  const rest = total - shares.reduce((sum, value) => sum + value, 0)
  const byRemainder = products
    .map((product, nth) => ({ nth, remainder: product % BigInt(whole) }))
    .toSorted((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  for (const { nth } of byRemainder.slice(0, rest)) shares[nth] = (shares[nth] ?? 0) + 1
  return shares
}

/** What one line of a cart costs, in KRW; `amount` is what is paid for it. */
export interface CartLineBill {
  sum: number
  discount: number
  points: number
  amount: number
}

/**
 * Divides `discount` over the lines it applies to (`isDiscounted`), then `points` over what is still to pay of all
 * lines. For each line `amount = sum - discount - points`, none of them negative, and the lines add up to the cart.
 * Throws `RangeError` for a discount or points above what they can be taken from.
 */
export const billCartLines = (
  lines: readonly { sum: number; isDiscounted: boolean }[],
  { discount, points }: { discount: number; points: number },
): CartLineBill[] => {
  const discounts = divideByLargestRemainder(
    discount,
    lines.map(({ sum, isDiscounted }) => (isDiscounted ? sum : 0)),
  )
  const payable = lines.map(({ sum }, nth) => sum - (discounts[nth] ?? 0))
  const pointShares = divideByLargestRemainder(points, payable)
  return lines.map(({ sum }, nth) => {
    const line = { sum, discount: discounts[nth] ?? 0, points: pointShares[nth] ?? 0 }
    return { ...line, amount: line.sum - line.discount - line.points }
  })
}

/**
 * Why a line of a cart cannot be bought as it was put in: its price is another one, it is sold out, it is not offered
 * any more, or its day is over or not on sale.
 */
export const CART_PROBLEMS = ['price', 'sold_out', 'not_offered', 'date'] as const
export type CartProblem = (typeof CART_PROBLEMS)[number]
