import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/connect.ts'
import { member } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { stockTaken } from '#server/db/schema/stock.ts'

/**
 * Locks the member's row until the transaction ends; false for a withdrawn member. Inserts that refer to the member do
 * not wait (`no key update`).
 */
export const lockMember = async (tx: Tx, memberId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.id, memberId), isNull(member.withdrawnAt)))
    .for('no key update')
  return rows.length === 1
}

/** Counts a member's unpaid reservations, with or without an order. */
export const heldReservations = async (tx: Tx, memberId: string): Promise<number> => {
  const rows = await tx
    .select({ n: count() })
    .from(reservation)
    .where(and(eq(reservation.memberId, memberId), eq(reservation.state, 'held')))
  return rows[0]?.n ?? 0
}

/** Counts a member's unpaid orders that hold tracked stock. */
export const stockedOrders = async (tx: Tx, memberId: string): Promise<number> => {
  const stocked = tx.select({ ordUid: stockTaken.ordUid }).from(stockTaken)
  const rows = await tx
    .select({ n: count() })
    .from(order)
    .where(and(eq(order.memberId, memberId), eq(order.state, 'pending'), inArray(order.ordUid, stocked)))
  return rows[0]?.n ?? 0
}
