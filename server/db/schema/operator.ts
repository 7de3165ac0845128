import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * The rows that come from records of the seed. A row without an entry here was made by an operator, and no seed changes
 * it.
 */
export const seedRecord = pgTable(
  'seed_record',
  {
    /** The kind of record: `product`, `goods`, `notices`, … */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** Hash of the row as the seed wrote it; empty: unknown, and the next seed writes the row. */
    hash: text('hash').notNull(),
    /** When an operator changed the row; null: never. */
    editedAt: instant('edited_at'),
    editedBy: text('edited_by'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

/** Log of changes by operators: who, when, what, old and new value. Rows are only added. */
export const operatorChange = pgTable(
  'operator_change',
  {
    changeUid: uuid('change_uid').primaryKey(),
    at: instant('at').notNull(),
    operator: text('operator').notNull(),
    /**
     * Id of a product, item, option, partner, issue of coupons, promotion code, campaign, key, photo's record, refund,
     * reservation, review or question; number of an inquiry; `all` for sales as a whole.
     */
    target: text('target').notNull(),
    field: text('field').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [index('operator_change_target').on(table.target, table.at)],
)
