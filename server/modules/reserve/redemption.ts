import { redeemRefusal } from '#contract/rules/redeem.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as booking from '#server/modules/booking/service.ts'
import { codesOf, findOption } from '#server/modules/goods/service.ts'
import { lockOrder } from '#server/modules/order/service.ts'
import { hasReview } from '#server/modules/review/service.ts'

/** What the desk repairs at a partner: a voucher without a scan, and a scan that was wrong (decision 0343). */

/** Returns a reservation under the lock of its order, as a gate and a cancellation take it. */
const locked = async (tx: Tx, rsvtUid: string) => {
  const { ordUid = null } = (await booking.findReservation(tx, rsvtUid)) ?? {}
  const order = ordUid === null ? undefined : await lockOrder(tx, ordUid)
  const row = await booking.findReservation(tx, rsvtUid)
  if (!order || !row) throw new Refusal('E_NOT_FOUND')
  return { order, row }
}

/**
 * Redeems a voucher without a scan, by the rule of a gate. Throws `E_NOT_FOUND`, also for goods that no gate redeems;
 * `E_RESERVE_STATE` unless it is paid, confirmed, unused and of today.
 */
export const redeemByHand = async (tx: Tx, rsvtUid: string, now: number): Promise<void> => {
  const { row } = await locked(tx, rsvtUid)
  const named = await findOption(tx, row.gdsDtlUid)
  if (!named?.goods.doc.redeemAt) throw new Refusal('E_NOT_FOUND')
  if (redeemRefusal(row, now) !== null || !(await booking.redeem(tx, { rsvtUid, scan: null }, now)))
    throw new Refusal('E_RESERVE_STATE')
}

/**
 * Undoes a redemption: the voucher is unused again, with the free cancellation of its order. Throws `E_NOT_FOUND`;
 * `E_RESERVE_STATE` unless it was redeemed, has no review, its time is not over, and its charge stands.
 */
export const undoRedemption = async (tx: Tx, rsvtUid: string, now: number): Promise<void> => {
  const { order, row } = await locked(tx, rsvtUid)
  const isOver = now >= row.endsAt || order.disputedAt !== null
  if (isOver || (await hasReview(tx, rsvtUid))) throw new Refusal('E_RESERVE_STATE')
  // A code of the operator that was shown ended the free cancellation too.
  const isShown = (await codesOf(tx, rsvtUid)).some(({ shownAt }) => shownAt !== null)
  const cancelUntil = isShown ? row.cancelUntil : order.cancelUntil
  if (!(await booking.undoRedemption(tx, rsvtUid, cancelUntil))) throw new Refusal('E_RESERVE_STATE')
}
