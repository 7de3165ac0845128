import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What a write with an `Idempotency-Key` answered. Written in the transaction of the effect. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** A member's id, `gate:` and a gate's id, or `guest:` and the fingerprint. */
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    /** Keyed hash of call, member and input. */
    fingerprint: text('fingerprint').notNull(),
    /** The `data` of the answer as JSON. */
    answer: text('answer'),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_at').on(table.at)],
)
