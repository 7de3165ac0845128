import { and, eq, inArray } from 'drizzle-orm'
import { share } from '#contract/rules/proRata.ts'
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

/**
 * Marks the lines of a closed cart as refunded for the cart's reason, each with its share of what went back: the history
 * of purchases shows lines, and no carts. The cart was just marked, so its row is locked.
 */
export const refundLines = async (tx: Tx, { quoteUid, reason, refunded }: Order): Promise<void> => {
  const lines = await linesOfCart(tx, quoteUid)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  let before = 0
  for (const { ordUid, amount } of lines) {
    const back = share(refunded, before + amount, total) - share(refunded, before, total)
    before += amount
    const rows = await tx
      .update(order)
      .set({ state: 'refunded', reason, refunded: back })
      .where(and(eq(order.ordUid, ordUid), inArray(order.state, ['cancelled', 'declined'])))
      .returning({ ordUid: order.ordUid })
    if (rows.length !== 1) throw new Error('a line of a closed cart was not closed')
  }
}
