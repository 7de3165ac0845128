import type { Deps } from '#server/deps.ts'
import { blockUnits, lockUnits, unblockUnits } from '#server/modules/pass/service.ts'
import { lockOrder, setDisputed } from './afterwards.ts'
import type { Order } from './store.ts'

/**
 * A charge that the buyer's bank takes back, or that was given back in the gateway's own console, is no payment: its
 * passes are blocked, whoever holds them, until the gateway says that it stands again. Money that we promised back
 * ourselves is not that.
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
    if (!(await setDisputed(tx, ordUid, isGone ? clock() : null))) return null
    await lockUnits(tx, ordUid)
    await (isGone ? blockUnits(tx, ordUid) : unblockUnits(tx, ordUid))
    return isGone
  })
  if (changed !== null) log.warn({ order: ordUid, disputed: changed }, 'a charge is disputed, or stands again')
}
