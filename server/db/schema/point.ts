import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { POINT_KINDS } from '#contract/calls/point.ts'

/** A member's balance of points; every change locks this row. */
export const pointAccount = pgTable(
  'point_account',
  {
    memberId: uuid('member_id').primaryKey(),
    balance: integer('balance').notNull(),
    /** `seq` of the last entry. */
    seq: integer('seq').notNull(),
    /**
     * No point expires, and no reminder of it is due, before this instant (ms UTC); null: none ever. Entries that take
     * points leave it, so it may be too early.
     */
    expiryDueAt: bigint('expiry_due_at', { mode: 'number' }),
  },
  (table) => [
    check('point_account_balance', sql`${table.balance} >= 0`),
    index('point_account_expiry_due')
      .on(table.expiryDueAt)
      .where(sql`${table.expiryDueAt} is not null`),
  ],
)

/** Points that a paid order earns, not in the balance while the order can still be cancelled. */
export const pointPending = pgTable(
  'point_pending',
  {
    ordUid: uuid('ord_uid').primaryKey(),
    memberId: uuid('member_id').notNull(),
    amount: integer('amount').notNull(),
    /** Part of the amount that refunds of units have taken back. */
    taken: integer('taken').notNull().default(0),
    /** From then on the order cannot be cancelled, ms UTC. */
    dueAt: bigint('due_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    check('point_pending_taken', sql`${table.taken} between 0 and ${table.amount}`),
    index('point_pending_member').on(table.memberId),
    index('point_pending_due').on(table.dueAt),
  ],
)

/** The ledger; rows never change. */
export const pointEntry = pgTable(
  'point_entry',
  {
    entryUid: uuid('entry_uid').primaryKey(),
    memberId: uuid('member_id').notNull(),
    /** 1, 2, 3 … for each member, without gaps. */
    seq: integer('seq').notNull(),
    kind: text('kind', { enum: POINT_KINDS }).notNull(),
    /** Points added; negative: taken. */
    amount: integer('amount').notNull(),
    /** Balance after this entry. */
    balance: integer('balance').notNull(),
    ordUid: uuid('ord_uid').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
    /**
     * Of an entry that adds points: the first instant at which they have expired, ms UTC. Null: they never expire, as
     * those from before migration 0026, and those that the release before writes while it still runs.
     */
    expireAt: bigint('expire_at', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('point_entry_seq').on(table.memberId, table.seq),
    index('point_entry_order').on(table.ordUid),
  ],
)
