import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { REFUND_STATES, REFUND_REFUSALS } from '#contract/calls/refund.ts'
import { REFUND_REASONS } from '#contract/codes.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Money that goes back to a buyer. The row is written before the gateway is asked, and asking again finds it. */
export const moneyBack = pgTable(
  'money_back',
  {
    /** Its name at the gateway too: the same key gives money back once. */
    key: text('key').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    /** KRW. */
    amount: integer('amount').notNull(),
    /** Who asked: a word of ours, told to the gateway. */
    reason: text('reason').notNull(),
    state: text('state', { enum: ['due', 'done', 'refused'] }).notNull(),
    /** The gateway's word when it refused. */
    code: text('code'),
    askedAt: instant('asked_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('money_back_order').on(table.ordUid)],
)

/** A request for a refund (specification 3, 4). Its transitions are drawn in `server/modules/refund/service.ts`. */
export const refund = pgTable(
  'refund',
  {
    refundUid: uuid('refund_uid').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    memberId: uuid('member_id').notNull(),
    state: text('state', { enum: REFUND_STATES }).notNull(),
    /** A person decides: it came too late, or the card is in a hand. */
    desk: boolean('desk').notNull(),
    whyCd: text('why_cd', { enum: REFUND_REASONS }).notNull(),
    etcWhy: text('etc_why').notNull(),
    /** Which units; they point back at it while it is open or completed. */
    passUids: jsonb('pass_uids').$type<string[]>().notNull(),
    /** KRW. */
    amount: integer('amount').notNull(),
    /** The order has no unit left that could be given back. */
    whole: boolean('whole').notNull(),
    /** The money that goes back for it; null while the desk has not decided. */
    moneyKey: text('money_key'),
    requestedAt: instant('requested_at').notNull(),
    endedAt: instant('ended_at'),
    /** Why it was denied. */
    refusal: text('refusal', { enum: REFUND_REFUSALS }),
    /** What the desk wrote to the member. */
    note: text('note'),
  },
  (table) => [
    index('refund_member').on(table.memberId, table.requestedAt),
    index('refund_order').on(table.ordUid),
    index('refund_money').on(table.moneyKey),
  ],
)
