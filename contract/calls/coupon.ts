import * as z from 'zod/mini'
import { PASS_TYPES } from '../codes.ts'
import { call, page } from './call.ts'
import { instant, krw, paging, text, yn } from './fields.ts'

export const COUPON_KINDS = ['percent', 'amount'] as const
/** What a coupon can be spent on. */
export const COUPON_TARGETS = ['pass', 'reserve'] as const
/** Values of the filter `psTycd`: usable coupons, and those that were used or have expired. */
export const COUPON_TABS = ['usable', 'used'] as const
/** The filter also takes a type of pass (list `PS_TYCD`): the usable coupons that can be spent on it. */
const COUPON_VIEWS = [...COUPON_TABS, ...PASS_TYPES] as const
export type CouponView = (typeof COUPON_VIEWS)[number]
export const COUPON_STATES = ['usable', 'used', 'expired'] as const

const terms = {
  couponPblcnUid: z.string(),
  name: z.string(),
  kind: z.enum(COUPON_KINDS),
  /** Percent or KRW, by `kind`. */
  value: z.int(),
  /** Cap of a percentage, KRW; null: none. */
  maxDiscount: z.nullable(krw),
  /** Smallest sum that gets the discount, KRW. */
  minAmount: krw,
  /** null: both passes and reservations. */
  target: z.nullable(z.enum(COUPON_TARGETS)),
  /** Only goods of this type (GDS_TYCD); null: all. */
  gdsTycd: z.nullable(z.string()),
  /** Only this option; null: all. */
  gdsDtlUid: z.nullable(z.string()),
}

/** An issue of coupons, of which each member may take one. */
export const issue = z.object({
  ...terms,
  /** Members can take the coupon until then; null: without end. */
  endsAt: z.nullable(instant),
  /** Days of validity after the Korean day on which it is taken. */
  validDays: z.nullable(z.int()),
  expiresAt: z.nullable(instant),
  takenYn: yn,
  soldOutYn: yn,
})
export type Issue = z.infer<typeof issue>

/** A member's coupon (spec 3.7). */
export const coupon = z.object({
  couponUid: z.string(),
  number: z.string(),
  ...terms,
  state: z.enum(COUPON_STATES),
  takenAt: instant,
  /** The first instant at which it is no longer valid; null: no deadline. */
  expiresAt: z.nullable(instant),
  /** Days left by the Korean calendar (D-n): 0 on the last day, null without a deadline. */
  daysLeft: z.nullable(z.int()),
  usedAt: z.nullable(instant),
  /** The order that it was used for. */
  ordUid: z.nullable(z.string()),
})
export type Coupon = z.infer<typeof coupon>

/** Refusals of a coupon, a promotion code or points. */
export const DISCOUNT_REFUSALS = ['E_ONE_DISCOUNT', 'E_COUPON', 'E_PROMO_CODE', 'E_POINTS'] as const

/** A coupon that applies to the sum to be paid, with its discount on that sum. */
export const fittingCoupon = z.extend(coupon, { discount: krw })
export type FittingCoupon = z.infer<typeof fittingCoupon>

export const list = call({
  method: 'GET',
  path: '/mypage/coupon',
  who: 'member',
  summary: 'Coupons that can be downloaded',
  query: z.strictObject(paging),
  data: page(issue),
})

export const myCoupon = call({
  method: 'GET',
  path: '/mypage/myCoupon',
  who: 'member',
  summary: "The member's coupons: usable (the first to expire first), or used and expired (the latest first)",
  query: z.strictObject({ ...paging, psTycd: z._default(z.enum(COUPON_VIEWS), 'usable') }),
  data: page(coupon),
})

const number = z.partial(z.strictObject({ couponPblcnUid: text(80) }))

export const insert = call({
  method: 'POST',
  path: '/mypage/coupon/insert',
  who: 'member',
  summary: 'Takes an issued coupon',
  refuses: ['E_COUPON_REQUIRED', 'E_NOT_FOUND', 'E_COUPON_TAKEN', 'E_COUPON_OVER'],
  query: number,
  body: z.optional(number),
  data: coupon,
})

const paperNumber = z.partial(z.strictObject({ couponUid: text(40) }))

export const paperInsert = call({
  method: 'POST',
  path: '/mypage/paperCoupon/insert',
  who: 'member',
  summary: 'Takes a paper coupon by its printed number; five wrong numbers an hour',
  refuses: ['E_COUPON_REQUIRED', 'E_COUPON_NUMBER', 'E_COUPON_OVER', 'E_THROTTLED'],
  query: paperNumber,
  body: z.optional(paperNumber),
  data: coupon,
})
