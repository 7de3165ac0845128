import * as z from 'zod/mini'
import { MEDIA, PASS_TYPES } from '../codes.ts'
import { PURCHASE_LABELS } from '../rules/purchase.ts'
import { call, page } from './call.ts'
import { instant, krw, paging, uuid } from './fields.ts'
import { GIFT_STATES } from './gift.ts'
import { ORDER_KINDS, PAYMENT_METHODS } from './pass.ts'
import { PASS_STATES } from './mypage.ts'
import { refundItem } from './refund.ts'

/** One purchase, as in specification 3: product, quantity, payment date, amount, number. */
const summary = {
  ordUid: uuid,
  orderNumber: z.string(),
  kind: z.enum(ORDER_KINDS),
  gdsUid: z.string(),
  /** Of the product or the goods, in the call's language; empty for one that left the catalogue. */
  name: z.string(),
  passType: z.nullable(z.enum(PASS_TYPES)),
  medium: z.nullable(z.enum(MEDIA)),
  /** Units: passes, rooms, seats. */
  count: z.int(),
  amount: krw,
  orderedAt: instant,
  paidAt: z.nullable(instant),
  /** Derived from its passes, never stored. Reservations have states of their own: null. */
  label: z.nullable(z.enum(PURCHASE_LABELS)),
  /** KRW given back, or promised back. */
  refunded: krw,
}

export const purchase = z.object(summary)
export type Purchase = z.infer<typeof purchase>

export const buyList = call({
  method: 'GET',
  path: '/mypage/buy/list',
  who: 'member',
  summary: 'Purchases of the last three months, newest first',
  query: z.strictObject(paging),
  data: page(purchase),
})

export const TIMELINE = [
  'ordered',
  'paid',
  'gift_sent',
  'gift_ended',
  'refund_requested',
  'refund_completed',
  'refund_denied',
  'disputed',
  'closed',
] as const

export const purchaseDetail = z.object({
  ...summary,
  unitPrice: krw,
  discount: krw,
  /** Paid with points, one for a won. */
  points: krw,
  /** Where card passes were to be collected; null for all else. */
  receiptPlaceUid: z.nullable(z.string()),
  method: z.enum(PAYMENT_METHODS),
  buyer: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
  /** Until then unused passes can be given back by rule; afterwards the desk decides. Half-open. */
  cancelUntil: z.nullable(instant),
  units: z.array(
    z.object({
      passUid: uuid,
      /** null: given away; how it is used is its new holder's. */
      state: z.nullable(z.enum(PASS_STATES)),
      /** The last gift of it by this buyer. */
      gift: z.nullable(z.enum(GIFT_STATES)),
      /** May `refundPass` be asked for it? */
      refundYn: z.enum(['Y', 'N']),
    }),
  ),
  /** KRW that would go back for all units that can be given back now. */
  refundable: krw,
  refunds: z.array(refundItem),
  /** What happened, oldest first. `passUid` where it concerns one unit, `amount` KRW where money moves. */
  timeline: z.array(
    z.object({
      what: z.enum(TIMELINE),
      at: instant,
      passUid: z.nullable(uuid),
      amount: z.nullable(krw),
    }),
  ),
})
export type PurchaseDetail = z.infer<typeof purchaseDetail>

export const buyDetail = call({
  method: 'GET',
  path: '/mypage/buy/detail/{id}',
  who: 'member',
  addition: true,
  summary: 'One purchase with its passes, refunds and timeline, however old',
  params: z.strictObject({ id: uuid }),
  data: purchaseDetail,
})
