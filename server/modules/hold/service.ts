import { HOLDS_MAX } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

/**
 * What one member holds without having paid: reservations, and orders that took counted stock. The member's row is the
 * lock, so of any number at once no more than `HOLDS_MAX` are let through. A hold ends when it is paid, cancelled or over.
 */

/** Serialises the holds of a member; the first lock of the transaction. Throws `E_TOKEN` for a member that is gone. */
export const lockHolds = async (tx: Tx, memberId: string): Promise<void> => {
  if (!(await store.lockMember(tx, memberId))) throw new Refusal('E_TOKEN')
}

/** May the member hold one more? Call under `lockHolds`. Throws `E_HOLDS`. */
export const requireRoomForHold = async (tx: Tx, memberId: string): Promise<void> => {
  const open = (await store.heldReservations(tx, memberId)) + (await store.stockedOrders(tx, memberId))
  if (open >= HOLDS_MAX) throw new Refusal('E_HOLDS')
}
