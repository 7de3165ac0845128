import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { GoodsDoc, OptionDoc } from '#server/modules/goods/docs.ts'

/** Hotels, tours, activities and vouchers. Texts in all languages stand in `doc`. */
export const goods = pgTable('goods', {
  gdsUid: text('gds_uid').primaryKey(),
  gdsTycd: text('gds_tycd').notNull(),
  sort: integer('sort').notNull(),
  onSale: boolean('on_sale').notNull(),
  doc: jsonb('doc').$type<GoodsDoc>().notNull(),
})

/** What can be reserved of them: a kind of room, a seat, a voucher. */
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
    /** `request`: paid first, then the place says yes or no. */
    confirmation: text('confirmation', { enum: ['instant', 'request'] }).notNull(),
    doc: jsonb('doc').$type<OptionDoc>().notNull(),
  },
  (table) => [index('goods_option_goods').on(table.gdsUid, table.sort)],
)

/** How many units of a night or slot are taken; a row is made when the first one is. An operator may change `total`. */
export const goodsStock = pgTable(
  'goods_stock',
  {
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    /** `20261201` a night, `20261201T1900` a slot, `open` vouchers. */
    slot: text('slot').notNull(),
    total: integer('total').notNull(),
    taken: integer('taken').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gdsDtlUid, table.slot] })],
)
