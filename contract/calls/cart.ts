import * as z from 'zod/mini'
import { CART_LINES_MAX } from '../limits.ts'
import { CART_PROBLEMS } from '../rules/cart.ts'
import { call } from './call.ts'
import { DISCOUNT_REFUSALS, fittingCoupon } from './coupon.ts'
import { instant, krw, quantity, text, uid, uuid, yn } from './fields.ts'
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATES, PAYMENT_METHODS } from './pass.ts'
import { priceSn } from './reserve.ts'

/** What the visitor has put into the cart. */
const wantedLine = z.strictObject({
  gdsDtlUid: uid,
  count: quantity,
  /** Goods only: the priced nights, departure or voucher. */
  priceSn: z.optional(priceSn),
  /** KRW of one unit as the visitor saw it. */
  unitPrice: krw,
})
export type WantedLine = z.infer<typeof wantedLine>

/** A line with its price of today and its share of discount and points, KRW. */
const quotedLine = z.object({
  kind: z.enum(ORDER_KINDS),
  gdsDtlUid: z.string(),
  priceSn: z.nullable(z.string()),
  count: z.int(),
  /** The present price of one unit; without one, that of the request. */
  unitPrice: krw,
  sum: krw,
  discount: krw,
  points: krw,
  amount: krw,
  /** null: it can be bought as it was sent. */
  problem: z.nullable(z.enum(CART_PROBLEMS)),
})

export const cartQuote = z.object({
  /** With it the cart can be bought; null while a line has a problem. */
  quoteUid: z.nullable(uuid),
  /** In the order of the request. */
  lines: z.array(quotedLine),
  /** KRW of the lines that are on sale: before the discounts, and to pay. */
  sum: krw,
  discount: krw,
  points: krw,
  amount: krw,
  couponUid: z.nullable(z.string()),
  /** The member's coupons that apply to lines of this cart, the largest discount first. */
  coupons: z.array(fittingCoupon),
  /** Points that could be spent on it; 0 while spending is off. */
  pointsUsable: krw,
  methods: z.array(z.enum(PAYMENT_METHODS)),
  expiresAt: instant,
  buyer: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
})
export type CartQuote = z.infer<typeof cartQuote>

export const quote = call({
  method: 'POST',
  path: '/cart/quote',
  who: 'member',
  addition: true,
  summary: 'Prices a cart of passes and goods before payment and names the lines that have changed; holds nothing',
  refuses: [...DISCOUNT_REFUSALS, 'E_THROTTLED'],
  body: z.strictObject({
    lines: z.array(wantedLine).check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
    /** At most one of coupon and promotion code. */
    couponUid: z.optional(uid),
    promoCode: z.optional(text(40)),
    /** Points to spend. */
    points: z.optional(krw),
  }),
  data: cartQuote,
})

/** What a line has become: an order, with a reservation if it is of goods. */
const orderedLine = z.object({
  kind: z.enum(ORDER_KINDS),
  ordUid: z.string(),
  rsvtUid: z.nullable(z.string()),
  orderNumber: z.string(),
  gdsUid: z.string(),
  gdsDtlUid: z.string(),
  priceSn: z.nullable(z.string()),
  /** Name of the product or goods in the language of the call; empty once it has left the catalogue. */
  name: z.string(),
  count: z.int(),
  amount: krw,
})

/** The order of a cart, which is charged once for all its lines. */
export const cartOrder = z.object({
  kind: z.literal('cart'),
  ordUid: z.string(),
  orderNumber: z.string(),
  state: z.enum(ORDER_STATES),
  reason: z.nullable(z.enum(ORDER_REASONS)),
  amount: krw,
  orderedAt: instant,
  paidAt: z.nullable(instant),
  /** The gateway's payment page, while the order is pending. */
  payUrl: z.nullable(z.string()),
  lines: z.array(orderedLine),
})
export type CartOrder = z.infer<typeof cartOrder>

export const buy = call({
  method: 'POST',
  path: '/cart/buy',
  who: 'member',
  addition: true,
  summary: 'Buys a priced cart: holds all its lines or none, writes the order, prepares the one payment',
  refuses: [
    'E_NOT_FOUND',
    'E_QUOTE_EXPIRED',
    'E_AGREEMENT_REQUIRED',
    'E_PAYMENT_METHOD',
    'E_NOT_ON_SALE',
    'E_SOLD_OUT',
    'E_RESERVE_DATE',
    'E_NO_ROOM',
    'E_HOLDS',
    'E_THROTTLED',
    'E_COUPON',
    'E_PROMO_CODE',
    'E_POINTS',
    'E_GATEWAY',
  ],
  /** A line that cannot be bought is named in `fields`, as `lines.<gdsDtlUid>`. */
  body: z.strictObject({ quoteUid: uuid, method: z.optional(text(40)), agreeYn: yn }),
  data: cartOrder,
})

export const orderDetail = call({
  method: 'GET',
  path: '/cart/order/{id}',
  who: 'member',
  addition: true,
  summary: 'The order of a cart, how its payment stands, and what its lines have become',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: cartOrder,
})
