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

/** Points that a paid order earns, while the order can still be given back: they are not in the balance yet. */
export const pointPending = pgTable(
  'point_pending',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    memberId: uuid('member_id').notNull(),
    amount: integer('amount').notNull(),
    /** Of the amount, what refunds of units have taken. */
    taken: integer('taken').notNull().default(0),
    /** From then on the order cannot be given back, ms UTC. */
    dueAt: bigint('due_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    check('point_pending_taken', sql`${table.taken} between 0 and ${table.amount}`),
    index('point_pending_member').on(table.memberId),
    index('point_pending_due').on(table.dueAt),
  ],
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
