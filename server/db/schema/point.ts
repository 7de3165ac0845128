import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { POINT_KINDS } from '#contract/calls/point.ts'

/** A member's points as they stand: the row that every change of them goes through. */
export const pointAccount = pgTable(
  'point_account',
  {
    memberId: uuid('member_id').primaryKey(),
    balance: integer('balance').notNull(),
    /** Number of the last entry. */
    seq: integer('seq').notNull(),
  },
  (table) => [check('point_account_balance', sql`${table.balance} >= 0`)],
)

/** The ledger: rows are written once and never changed. */
export const pointEntry = pgTable(
  'point_entry',
  {
    entryUid: uuid('entry_uid').primaryKey(),
    memberId: uuid('member_id').notNull(),
    /** 1, 2, 3 … for one member, without a gap. */
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: POINT_KINDS }).notNull(),
    /** Added, or taken when below zero. */
    amount: integer('amount').notNull(),
    /** After this entry. */
    balance: integer('balance').notNull(),
    ordUid: uuid('ord_uid').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('point_entry_seq').on(table.memberId, table.seq),
    index('point_entry_order').on(table.ordUid),
  ],
)
