import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { order } from '#server/db/schema/order.ts'
import type { Order } from './store.ts'

/** What happens to an order after it was paid: read back, promised back, taken back by the buyer's bank. */

/** The order, held until the transaction ends. The first lock of whatever touches an order and its passes. */
export const lockOrder = async (tx: Tx, ordUid: string): Promise<Order | undefined> => {
  const rows = await tx.select().from(order).where(eq(order.ordUid, ordUid)).for('update')
  return rows[0]
}

/** Promises `amount` KRW back to the buyer; false when more would go back than was charged. */
export const promiseBack = async (tx: Tx, ordUid: string, amount: number): Promise<boolean> => {
  const rows = await tx
    .update(order)
    .set({ refunded: sql`${order.refunded} + ${amount}` })
    .where(
      and(eq(order.ordUid, ordUid), eq(order.state, 'paid'), sql`${order.refunded} + ${amount} <= ${order.amount}`),
    )
    .returning({ ordUid: order.ordUid })
  return rows.length === 1
}

/** Takes a promise back that the gateway refused to keep. */
export const dropPromise = async (tx: Tx, ordUid: string, amount: number): Promise<void> => {
  await tx
    .update(order)
    .set({ refunded: sql`${order.refunded} - ${amount}` })
    .where(eq(order.ordUid, ordUid))
}

/** Sets or clears the dispute; false when it stood so already. */
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

/** Money came for these: the purchases of a member. */
const purchased = (memberId: string, since: number) =>
  and(eq(order.memberId, memberId), inArray(order.state, ['paid', 'refunded']), gte(order.orderedAt, since))

/** Purchases since then, newest first. */
export const pageOfPurchases = (
  db: Database,
  memberId: string,
  since: number,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<Order[]> =>
  db
    .select()
    .from(order)
    .where(purchased(memberId, since))
    .orderBy(desc(order.orderedAt), asc(order.ordUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

export const countPurchases = async (db: Database, memberId: string, since: number): Promise<number> => {
  const rows = await db.select({ n: count() }).from(order).where(purchased(memberId, since))
  return rows[0]?.n ?? 0
}
