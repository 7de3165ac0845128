import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ORDER_REASONS, ORDER_STATES, PAYMENT_METHODS } from '#contract/calls/pass.ts'
import { MEDIA, PASS_TYPES } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** What is bought and for how much, on a quote and again on its order: the policy of that day stays with it. */
const terms = () => ({
  memberId: uuid('member_id').notNull(),
  gdsUid: text('gds_uid').notNull(),
  gdsDtlUid: text('gds_dtl_uid').notNull(),
  passType: text('pass_type', { enum: PASS_TYPES }).notNull(),
  medium: text('medium', { enum: MEDIA }).notNull(),
  passCnt: integer('pass_cnt').notNull(),
  unitPrice: integer('unit_price').notNull(),
  discount: integer('discount').notNull(),
  amount: integer('amount').notNull(),
  promoCode: text('promo_code'),
  windowHours: integer('window_hours').notNull(),
  cancelDays: integer('cancel_days').notNull(),
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
    /** Its name at the gateway, written before the gateway is asked for anything. */
    paymentKey: text('payment_key').notNull(),
    payUrl: text('pay_url'),
    orderedAt: instant('ordered_at').notNull(),
    /** Set before the gateway is asked to charge: from then on only its answer ends the order. */
    chargeAt: instant('charge_at'),
    paidAt: instant('paid_at'),
    cancelUntil: instant('cancel_until'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('orders_quote').on(table.quoteUid),
    uniqueIndex('orders_number').on(table.orderNumber),
    uniqueIndex('orders_payment_key').on(table.paymentKey),
    index('orders_member').on(table.memberId, table.orderedAt),
  ],
)

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
