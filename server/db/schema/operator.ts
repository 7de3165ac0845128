import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Which record of the seed a row came from. A row of a kind that has no entry here was made by an operator: no seed
 * touches it.
 */
export const seedRecord = pgTable(
  'seed_record',
  {
    /** The kind of record: `product`, `goods`, `notices`, … */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** Hash of the row as the seed wrote it; empty: not known, the next seed writes it. */
    hash: text('hash').notNull(),
    /** When an operator changed the row; null: it is the seed's. */
    editedAt: instant('edited_at'),
    editedBy: text('edited_by'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)

/** What operators changed: who, when, what, from which value to which. Rows are only added. */
export const operatorChange = pgTable(
  'operator_change',
  {
    changeUid: uuid('change_uid').primaryKey(),
    at: instant('at').notNull(),
    operator: text('operator').notNull(),
    /** A product, an item, an option or a partner; `all` for the whole sale. */
    target: text('target').notNull(),
    field: text('field').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [index('operator_change_target').on(table.target, table.at)],
)
