import type { Reservation } from '#contract/calls/reserve.ts'
import { mayCancel, type ListType } from '#contract/rules/reservation.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as booking from '#server/modules/booking/service.ts'
import { databaseJob, type JobKind } from '#server/modules/job/service.ts'
import { close, findOrder, lockOrder, trySettle } from '#server/modules/order/service.ts'
import type { Validity } from '#server/modules/point/service.ts'
import { gaveBackByHand, giveMoneyBack } from '#server/modules/refund/service.ts'
import { hasReview } from '#server/modules/review/service.ts'
import type { CallContext } from './create.ts'
import { JOB_KINDS as letterJobKinds } from './letter.ts'
import { isInList } from './list.store.ts'
import { present, presentOne } from './present.ts'

export { reserve, type CallContext, type Guest } from './create.ts'
export { lockSlotsWithHolds } from './ownHolds.ts'
export { payableOf as payableOfGoods, quoteGoods, requireOption } from './price.ts'

/** Returns the member's own reservation. Throws `E_NOT_FOUND`, also for another member's. */
export const ownReservation = async (
  db: Database | Tx,
  rsvtUid: string,
  memberId: string,
): Promise<booking.Reservation> => {
  const row = await booking.findReservation(db, rsvtUid)
  if (row?.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  return row
}

const moneyKey = (rsvtUid: string): string => `reserve.${rsvtUid}`

/** Schedules the full refund of a paid reservation that was cancelled. */
const payBack = async (tx: Tx, row: booking.Reservation, now: number): Promise<void> => {
  const order = row.ordUid === null ? undefined : await findOrder(tx, row.ordUid)
  if (!order) throw new Error('a paid reservation without an order')
  const { ordUid, amount } = order
  await giveMoneyBack(tx, { ordUid, amount, key: moneyKey(row.rsvtUid), reason: 'reservation cancelled' }, now)
}

const isCancelled = (row: booking.Reservation | undefined): boolean =>
  row?.state === 'cancelled' || row?.state === 'cancel_asked'

/** Cancels a paid reservation under the lock of its order. */
const cancelPaid = async (
  tx: Tx,
  { rsvtUid, ordUid }: { rsvtUid: string; ordUid: string },
  { locale, now }: Pick<CallContext, 'locale' | 'now'>,
): Promise<void> => {
  const order = await lockOrder(tx, ordUid)
  const row = await booking.findReservation(tx, rsvtUid)
  // Cancelled meanwhile, by the member or otherwise.
  if (isCancelled(row)) return
  // The buyer's bank has already taken the charge back, so a refund would pay twice.
  if (!order || order.disputedAt !== null) throw new Refusal('E_REFUND')
  if (row?.state !== 'requested' && row?.state !== 'confirmed') throw new Refusal('E_RESERVE_STATE')
  if (!mayCancel(booking.factsOf(row, await hasReview(tx, rsvtUid)), now)) throw new Refusal('E_CANCEL_LATE')
  const cancelledRow = await booking.askCancel(tx, ordUid, { by: 'member', locale, now })
  if (!cancelledRow) throw new Refusal('E_RESERVE_STATE')
  await payBack(tx, cancelledRow, now)
}

/**
 * Settles the order of a held reservation, and closes the order if it is still pending and the gateway was not yet
 * asked to charge. Call it before `cancelReservation`, because a payment may be under way. Idempotent. Throws
 * `E_NOT_FOUND`.
 */
export const settleBeforeCancel = async (deps: Deps, rsvtUid: string, memberId: string): Promise<void> => {
  const { ordUid, state } = await ownReservation(deps.db, rsvtUid, memberId)
  if (state !== 'held' || ordUid === null) return
  const order = await findOrder(deps.db, ordUid)
  if (order && (await trySettle(deps, order)).state === 'pending')
    await close(deps, ordUid, { state: 'cancelled', reason: 'abandoned', uncharged: true, by: 'member' })
}

/**
 * Cancels the member's reservation. An unpaid one ends at once; of a paid one the room is free at once and the money is
 * refunded (spec 4.54, 7.31). No-op for one that is cancelled. Throws `E_NOT_FOUND`, `E_CANCEL_LATE`,
 * `E_RESERVE_STATE`, `E_REFUND`.
 */
export const cancelReservation = async (
  tx: Tx,
  rsvtUid: string,
  { memberId, locale, now }: CallContext,
): Promise<Reservation> => {
  const row = await ownReservation(tx, rsvtUid, memberId)
  if (!isCancelled(row)) {
    if (row.state === 'lapsed') throw new Refusal('E_RESERVE_STATE')
    const { ordUid } = row
    if (ordUid !== null) await cancelPaid(tx, { rsvtUid, ordUid }, { locale, now })
    else if (!(await booking.endUnpaid(tx, rsvtUid, 'member', now))) throw new Refusal('E_RESERVE_STATE')
  }
  return presentOne(tx, await ownReservation(tx, rsvtUid, memberId), locale, now)
}

/**
 * Accepts a paid request, or declines it and refunds the money. Called for the desk with the place's answer, and for a
 * place that did not answer in time. Throws `E_NOT_FOUND`, `E_RESERVE_STATE`.
 */
export const answerRequest = async (
  tx: Tx,
  { rsvtUid, accept, by = 'declined' }: { rsvtUid: string; accept: boolean; by?: 'declined' | 'unanswered' },
  now: number,
): Promise<void> => {
  const reservation = await booking.findReservation(tx, rsvtUid)
  if (!reservation || reservation.ordUid === null) throw new Refusal('E_NOT_FOUND')
  await lockOrder(tx, reservation.ordUid)
  const row = await booking.findReservation(tx, rsvtUid)
  if (row?.state !== 'requested') throw new Refusal('E_RESERVE_STATE')
  if (accept) {
    await booking.confirmReservation(tx, rsvtUid, now)
    return
  }
  const cancelledRow = await booking.askCancel(tx, reservation.ordUid, { by, now })
  if (cancelledRow) await payBack(tx, cancelledRow, now)
}

/**
 * Cancels a paid reservation for a place that is closed on its days, and refunds the money; false when it can no longer
 * be: cancelled meanwhile, used, begun, or disputed by the buyer's bank.
 */
export const refundClosed = async (tx: Tx, rsvtUid: string, now: number): Promise<boolean> => {
  const reservation = await booking.findReservation(tx, rsvtUid)
  if (!reservation || reservation.ordUid === null) return false
  const order = await lockOrder(tx, reservation.ordUid)
  const row = await booking.findReservation(tx, rsvtUid)
  if (!order || order.disputedAt !== null || !row || row.usedAt !== null || row.startsAt <= now) return false
  const cancelledRow = await booking.askCancel(tx, reservation.ordUid, { by: 'closed', now })
  if (cancelledRow) await payBack(tx, cancelledRow, now)
  return cancelledRow !== undefined
}

/** Records a refund by hand. Throws `E_NOT_FOUND`; `E_RESERVE_STATE` unless the gateway had refused the refund. */
export const refundedByHand = async (tx: Tx, points: Validity, rsvtUid: string, now: number): Promise<void> => {
  const row = await booking.findReservation(tx, rsvtUid)
  if (!row || row.ordUid === null) throw new Refusal('E_NOT_FOUND')
  const money = { ordUid: row.ordUid, key: moneyKey(rsvtUid) }
  if (row.state !== 'cancel_asked' || !(await gaveBackByHand(tx, points, money, now)))
    throw new Refusal('E_RESERVE_STATE')
}

/**
 * Declines requests that the place did not answer in time, and refunds a charge that stands again after a dispute had
 * ended its reservation.
 */
export const JOB_KINDS: readonly JobKind[] = [
  ...booking.JOB_KINDS,
  ...letterJobKinds,
  databaseJob(booking.ANSWER_JOB, async (tx, { args }, deps) => {
    const rsvtUid = String(args.rsvtUid)
    if ((await booking.findReservation(tx, rsvtUid))?.state !== 'requested') return
    await answerRequest(tx, { rsvtUid, accept: false, by: 'unanswered' }, deps.clock())
  }),
  databaseJob(booking.STANDS_JOB, async (tx, { args }, deps) => {
    const row = await booking.findReservation(tx, String(args.rsvtUid))
    if (row?.state === 'cancel_asked') await payBack(tx, row, deps.clock())
  }),
]

/** Returns a page of the member's reservations, newest first. `from`, `until`: start of use, ms UTC. */
export const listReservations = async (
  db: Database,
  wanted: {
    from?: number | undefined
    until?: number | undefined
    gdsTycd?: string | undefined
    type?: ListType | undefined
    pageNum: number
    pageSize: number
  },
  { memberId, locale, now }: CallContext,
) => {
  const { from, until, gdsTycd, type, pageNum, pageSize } = wanted
  const which = { memberId, from, until, gdsTycd, where: type && isInList(type, now) }
  const rows = await booking.pageOfReservations(db, which, pageNum, pageSize)
  return {
    list: await present(db, rows, locale, now),
    pageNum,
    pageSize,
    total: await booking.countOf(db, which),
  }
}
