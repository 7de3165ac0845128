import type { FailureCode } from '#contract/errors.ts'

/**
 * Error codes that mean no order exists for what was to be paid, because the server looks for one first. After any other
 * failure the order may have been written: the same quote is held, and the next press requests the same order.
 */
export const NO_ORDER_CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'E_NOT_FOUND',
  'E_QUOTE_EXPIRED',
  'E_PRICE_CHANGED',
  'E_NOT_ON_SALE',
  'E_SOLD_OUT',
  'E_RESERVE_DATE',
  'E_NO_ROOM',
  'E_HOLDS',
  'E_HOLD_OVER',
  'E_COUPON',
  'E_PROMO_CODE',
  'E_POINTS',
])
