import { and, asc, count, desc, eq, gte, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { isSoldOrder, order, type SoldOrder } from '#server/db/schema/order.ts'
import { moneyBack } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import type { Order } from './store.ts'

/** Orders after payment: purchase history, refund amounts, and disputed charges. */

/**
 * Returns the order and locks its row for the transaction, after that of its cart; undefined for an unknown one. Lock an
 * order before its passes.
 */
export const lockOrder = async (tx: Tx, ordUid: string): Promise<Order | undefined> => {
  const cartUid = tx.select({ cartUid: order.cartUid }).from(order).where(eq(order.ordUid, ordUid))
  await tx.select({ ordUid: order.ordUid }).from(order).where(eq(order.quoteUid, cartUid)).for('update')
  const rows = await tx.select().from(order).where(eq(order.ordUid, ordUid)).for('update')
  return rows[0]
}

/** Returns the amounts of orders after discounts and points, KRW, by `ordUid`. */
export const amountsOf = async (db: Database | Tx, ordUids: string[]): Promise<ReadonlyMap<string, number>> => {
  if (ordUids.length === 0) return new Map()
  const rows = await db
    .select({ ordUid: order.ordUid, amount: order.amount })
    .from(order)
    .where(inArray(order.ordUid, ordUids))
  return new Map(rows.map(({ ordUid, amount }) => [ordUid, amount]))
}

/**
 * Reserves `amount` KRW for a refund, before the gateway is asked: adds it to the order's `refunded`, and to that of its
 * cart. Returns false if the order is not paid, or more would be refunded than was charged: the caller must roll back.
 */
export const reserveRefund = async (tx: Tx, ordUid: string, amount: number): Promise<boolean> => {
  const reserve = (which: SQL) =>
    tx
      .update(order)
      .set({ refunded: sql`${order.refunded} + ${amount}` })
      .where(and(which, eq(order.state, 'paid'), sql`${order.refunded} + ${amount} <= ${order.amount}`))
      .returning({ cartUid: order.cartUid })
  const [line] = await reserve(eq(order.ordUid, ordUid))
  if (!line || line.cartUid === null) return line !== undefined
  return (await reserve(eq(order.quoteUid, line.cartUid))).length === 1
}

/** Subtracts `amount` KRW again after the gateway refused the refund. */
export const releaseRefund = async (tx: Tx, ordUid: string, amount: number): Promise<void> => {
  const release = (which: SQL) =>
    tx
      .update(order)
      .set({ refunded: sql`${order.refunded} - ${amount}` })
      .where(which)
      .returning({ cartUid: order.cartUid })
  const [line] = await release(eq(order.ordUid, ordUid))
  if (line && line.cartUid !== null) await release(eq(order.quoteUid, line.cartUid))
}

/**
 * Returns the KRW whose refund the gateway has refused, of cancelled reservations of these orders that still wait for
 * their money. The caller holds the lock of the order.
 */
export const refusedKrwOf = async (tx: Tx, ordUids: string[]): Promise<number> => {
  const rows = await tx
    .select({ amount: moneyBack.amount })
    .from(moneyBack)
    .innerJoin(reservation, eq(reservation.ordUid, moneyBack.ordUid))
    .where(
      and(inArray(moneyBack.ordUid, ordUids), eq(moneyBack.state, 'refused'), eq(reservation.state, 'cancel_asked')),
    )
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

/** Sets (ms) or clears (null) the dispute. Returns false when it was already in that state. */
export const setDisputed = async (tx: Tx, ordUid: string, at: number | null): Promise<boolean> => {
  const rows = await tx
    .update(order)
    .set({ disputedAt: at })
    .where(
      and(
        eq(order.ordUid, ordUid),
        at === null ? sql`${order.disputedAt} is not null` : sql`${order.disputedAt} is null`,
      ),
    )
    .returning({ ordUid: order.ordUid })
  return rows.length === 1
}

/** Orders of a member that brought money, including those that were refunded later; of a cart its lines. */
const purchased = (memberId: string, since: number) =>
  and(
    eq(order.memberId, memberId),
    ne(order.kind, 'cart'),
    inArray(order.state, ['paid', 'refunded']),
    gte(order.orderedAt, since),
  )

/** Returns one page of the purchases ordered at or after `since` (ms), newest first. */
export const pageOfPurchases = async (
  db: Database,
  memberId: string,
  since: number,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<SoldOrder[]> => {
  const rows = await db
    .select()
    .from(order)
    .where(purchased(memberId, since))
    .orderBy(desc(order.orderedAt), asc(order.ordUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
  return rows.filter(isSoldOrder)
}

/** Counts the purchases ordered at or after `since` (ms). */
export const countPurchases = async (db: Database, memberId: string, since: number): Promise<number> => {
  const rows = await db.select({ n: count() }).from(order).where(purchased(memberId, since))
  return rows[0]?.n ?? 0
}
