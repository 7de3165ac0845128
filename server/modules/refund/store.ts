import { and, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { order } from '#server/db/schema/order.ts'
import { moneyBack, refund } from '#server/db/schema/refund.ts'

export type MoneyRow = typeof moneyBack.$inferSelect
export type Refund = typeof refund.$inferSelect

/** Inserts a refund that is due at the gateway. Returns false when one has this key. */
export const insertMoney = async (
  tx: Tx,
  row: Pick<MoneyRow, 'key' | 'ordUid' | 'amount' | 'reason' | 'askedAt'>,
): Promise<boolean> => {
  const rows = await tx
    .insert(moneyBack)
    .values({ ...row, state: 'due' })
    .onConflictDoNothing()
    .returning({ key: moneyBack.key })
  return rows.length === 1
}

/** Returns the refund at the gateway with this key; undefined for an unknown key. */
export const findMoney = async (db: Database | Tx, key: string): Promise<MoneyRow | undefined> => {
  const rows = await db.select().from(moneyBack).where(eq(moneyBack.key, key))
  return rows[0]
}

/** Marks a due refund as done or refused. Returns undefined when the row was no longer due. */
export const endMoney = async (
  tx: Tx,
  key: string,
  end: { state: 'done' | 'refused'; code: string | null; endedAt: number },
): Promise<MoneyRow | undefined> => {
  const rows = await tx
    .update(moneyBack)
    .set(end)
    .where(and(eq(moneyBack.key, key), eq(moneyBack.state, 'due')))
    .returning()
  return rows[0]
}

/** Inserts a refund request. */
export const insertRefund = async (tx: Tx, row: Refund): Promise<void> => {
  await tx.insert(refund).values(row)
}

/** Returns a refund request of any member; undefined for an unknown id. */
export const findRefund = async (db: Database | Tx, refundUid: string): Promise<Refund | undefined> => {
  const rows = await db.select().from(refund).where(eq(refund.refundUid, refundUid))
  return rows[0]
}

/** Finds the request whose refund has this key. */
export const findByMoney = async (tx: Tx, key: string): Promise<Refund | undefined> => {
  const rows = await tx.select().from(refund).where(eq(refund.moneyKey, key))
  return rows[0]
}

/** Sums KRW and units of the order's open and completed requests. */
export const heldOf = async (tx: Tx, ordUid: string): Promise<{ amount: number; units: number }> => {
  const rows = await tx
    .select({ amount: refund.amount, passUids: refund.passUids })
    .from(refund)
    .where(and(eq(refund.ordUid, ordUid), ne(refund.state, 'denied')))
  return {
    amount: rows.reduce((sum, row) => sum + row.amount, 0),
    units: rows.reduce((sum, row) => sum + row.passUids.length, 0),
  }
}

/** Counts the units of an order that were refunded. */
export const completedUnits = async (tx: Tx, ordUid: string): Promise<number> => {
  const rows = await tx
    .select({ passUids: refund.passUids })
    .from(refund)
    .where(and(eq(refund.ordUid, ordUid), eq(refund.state, 'completed')))
  return rows.reduce((sum, row) => sum + row.passUids.length, 0)
}

const requested = (refundUid: string) => and(eq(refund.refundUid, refundUid), eq(refund.state, 'requested'))

/** Completes or denies an open refund request (`requested`). Returns false when the request was no longer open. */
export const endRefund = async (
  tx: Tx,
  refundUid: string,
  end: Pick<Refund, 'endedAt'> &
    ({ state: 'completed' } | { state: 'denied'; refusal: NonNullable<Refund['refusal']>; note?: string | null }),
): Promise<boolean> => {
  const rows = await tx.update(refund).set(end).where(requested(refundUid)).returning({ refundUid: refund.refundUid })
  return rows.length === 1
}

/** Stores the key of the refund in an open request. Returns false when it is closed or has one. */
export const setMoneyKey = async (tx: Tx, refundUid: string, moneyKey: string): Promise<boolean> => {
  const rows = await tx
    .update(refund)
    .set({ moneyKey })
    .where(and(requested(refundUid), isNull(refund.moneyKey)))
    .returning({ refundUid: refund.refundUid })
  return rows.length === 1
}

/** Returns the requests that wait for the desk, oldest first, with the order's number and dispute. */
export const waiting = (db: Database) =>
  db
    .select({ refund, orderNumber: order.orderNumber, disputedAt: order.disputedAt })
    .from(refund)
    .innerJoin(order, eq(order.ordUid, refund.ordUid))
    .where(and(eq(refund.state, 'requested'), eq(refund.desk, true), isNull(refund.moneyKey)))
    .orderBy(refund.requestedAt, refund.refundUid)

/** Returns a page of a member's requests with their order numbers, newest first. */
export const pageOf = (db: Database, memberId: string, pageNum: number, pageSize: number) =>
  db
    .select({ refund, orderNumber: order.orderNumber })
    .from(refund)
    .innerJoin(order, eq(order.ordUid, refund.ordUid))
    .where(eq(refund.memberId, memberId))
    .orderBy(desc(refund.requestedAt), desc(refund.refundUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts a member's refund requests. */
export const countOf = async (db: Database, memberId: string): Promise<number> => {
  const rows = await db.select({ n: count() }).from(refund).where(eq(refund.memberId, memberId))
  return rows[0]?.n ?? 0
}

/** Returns the requests of one order, oldest first. */
export const ofOrder = (db: Database, ordUid: string): Promise<Refund[]> =>
  db.select().from(refund).where(eq(refund.ordUid, ordUid)).orderBy(refund.requestedAt, refund.refundUid)

/** Returns the requests of several orders, oldest first. */
export const ofOrders = (db: Database, ordUids: string[]): Promise<Pick<Refund, 'ordUid' | 'state'>[]> =>
  db
    .select({ ordUid: refund.ordUid, state: refund.state })
    .from(refund)
    .where(inArray(refund.ordUid, ordUids))
    .orderBy(refund.requestedAt, refund.refundUid)
