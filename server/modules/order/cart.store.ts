import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { isSoldOrder, order, quote, type SoldOrder } from '#server/db/schema/order.ts'
import { findByQuote, type Order, type Quote } from './store.ts'

/** A cart and its lines. A cart is named by its quote (`cartUid`), before it is ordered and afterwards. */

/**
 * Compares lines by what they sell. Everything that locks stock or rooms of several lines takes them in this order,
 * which avoids deadlocks between carts.
 */
const byStock = (a: Pick<Quote, 'gdsDtlUid' | 'priceSn'>, b: Pick<Quote, 'gdsDtlUid' | 'priceSn'>): number => {
  const [first, second] = [a, b].map(({ gdsDtlUid, priceSn }) => `${gdsDtlUid} ${priceSn ?? ''}`) as [string, string]
  return first === second ? 0 : first < second ? -1 : 1
}

/** Returns the quotes of a cart's lines, in the order in which their stock is locked. */
export const quotesOfCart = async (db: Database | Tx, cartUid: string): Promise<Quote[]> =>
  (await db.select().from(quote).where(eq(quote.cartUid, cartUid))).toSorted(byStock)

/** Returns the orders of a cart's lines, in the order in which their stock is locked. */
export const linesOfCart = async (db: Database | Tx, cartUid: string): Promise<SoldOrder[]> =>
  (await db.select().from(order).where(eq(order.cartUid, cartUid))).filter(isSoldOrder).toSorted(byStock)

/** Makes a quote a line of a cart, with its share of the discount and of the points. */
export const putIntoCart = async (
  tx: Tx,
  quoteUid: string,
  share: Pick<Quote, 'cartUid' | 'discount' | 'points' | 'amount'>,
): Promise<void> => {
  await tx.update(quote).set(share).where(eq(quote.quoteUid, quoteUid))
}

/** Stores the address of a cart's payment page in the orders of its lines. */
export const setPayUrlOfLines = async (db: Database, cartUid: string, payUrl: string): Promise<void> => {
  await db.update(order).set({ payUrl }).where(eq(order.cartUid, cartUid))
}

/** Returns the order that is charged for this one: the order of its cart, or itself. */
export const chargedOrderOf = async (db: Database | Tx, row: Order): Promise<Order> => {
  if (row.cartUid === null) return row
  const cart = await findByQuote(db, row.cartUid)
  if (!cart) throw new Error('a line without the order of its cart')
  return cart
}
