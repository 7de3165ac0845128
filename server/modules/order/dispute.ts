import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { chargedOf, chargeStands, endWithCharge } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { blockUnits, lockUnits, unblockUnits } from '#server/modules/pass/service.ts'
import { returnPoints } from '#server/modules/point/service.ts'
import { hasReview } from '#server/modules/review/service.ts'
import { lockOrder, setDisputed } from './afterwards.ts'
import type { Order } from './store.ts'

const followPasses = async (tx: Tx, { ordUid }: Order, isGone: boolean): Promise<void> => {
  await lockUnits(tx, ordUid)
  await (isGone ? blockUnits(tx, ordUid) : unblockUnits(tx, ordUid))
}

/** With a reservation goes what it earned, and what was spent on it comes back. Locks as `release`. */
const followGoods = async (tx: Tx, order: Order, isGone: boolean, now: number): Promise<void> => {
  const { ordUid } = order
  if (!isGone) {
    await chargeStands(tx, ordUid, now)
    return
  }
  if (!(await chargedOf(tx, ordUid, (rsvtUid) => hasReview(tx, rsvtUid), now))) return
  await returnCoupon(tx, ordUid, now)
  await returnPoints(tx, order, now)
  await endWithCharge(tx, ordUid, now)
}

/**
 * A charge that the buyer's bank takes back, or that was given back in the gateway's own console, is no payment: its
 * passes are blocked, whoever holds them, until the gateway says that it stands again; its reservation is cancelled,
 * unless it was used, and its room is free. Money that we promised back ourselves is not that.
 */
export const followDispute = async (
  { db, clock, payment: gateway, log }: Pick<Deps, 'db' | 'clock' | 'payment' | 'log'>,
  { ordUid, paymentKey, state, disputedAt }: Order,
): Promise<void> => {
  if (state !== 'paid') return
  const payment = await gateway.get(paymentKey)
  if (!payment) return
  // As nearly always: nothing is disputed, and nothing was.
  if (!payment.disputed && payment.state !== 'cancelled' && disputedAt === null) return
  const changed = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, ordUid)
    if (order?.state !== 'paid') return null
    // Promised before the gateway was asked: read under the lock, it is never behind.
    const isGone = payment.disputed || (payment.state === 'cancelled' && order.refunded < order.amount)
    const now = clock()
    if (!(await setDisputed(tx, ordUid, isGone ? now : null))) return null
    await (order.kind === 'goods' ? followGoods : followPasses)(tx, order, isGone, now)
    return isGone
  })
  if (changed !== null) log.warn({ order: ordUid, disputed: changed }, 'a charge is disputed, or stands again')
}
