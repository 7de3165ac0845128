import { DAY_MS } from '../time.ts'
import { koreanDayNumber, koreanMidnight } from './koreanCalendar.ts'

/** The discount of a coupon. The terms of an issue never change; other terms need another issue. */
export interface CouponTerms {
  kind: 'percent' | 'amount'
  /** Percent (1–100) or KRW. */
  value: number
  /** Cap of the discount, KRW; null: none. */
  maxDiscount: number | null
  /** Smallest sum that gets the discount, KRW. */
  minAmount: number
}

/** Returns the discount on `sum` in whole KRW: at most `sum`, and 0 below `minAmount`. */
export const couponDiscount = ({ kind, value, maxDiscount, minAmount }: CouponTerms, sum: number): number => {
  if (sum < minAmount) return 0
  const off = kind === 'percent' ? Math.floor((sum * value) / 100) : value
  return Math.min(off, maxDiscount ?? off, sum)
}

/**
 * Returns the days that remain by the Korean calendar (spec 3.7, D-n): 0 on the last day, negative once expired, null
 * without a deadline. `expiresAt` is the first instant at which the coupon is no longer valid.
 */
export const daysLeft = (expiresAt: number | null, now: number): number | null =>
  expiresAt === null ? null : koreanDayNumber(expiresAt - 1) - koreanDayNumber(now)

/** Returns the end of the Korean day `days` days after `now`, ms UTC: a coupon is valid through its last day. */
export const endOfDay = (now: number, days: number): number => koreanMidnight(now) + (days + 1) * DAY_MS
