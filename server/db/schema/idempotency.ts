import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Answers of writes with an `Idempotency-Key`, stored in the transaction of the effect (P1). */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The id of a member, `gate:` and the id of a gate, or `guest:` and the fingerprint. */
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    /** Keyed hash of call, caller and input. */
    fingerprint: text('fingerprint').notNull(),
    /** The `data` of the answer as JSON. */
    answer: text('answer'),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_at').on(table.at)],
)
