import { HOLDS_MAX } from '#contract/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './store.ts'

/**
 * Holds: a member's unpaid reservations, and unpaid orders that took tracked stock. The lock of the member's row limits
 * them to `HOLDS_MAX` under concurrency. A hold ends when it is paid, cancelled or expired.
 */

/** Serialises the holds of a member; must be the transaction's first lock. Throws `E_TOKEN` for a withdrawn member. */
export const lockHolds = async (tx: Tx, memberId: string): Promise<void> => {
  if (!(await store.lockMember(tx, memberId))) throw new Refusal('E_TOKEN')
}

/** Throws `E_HOLDS` when the member has `HOLDS_MAX` holds. Call under `lockHolds`. */
export const requireRoomForHold = async (tx: Tx, memberId: string): Promise<void> => {
  const open = (await store.heldReservations(tx, memberId)) + (await store.stockedOrders(tx, memberId))
  if (open >= HOLDS_MAX) throw new Refusal('E_HOLDS')
}
