import { takesRoom } from '#contract/rules/reservation.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { cancelByChargeBack, chargedOf, findByOrder, reverseChargeBack } from '#server/modules/booking/service.ts'
import { returnCoupon } from '#server/modules/coupon/service.ts'
import { blockUnits, lockUnits, unblockUnits } from '#server/modules/pass/service.ts'
import { returnPoints } from '#server/modules/point/service.ts'
import { hasReview } from '#server/modules/review/service.ts'
import { linesOfCart } from './cart.store.ts'
import { lockOrder, refusedKrwOf, setDisputed } from './purchases.store.ts'
import type { Order } from './store.ts'

type DisputeDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'payment' | 'log'>

const followPasses = async (tx: Tx, _: DisputeDeps, { ordUid }: Order, isGone: boolean): Promise<void> => {
  await lockUnits(tx, ordUid)
  await (isGone ? blockUnits(tx, ordUid) : unblockUnits(tx, ordUid))
}

/**
 * Ends the unused reservation of a disputed charge, and reverses its coupon and points. When the charge stands again,
 * schedules its refund, because the reservation stays cancelled. Lock order as in `release`.
 */
const followGoods = async (
  tx: Tx,
  { config }: DisputeDeps,
  order: Order,
  isGone: boolean,
  now: number,
): Promise<void> => {
  const { ordUid } = order
  if (!isGone) {
    await reverseChargeBack(tx, ordUid, now)
    return
  }
  if (!(await chargedOf(tx, ordUid, (rsvtUid) => hasReview(tx, rsvtUid), now))) return
  await returnCoupon(tx, ordUid, now)
  await returnPoints(tx, config.points, order, now)
  await cancelByChargeBack(tx, ordUid, now)
}

/**
 * Returns the coupon of a cart whose goods all end with the charge, or have ended before. One with passes, which are only
 * blocked, or with a used reservation keeps it used, as an order alone does.
 */
const followCoupon = async (tx: Tx, cart: Order, lines: Order[], now: number): Promise<void> => {
  for (const { kind, ordUid } of lines) {
    const row = kind === 'goods' ? await findByOrder(tx, ordUid) : undefined
    if (!row) return
    const isPaid = takesRoom(row.state)
    if (isPaid && !(await chargedOf(tx, ordUid, (rsvtUid) => hasReview(tx, rsvtUid), now))) return
  }
  await returnCoupon(tx, cart.ordUid, now)
}

/**
 * Asks the gateway whether the charge of a paid order was taken back by the buyer's bank, or refunded in the gateway's
 * own console, and acts on it. The passes of the order are blocked, whoever holds them, until the gateway says that the
 * charge stands again. An unused reservation is cancelled and its room is free again. The charge of a cart is that of
 * all its lines. Our own refunds do not count as a
 * dispute. Where the gateway does not say whether a charge is disputed, its message does (`reported`); without one the
 * order stays as it is. No-op unless the order is paid.
 */
export const followDispute = async (
  deps: DisputeDeps,
  { ordUid, paymentKey, state, disputedAt }: Order,
  reported?: boolean,
): Promise<void> => {
  const { db, clock, payment: gateway, log } = deps
  if (state !== 'paid') return
  const payment = await gateway.get(paymentKey)
  if (!payment) return
  // The usual case: nothing is disputed, and nothing was before.
  const isDisputed = payment.disputed ?? reported
  if (!isDisputed && payment.state !== 'cancelled' && disputedAt === null) return
  const changed = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, ordUid)
    if (order?.state !== 'paid') return null
    const lines = order.kind === 'cart' ? await linesOfCart(tx, order.quoteUid) : []
    // `refunded` is written before we ask the gateway for a refund, so under the lock it includes all of ours but those
    // that the gateway has refused: the desk refunds them in the console, and records them afterwards.
    const byHand = await refusedKrwOf(tx, lines.length === 0 ? [ordUid] : lines.map((line) => line.ordUid))
    const isGone =
      (isDisputed ?? order.disputedAt !== null) ||
      (payment.state === 'cancelled' && order.refunded + byHand < order.amount)
    const now = clock()
    if (!(await setDisputed(tx, ordUid, isGone ? now : null))) return null
    for (const line of lines) await setDisputed(tx, line.ordUid, isGone ? now : null)
    if (isGone && order.kind === 'cart') await followCoupon(tx, order, lines, now)
    for (const line of order.kind === 'cart' ? lines : [order])
      await (line.kind === 'goods' ? followGoods : followPasses)(tx, deps, line, isGone, now)
    return isGone
  })
  if (changed !== null) log.warn({ order: ordUid, disputed: changed }, 'a charge is disputed, or stands again')
}
