import * as z from 'zod/mini'
import { MEDIA, PASS_TYPES } from '../codes.ts'
import { call, page } from './call.ts'
import { DISCOUNT_REFUSALS, fittingCoupon } from './coupon.ts'
import { instant, krw, language, paging, quantity, text, uid, uuid, whole, yn } from './fields.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'

/** A pass product in one language. `saleYn: 'N'`: not on sale at present. */
export const product = z.object({
  gdsUid: z.string(),
  gdsDtlUid: z.string(),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  name: z.string(),
  summary: z.string(),
  mediumNote: z.string(),
  windowHours: z.int(),
  windowText: z.string(),
  /** Entries that a Big3 or Big5 includes; null for a 24H or 48H, which enter each attraction once. */
  allowance: z.nullable(z.object({ A: z.int(), B: z.int() })),
  price: krw,
  discounted: z.nullable(krw),
  saleYn: yn,
  soldOutYn: yn,
  /** `Y`: a made-up price, shown in the sandbox only; absent in responses of earlier releases. */
  sampleYn: z.optional(yn),
  /** How many attractions take this pass, by group. */
  places: z.object({ A: z.int(), B: z.int() }),
})
export type Product = z.infer<typeof product>

export const list = call({
  method: 'GET',
  path: '/pass/list',
  who: 'anonymous',
  shared: true,
  summary: 'Pass products',
  query: z.strictObject({ ...paging, psCd: z.optional(text(40)), language }),
  data: page(product),
})

export const detail = call({
  method: 'GET',
  path: '/pass/detail/{id}',
  who: 'anonymous',
  shared: true,
  summary: 'One pass product',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uid }),
  query: z.strictObject({ language }),
  data: product,
})

/** Payment methods that the gateway offers; the card itself is chosen on its hosted page. */
export const PAYMENT_METHODS = ['overseas_card', 'unionpay_amex'] as const

export const quote = z.object({
  quoteUid: z.string(),
  gdsUid: z.string(),
  gdsDtlUid: z.string(),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  passCnt: z.int(),
  unitPrice: krw,
  discount: krw,
  /** Points spent; one point is one won. */
  points: krw,
  /** Amount to pay. */
  amount: krw,
  couponUid: z.nullable(z.string()),
  /** The member's coupons that apply to this sum, each with its discount, the largest first. */
  coupons: z.array(fittingCoupon),
  /** Points that could be spent on this order; 0 while spending is off. */
  pointsUsable: krw,
  windowHours: z.int(),
  cancelDays: z.int(),
  methods: z.array(z.enum(PAYMENT_METHODS)),
  /** When the quote expires. */
  expiresAt: instant,
  buyer: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
})
export type Quote = z.infer<typeof quote>

/** `price` and `isPay` are what the caller expects; the server computes both and refuses others (`E_PRICE_CHANGED`). */
const payInfo = {
  couponUid: z.optional(uid),
  gdsDtlUid: uid,
  promoCode: z.optional(text(40)),
  isPay: z.optional(yn),
}

export const buyPassPayInfo = call({
  method: 'POST',
  path: '/pass/buyPassPayInfo',
  who: 'member',
  summary: 'Prices an order before payment',
  refuses: ['E_NOT_FOUND', 'E_NOT_ON_SALE', 'E_SOLD_OUT', ...DISCOUNT_REFUSALS, 'E_PRICE_CHANGED'],
  query: z.partial(
    z.strictObject({ ...payInfo, passCnt: whole(QUANTITY_MIN, QUANTITY_MAX), price: whole(0, 100_000_000) }),
  ),
  /** `points` (addition): points to spend. */
  body: z.optional(z.strictObject({ ...payInfo, passCnt: quantity, price: z.optional(krw), points: z.optional(krw) })),
  data: quote,
})

/** `pending`: the payment is not decided. `cancelled`: closed without a payment that counts. */
export const ORDER_STATES = ['pending', 'paid', 'declined', 'cancelled', 'refunded'] as const
/**
 * Why an order was closed: the bank declined the card, the card was issued in Korea, the payment was not completed
 * (`abandoned`), or the money came after the order was closed (`late`) or with another sum (`amount`) and goes back.
 */
export const ORDER_REASONS = ['declined', 'domestic_card', 'abandoned', 'late', 'amount'] as const

/** Kinds of orders: of passes, or of goods by a reservation. */
export const ORDER_KINDS = ['pass', 'goods'] as const

const anyOrder = z.object({
  ordUid: z.string(),
  /** Number for people: HP-261121-7F3A. */
  orderNumber: z.string(),
  state: z.enum(ORDER_STATES),
  reason: z.nullable(z.enum(ORDER_REASONS)),
  gdsUid: z.string(),
  amount: krw,
  orderedAt: instant,
  paidAt: z.nullable(instant),
  cancelUntil: z.nullable(instant),
  /** The gateway's payment page, while the order is pending. */
  payUrl: z.nullable(z.string()),
})

/** An order of passes. */
export const order = z.extend(anyOrder, {
  kind: z.literal('pass'),
  passType: z.enum(PASS_TYPES),
  medium: z.enum(MEDIA),
  passCnt: z.int(),
  /** The inputs of its price and payment, with which the client can order the same again. */
  gdsDtlUid: z.string(),
  method: z.enum(PAYMENT_METHODS),
  promoCode: z.nullable(z.string()),
  couponUid: z.nullable(z.string()),
})
export type Order = z.infer<typeof order>

/** An order of goods: the payment of a reservation. */
export const goodsOrder = z.extend(anyOrder, { kind: z.literal('goods'), goodsCnt: z.int() })
export type GoodsOrder = z.infer<typeof goodsOrder>

export const buyPass = call({
  method: 'POST',
  path: '/pass/buyPass',
  who: 'member',
  summary: 'Buys what was quoted: writes the order, prepares the payment',
  refuses: [
    'E_NOT_FOUND',
    'E_QUOTE_EXPIRED',
    'E_AGREEMENT_REQUIRED',
    'E_PAYMENT_METHOD',
    'E_NOT_ON_SALE',
    'E_SOLD_OUT',
    'E_HOLDS',
    'E_THROTTLED',
    'E_COUPON',
    'E_PROMO_CODE',
    'E_POINTS',
    'E_GATEWAY',
  ],
  /**
   * A method that is absent or not offered is `E_PAYMENT_METHOD`. `receiptPlaceUid`: where the buyer plans to collect a
   * card pass; any exchange desk hands it over.
   */
  body: z.strictObject({ quoteUid: uuid, method: z.optional(text(40)), agreeYn: yn, receiptPlaceUid: z.optional(uid) }),
  data: order,
})

export const orderDetail = call({
  method: 'GET',
  path: '/pass/order/{id}',
  who: 'member',
  addition: true,
  summary: 'One order of passes and how its payment stands',
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: order,
})
