import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/** Stock of an option, split over several rows so that buyers do not wait for one row lock. No rows: unlimited. */
export const stock = pgTable(
  'stock',
  {
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    slice: integer('slice').notNull(),
    units: integer('units').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gdsDtlUid, table.slice] }), check('stock_units', sql`${table.units} >= 0`)],
)

/** Units that an order took from each slice, to be returned there. */
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
