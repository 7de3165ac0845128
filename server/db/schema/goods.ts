import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { GoodsDoc, OptionDoc } from '#server/modules/goods/docs.ts'

/** Hotels, tours, activities and vouchers. `doc` has the texts in all languages. */
export const goods = pgTable('goods', {
  gdsUid: text('gds_uid').primaryKey(),
  gdsTycd: text('gds_tycd').notNull(),
  sort: integer('sort').notNull(),
  onSale: boolean('on_sale').notNull(),
  doc: jsonb('doc').$type<GoodsDoc>().notNull(),
})

/** Options of goods that can be reserved: a room type, a seat, a voucher. */
export const goodsOption = pgTable(
  'goods_option',
  {
    gdsDtlUid: text('gds_dtl_uid').primaryKey(),
    gdsUid: text('gds_uid').notNull(),
    sort: integer('sort').notNull(),
    onSale: boolean('on_sale').notNull(),
    /** KRW for one unit: a room for a night, a seat, a vehicle, a voucher. */
    price: integer('price').notNull(),
    /** Units for each night or slot. */
    capacity: integer('capacity').notNull(),
    /** `request`: the guest pays, then the place confirms or declines. */
    confirmation: text('confirmation', { enum: ['instant', 'request'] }).notNull(),
    doc: jsonb('doc').$type<OptionDoc>().notNull(),
  },
  (table) => [index('goods_option_goods').on(table.gdsUid, table.sort)],
)

/**
 * Units taken of a night or slot; the row is created with the first one. An operator can change `total`. A row of a day
 * whose `total` is 0 closes it for departures without a row and, under the id of the goods, for options without one.
 */
export const goodsStock = pgTable(
  'goods_stock',
  {
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    /** `20261201` for a night, `20261201T1900` for a slot, `open` for vouchers. */
    slot: text('slot').notNull(),
    total: integer('total').notNull(),
    taken: integer('taken').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gdsDtlUid, table.slot] })],
)
