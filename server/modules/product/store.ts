import { asc, eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { content, product } from '#server/db/schema/catalogue.ts'
import { goods, goodsOption } from '#server/db/schema/goods.ts'
import type { VenueDoc } from '#server/modules/catalogue/service.ts'
import type { Goods, Option } from '#server/modules/goods/service.ts'

/** A pass product; prices in KRW. */
export type Product = typeof product.$inferSelect

/** Returns all pass products in catalogue order. */
export const allProducts = (db: Database | Tx): Promise<Product[]> =>
  db.select().from(product).orderBy(asc(product.sort))

/** Writes these columns of a pass product. The caller has found it and holds the catalogue's lock. */
export const setProduct = async (
  tx: Tx,
  gdsUid: string,
  set: Partial<Pick<Product, 'price' | 'onSale' | 'doc'>>,
): Promise<void> => {
  await tx.update(product).set(set).where(eq(product.gdsUid, gdsUid))
}

/** Writes these columns of an item. The caller has found it and holds the catalogue's lock. */
export const setGoods = async (tx: Tx, gdsUid: string, set: Partial<Pick<Goods, 'onSale' | 'doc'>>): Promise<void> => {
  await tx.update(goods).set(set).where(eq(goods.gdsUid, gdsUid))
}

/** Writes these columns of an item's option; the price in KRW. */
export const setOption = async (
  tx: Tx,
  gdsDtlUid: string,
  set: Partial<Pick<Option, 'onSale' | 'price' | 'doc'>>,
): Promise<void> => {
  await tx.update(goodsOption).set(set).where(eq(goodsOption.gdsDtlUid, gdsDtlUid))
}

/** Returns a partner; undefined when the id is no partner's. */
export const findVenue = async (tx: Tx, id: string): Promise<VenueDoc | undefined> => {
  const rows = await tx.select().from(content).where(eq(content.id, id))
  return rows.find(({ kind }) => kind === 'venues')?.doc as VenueDoc | undefined
}

/** Replaces the document of a partner. */
export const setVenue = async (tx: Tx, doc: VenueDoc): Promise<void> => {
  await tx.update(content).set({ doc }).where(eq(content.id, doc.id))
}
