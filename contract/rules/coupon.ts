/** What a coupon takes off. The terms of an issue never change: other terms are another issue. */
export interface CouponTerms {
  kind: 'percent' | 'amount'
  /** Percent (1–100) or KRW. */
  value: number
  /** The most that a percentage takes off, KRW. */
  maxDiscount: number | null
  /** Takes nothing off a smaller sum, KRW. */
  minAmount: number
}

/** KRW that a coupon takes off `sum`: whole won, never more than the sum; 0 when the sum is too small for it. */
export const couponDiscount = ({ kind, value, maxDiscount, minAmount }: CouponTerms, sum: number): number => {
  if (sum < minAmount) return 0
  const off = kind === 'percent' ? Math.floor((sum * value) / 100) : value
  return Math.min(off, maxDiscount ?? off, sum)
}

const DAY_MS = 86_400_000
const KOREA_MS = 9 * 3_600_000
const dayInKorea = (at: number): number => Math.floor((at + KOREA_MS) / DAY_MS)

/**
 * Days remaining, by the Korean calendar (specification 3, D-n): 0 on the last day, null without a deadline, negative
 * once it is over. `expiresAt` is the first moment at which the coupon is no longer good.
 */
export const daysLeft = (expiresAt: number | null, now: number): number | null =>
  expiresAt === null ? null : dayInKorea(expiresAt - 1) - dayInKorea(now)

/** The end of the Korean day `days` after `now`, ms UTC: a coupon is good through its last day. */
export const endOfDay = (now: number, days: number): number => (dayInKorea(now) + days + 1) * DAY_MS - KOREA_MS
