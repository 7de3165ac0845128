import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { REFUND_STATES, REFUND_REFUSALS } from '#contract/calls/refund.ts'
import { REFUND_REASONS } from '#contract/codes.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Refunds of money to a buyer. The row is written before the request to the gateway, and a retry finds it. */
export const moneyBack = pgTable(
  'money_back',
  {
    /** Idempotency key, also at the gateway: a key refunds once. */
    key: text('key').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    /** KRW. */
    amount: integer('amount').notNull(),
    /** Why: a word of ours, also sent to the gateway. */
    reason: text('reason').notNull(),
    state: text('state', { enum: ['due', 'done', 'refused'] }).notNull(),
    /** The gateway's error code if it refused. */
    code: text('code'),
    askedAt: instant('asked_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('money_back_order').on(table.ordUid)],
)

/** A request for a refund (spec 3.11, 4.18). Its transitions are drawn in `server/modules/refund/service.ts`. */
export const refund = pgTable(
  'refund',
  {
    refundUid: uuid('refund_uid').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    memberId: uuid('member_id').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    /** The desk decides, because the request came late or the card was collected. */
    desk: boolean('desk').notNull(),
    whyCd: text('why_cd', { enum: REFUND_REASONS }).notNull(),
    etcWhy: text('etc_why').notNull(),
    /** Its units, which refer to it in `refundUid` while it is open or completed. */
    passUids: jsonb('pass_uids').$type<string[]>().notNull(),
    /** KRW. */
    amount: integer('amount').notNull(),
    /** Whether it covers all units of the order that no other request covers. */
    whole: boolean('whole').notNull(),
    /** The key of its row in `moneyBack`; null while the desk has not decided. */
    moneyKey: text('money_key'),
    requestedAt: instant('requested_at').notNull(),
    endedAt: instant('ended_at'),
    /** Why it was denied. */
    refusal: text('refusal', { enum: REFUND_REFUSALS }),
    /** Note of the desk to the member. */
    note: text('note'),
  },
  (table) => [
    index('refund_member').on(table.memberId, table.requestedAt),
    index('refund_order').on(table.ordUid),
    index('refund_money').on(table.moneyKey),
  ],
)
