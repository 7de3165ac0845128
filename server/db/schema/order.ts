import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATES, PAYMENT_METHODS } from '#contract/calls/pass.ts'
import { MEDIA, PASS_TYPES, type Medium, type PassType } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'

/**
 * What a row sells: passes, goods by a reservation, or (`cart`) several lines at once. An order of a cart is charged;
 * its lines are orders of their own, which are paid, closed and charged back together with it.
 */
const SOLD_KINDS = [...ORDER_KINDS, 'cart'] as const

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Subject and price of a quote, copied to its order, so that an order keeps the terms of its day. */
const terms = () => ({
  memberId: uuid('member_id').notNull(),
  kind: text('kind', { enum: SOLD_KINDS }).notNull().default('pass'),
  gdsUid: text('gds_uid').notNull(),
  gdsDtlUid: text('gds_dtl_uid').notNull(),
  /** Passes only, as are medium and window. */
  passType: text('pass_type', { enum: PASS_TYPES }),
  medium: text('medium', { enum: MEDIA }),
  /** Goods only: the priced nights or slot. */
  priceSn: text('price_sn'),
  /** Number of units: passes, rooms, seats. */
  passCnt: integer('pass_cnt').notNull(),
  unitPrice: integer('unit_price').notNull(),
  discount: integer('discount').notNull(),
  amount: integer('amount').notNull(),
  promoCode: text('promo_code'),
  /** The coupon that gave the discount. */
  couponUid: text('coupon_uid'),
  /** Points spent; one point is one won. `amount` is the rest to pay. */
  points: integer('points').notNull().default(0),
  windowHours: integer('window_hours'),
  /** Passes only: days after payment. Goods have an instant on the order instead. */
  cancelDays: integer('cancel_days'),
  /** Lines of a cart only: the quote of their cart. The order of that quote is charged for all its lines. */
  cartUid: uuid('cart_uid'),
})

/** Promotion codes: a percentage off. */
export const promoCode = pgTable('promo_code', {
  /** In capitals. */
  code: text('code').primaryKey(),
  percent: integer('percent').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
  /** Most orders with it, of all members and of one, that are paid or being paid; null: no limit. */
  usesMax: integer('uses_max'),
  memberUsesMax: integer('member_uses_max'),
  /** Sample data for development. */
  sample: boolean('sample').notNull(),
})

/** A price that is held for half an hour. */
export const quote = pgTable(
  'quote',
  {
    quoteUid: uuid('quote_uid').primaryKey(),
    ...terms(),
    /** Hotels: KRW of each night for one room, copied to the reservation. */
    nightPrices: jsonb('night_prices').$type<number[]>(),
    quotedAt: instant('quoted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('quote_expires').on(table.expiresAt), index('quote_cart').on(table.cartUid)],
)

export const order = pgTable(
  'orders',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    /** A quote makes one order. */
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
    /** The exchange desk chosen to collect card passes. */
    receiptPlaceUid: text('receipt_place_uid'),
    /** Its id at the gateway, written before the first request to the gateway. */
    paymentKey: text('payment_key').notNull(),
    payUrl: text('pay_url'),
    orderedAt: instant('ordered_at').notNull(),
    /** Set before the request to charge; from then on only the gateway's answer ends the order. */
    chargeAt: instant('charge_at'),
    paidAt: instant('paid_at'),
    cancelUntil: instant('cancel_until'),
    closedAt: instant('closed_at'),
    /** KRW refunded, promised or released; never more than was paid or authorised. */
    refunded: integer('refunded').notNull().default(0),
    /** When the buyer's bank opened a charge-back; the order's passes are blocked since then. */
    disputedAt: instant('disputed_at'),
  },
  (table) => [
    uniqueIndex('orders_quote').on(table.quoteUid),
    uniqueIndex('orders_number').on(table.orderNumber),
    uniqueIndex('orders_payment_key').on(table.paymentKey),
    index('orders_member').on(table.memberId, table.orderedAt),
    index('orders_cart').on(table.cartUid),
    // Counts the orders that use a promotion code with a limit (`countUses`).
    index('orders_promo')
      .on(table.promoCode, table.memberId)
      .where(sql`${table.promoCode} is not null and state in ('pending', 'paid')`),
    // An order of passes has all fields from which a pass is issued.
    check(
      'orders_kind',
      sql`kind in ('goods', 'cart') or (pass_type is not null and medium is not null and window_hours is not null and cancel_days is not null)`,
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
/** An order of passes, with the fields from which a pass is issued. */
export type PassOrder = typeof order.$inferSelect & PassTerms
/** Returns whether an order is of passes, not of goods or a cart. */
export const isPassOrder = <T extends typeof order.$inferSelect>(row: T): row is T & PassTerms => row.kind === 'pass'

/** An order that sells passes or goods, alone or as a line of a cart. */
export type SoldOrder = typeof order.$inferSelect & { kind: (typeof ORDER_KINDS)[number] }
/** Returns whether an order sells passes or goods itself; a cart sells through its lines. */
export const isSoldOrder = (row: typeof order.$inferSelect): row is SoldOrder => row.kind !== 'cart'

/** Checks of payments that earlier releases wrote: `job` takes their due rows over (decision 0120). */
export const orderJob = pgTable(
  'order_job',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    dueAt: instant('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('order_job_due').on(table.dueAt)],
)

/** Log of reports about payments, by source. It never decides anything: the gateway is asked. */
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
