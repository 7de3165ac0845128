import * as z from 'zod/mini'
import { MEDIA, PASS_TYPES } from '../codes.ts'
import { PURCHASE_LABELS } from '../rules/purchase.ts'
import { call, page } from './call.ts'
import { instant, krw, paging, uuid, yn } from './fields.ts'
import { FIRST_GIFT_STATES } from './gift.ts'
import { ORDER_KINDS, PAYMENT_METHODS } from './pass.ts'
import { PASS_STATES } from './mypage.ts'
import { REFUND_STATES, refundItem } from './refund.ts'

/** One purchase (spec 3.6): product, quantity, payment date, amount, number. */
const summary = {
  ordUid: uuid,
  orderNumber: z.string(),
  kind: z.enum(ORDER_KINDS),
  gdsUid: z.string(),
  /** Name of the product or goods in the language of the call; empty once it has left the catalogue. */
  name: z.string(),
  passType: z.nullable(z.enum(PASS_TYPES)),
  medium: z.nullable(z.enum(MEDIA)),
  /** Number of units: passes, rooms, seats. */
  count: z.int(),
  amount: krw,
  orderedAt: instant,
  paidAt: z.nullable(instant),
  /** Derived from its passes, never stored. Null for a reservation, which has its own states. */
  label: z.nullable(z.enum(PURCHASE_LABELS)),
  /** KRW refunded, or promised by a refund request. */
  refunded: krw,
  /**
   * State of the latest refund request, or of the refund of a cancelled reservation; null without one. Absent in answers
   * of earlier releases.
   */
  refundState: z.optional(z.nullable(z.enum(REFUND_STATES))),
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

/**
 * Events of a purchase. `gift_ended`: accepted, declined, cancelled or expired. `disputed`: the buyer's bank opened a
 * charge-back. `closed`: the order ended unpaid.
 */
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
  /** Points spent; one point is one won. */
  points: krw,
  /** Desk chosen to collect card passes; null for everything else. */
  receiptPlaceUid: z.nullable(z.string()),
  method: z.enum(PAYMENT_METHODS),
  buyer: z.object({ name: z.string(), email: z.string(), mobile: z.nullable(z.string()) }),
  /** Before this instant unused passes are refunded by rule; from it on the desk decides. */
  cancelUntil: z.nullable(instant),
  units: z.array(
    z.object({
      passUid: uuid,
      /** null: given away; only the new holder sees its use. */
      state: z.nullable(z.enum(PASS_STATES)),
      /** State of the last gift of it by this buyer; an expired one is `cancelled`. */
      gift: z.nullable(z.enum(FIRST_GIFT_STATES)),
      /** Whether `refundPass` accepts it. */
      refundYn: z.enum(['Y', 'N']),
      /** `Y`: the desk would decide a request that includes this unit. */
      deskYn: z.optional(yn),
    }),
  ),
  /** Refund in KRW for all units that can be refunded now. */
  refundable: krw,
  /** Refund in KRW for one, two, … of the units that can be refunded now; empty when none can. */
  refundSteps: z.optional(z.array(krw)),
  refunds: z.array(refundItem),
  /** Events, oldest first. `passUid` if one unit is concerned, `amount` (KRW) if money moves. */
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
  refuses: ['E_NOT_FOUND'],
  params: z.strictObject({ id: uuid }),
  data: purchaseDetail,
})

export const receipt = call({
  method: 'GET',
  path: '/mypage/buy/receipt/{id}',
  who: 'member',
  addition: true,
  raw: true,
  fileType: 'application/pdf',
  summary: 'The receipt of one purchase as a PDF in the language of the call',
  refuses: ['E_NOT_FOUND', 'E_BUSY', 'E_THROTTLED'],
  params: z.strictObject({ id: uuid }),
  data: z.null(),
})
