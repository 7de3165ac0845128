import { QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'

export interface Priced {
  /** KRW. */
  unitPrice: number
  discount: number
  amount: number
}

/**
 * Returns the price of `quantity` (1–6) units in whole KRW. A product's reduced price replaces its price. A promotion
 * takes its percentage of the whole sum, rounded down, so that a discount never exceeds its percentage. Throws
 * `RangeError` for numbers out of range.
 */
export const priceOf = (
  product: { price: number; discounted: number | null },
  quantity: number,
  promoPercent = 0,
): Priced => {
  const unitPrice = product.discounted ?? product.price
  const whole = (value: number, min: number, max: number) => Number.isSafeInteger(value) && value >= min && value <= max
  if (!whole(unitPrice, 0, 100_000_000) || !whole(quantity, QUANTITY_MIN, QUANTITY_MAX) || !whole(promoPercent, 0, 100))
    throw new RangeError('not a price')
  const sum = unitPrice * quantity
  const discount = Math.floor((sum * promoPercent) / 100)
  return { unitPrice, discount, amount: sum - discount }
}
