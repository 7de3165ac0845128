import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/** What is left of an option, spread over several rows so that buyers do not queue for one. No rows: as many as asked. */
export const stock = pgTable(
  'stock',
  {
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    slice: integer('slice').notNull(),
    units: integer('units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gdsDtlUid, table.slice] }), check('stock_units', sql`${table.units} >= 0`)],
)

/** What an order took from which slice, to be put back there. */
export const stockTaken = pgTable(
  'stock_taken',
  {
    ordUid: uuid('ord_uid').notNull(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    slice: integer('slice').notNull(),
    units: integer('units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ordUid, table.slice] }), index('stock_taken_option').on(table.gdsDtlUid)],
)
