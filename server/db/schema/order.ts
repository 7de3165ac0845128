import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATES, PAYMENT_METHODS } from '#contract/calls/pass.ts'
import { MEDIA, PASS_TYPES, type Medium, type PassType } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** What is bought and for how much, on a quote and again on its order: the policy of that day stays with it. */
const terms = () => ({
  memberId: uuid('member_id').notNull(),
  kind: text('kind', { enum: ORDER_KINDS }).notNull().default('pass'),
  gdsUid: text('gds_uid').notNull(),
  gdsDtlUid: text('gds_dtl_uid').notNull(),
  /** Of passes only, as are medium and window. */
  passType: text('pass_type', { enum: PASS_TYPES }),
  medium: text('medium', { enum: MEDIA }),
  /** Of goods only: which night or slot is priced. */
  priceSn: text('price_sn'),
  /** Units: passes, rooms, seats. */
  passCnt: integer('pass_cnt').notNull(),
  unitPrice: integer('unit_price').notNull(),
  discount: integer('discount').notNull(),
  amount: integer('amount').notNull(),
  promoCode: text('promo_code'),
  /** The coupon that gave the discount. */
  couponUid: text('coupon_uid'),
  /** Paid with points, one for a won: `amount` is what is left to pay. */
  points: integer('points').notNull().default(0),
  windowHours: integer('window_hours'),
  /** Of passes only: days after payment. Goods have an instant of their own on the order. */
  cancelDays: integer('cancel_days'),
})

/** Percent off for whoever knows the code. */
export const promoCode = pgTable('promo_code', {
  /** In capitals. */
  code: text('code').primaryKey(),
  percent: integer('percent').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
  /** Made up for development. */
  sample: boolean('sample').notNull(),
})

/** A price held for half an hour. */
export const quote = pgTable(
  'quote',
  {
    quoteUid: uuid('quote_uid').primaryKey(),
    ...terms(),
    quotedAt: instant('quoted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('quote_expires').on(table.expiresAt)],
)

export const order = pgTable(
  'orders',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    /** One quote, one order. */
    quoteUid: uuid('quote_uid').notNull(),
    orderNumber: text('order_number').notNull(),
    ...terms(),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    reason: text('reason', { enum: ORDER_REASONS }),
    method: text('method', { enum: PAYMENT_METHODS }).notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    buyerName: text('buyer_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    buyerMobile: text('buyer_mobile'),
    /** Where card passes are collected. */
    receiptPlaceUid: text('receipt_place_uid'),
    /** Its name at the gateway, written before the gateway is asked for anything. */
    paymentKey: text('payment_key').notNull(),
    payUrl: text('pay_url'),
    orderedAt: instant('ordered_at').notNull(),
    /** Set before the gateway is asked to charge: from then on only its answer ends the order. */
    chargeAt: instant('charge_at'),
    paidAt: instant('paid_at'),
    cancelUntil: instant('cancel_until'),
    closedAt: instant('closed_at'),
    /** KRW given back or promised back; never more than the amount. */
    refunded: integer('refunded').notNull().default(0),
    /** The buyer took the charge back at her bank: its passes are blocked since then. */
    disputedAt: instant('disputed_at'),
  },
  (table) => [
    uniqueIndex('orders_quote').on(table.quoteUid),
    uniqueIndex('orders_number').on(table.orderNumber),
    uniqueIndex('orders_payment_key').on(table.paymentKey),
    index('orders_member').on(table.memberId, table.orderedAt),
    // What a pass is issued from is there.
    check(
      'orders_kind',
      sql`kind = 'goods' or (pass_type is not null and medium is not null and window_hours is not null and cancel_days is not null)`,
    ),
  ],
)

interface PassTerms {
  kind: 'pass'
  passType: PassType
  medium: Medium
  windowHours: number
  cancelDays: number
}
/** An order of passes, with all that a pass is issued from. */
export type PassOrder = typeof order.$inferSelect & PassTerms
export const isPassOrder = <T extends typeof order.$inferSelect>(row: T): row is T & PassTerms => row.kind === 'pass'

/** Orders whose payment is still to be asked for. */
export const orderJob = pgTable(
  'order_job',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    dueAt: instant('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('order_job_due').on(table.dueAt)],
)

/** What was heard of a payment, and from whom; never decides anything. */
export const paymentLog = pgTable(
  'payment_log',
  {
    id: uuid('id').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    source: text('source', { enum: ['browser', 'return', 'webhook', 'gateway'] }).notNull(),
    result: text('result').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('payment_log_order').on(table.ordUid)],
)
