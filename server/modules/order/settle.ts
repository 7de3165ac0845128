import { RECONCILE_MS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isPassOrder } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { bookReservation } from '#server/modules/booking/service.ts'
import { externalJob } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { earnPoints } from '#server/modules/point/service.ts'
import { GatewayRefused, GatewayUnknown, type Payment } from '#server/outside/payment/gateway.ts'
import { chargedOrderOf, linesOfCart, refundLines } from './cart.store.ts'
import { payAndIssue } from './payAndIssue.store.ts'
import { release } from './release.ts'
import * as store from './store.ts'

/**
 * Return page, webhook, poll and reconciliation all end in `settle`. Their content decides nothing: the server asks the
 * gateway, and one conditional UPDATE moves the order. The same transaction issues the passes or books the reservation.
 * Money that arrives for a closed order is refunded under its own key. So an order ends either with what was bought or
 * without a charge.
 */

const RETURN_CHECK_MS = 60_000
type SettleDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'payment' | 'log'>

const cancelUntilOf = (row: store.Order, now: number): number | null =>
  row.cancelDays === null ? row.cancelUntil : now + row.cancelDays * DAY_MS

/** pending → paid for an order of passes or goods. Returns undefined when the order was no longer pending. */
const paySold = async (
  tx: Tx,
  { points }: Pick<Deps['config'], 'points'>,
  row: store.Order,
  now: number,
): Promise<store.Order | undefined> => {
  const cancelUntil = cancelUntilOf(row, now)
  const paid = await (isPassOrder(row)
    ? payAndIssue(tx, row, now, cancelUntil)
    : store.pay(tx, row.ordUid, now, cancelUntil))
  if (!paid) return undefined
  const booked = isPassOrder(paid) ? undefined : await bookReservation(tx, paid, now)
  // Earned points become final only after the end of a reservation: until then the place may still cancel it.
  const finalAt = Math.max(paid.cancelUntil ?? now, booked?.endsAt ?? now)
  const { memberId, ordUid, amount } = paid
  if (amount > 0) await earnPoints(tx, points, { memberId, ordUid, paid: amount, finalAt }, now)
  return paid
}

/** pending → paid for a cart with all its lines. Returns undefined when the cart was no longer pending. */
const payCart = async (
  tx: Tx,
  config: Pick<Deps['config'], 'points'>,
  row: store.Order,
  now: number,
): Promise<store.Order | undefined> => {
  const paid = await store.pay(tx, row.ordUid, now, null)
  if (!paid) return undefined
  for (const line of await linesOfCart(tx, paid.quoteUid))
    if (!(await paySold(tx, config, line, now))) throw new Error('a line of a paid cart was not pending')
  return paid
}

/**
 * pending → paid, with passes issued or the reservation booked. Returns undefined when the order was no longer pending.
 */
const pay = ({ config, db, clock }: SettleDeps, row: store.Order): Promise<store.Order | undefined> => {
  const now = clock()
  // One statement, which is atomic without a transaction.
  if (isPassOrder(row) && config.points.earnPercent === 0) return payAndIssue(db, row, now, cancelUntilOf(row, now))
  return db.transaction((tx) => (row.kind === 'cart' ? payCart : paySold)(tx, config, row, now))
}

/**
 * Closes a pending order and releases what the order held; for a line of a cart the whole cart, which is one payment.
 * Returns false when the order was no longer pending.
 * `uncharged`: closes the order only if the gateway was not yet asked to charge; else returns false too. `by`: `member`
 * when the member cancelled; absent when the order ends in any other way.
 */
export const close = (
  { config, db, clock }: Pick<SettleDeps, 'config' | 'db' | 'clock'>,
  ordUid: string,
  end: {
    state: 'declined' | 'cancelled'
    reason: NonNullable<store.Order['reason']>
    uncharged?: boolean
    by?: 'member'
  },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const now = clock()
    const row = await store.findOrder(tx, ordUid)
    const charged = row && (await chargedOrderOf(tx, row))
    const how = { ...end, now }
    const closed = charged && (await store.close(tx, charged.ordUid, { ...how, uncharged: end.uncharged ?? false }))
    if (!closed) return false
    const lines = closed.kind === 'cart' ? await linesOfCart(tx, closed.quoteUid) : []
    for (const line of lines) await store.close(tx, line.ordUid, { ...how, uncharged: false })
    await release(tx, config, closed, closed.kind === 'cart' ? lines : [closed], now, end.by)
    return true
  })

/** Charges an authorised payment. Returns the payment as it is afterwards. */
const charge = async ({ db, clock, payment: gateway }: SettleDeps, row: store.Order, payment: Payment) => {
  if (!(await store.beginCharge(db, row.ordUid, clock()))) return payment
  try {
    return await gateway.confirm(row.paymentKey, row.amount)
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    return gateway.get(row.paymentKey) // charged by another settle, or lapsed: it knows
  }
}

/** Applies the gateway's answer. Returns the order, or undefined when the caller has to read it again. */
const end = async (deps: SettleDeps, row: store.Order, answer: Payment | null): Promise<store.Order | undefined> => {
  // A payment that brought no money closes the order for its own reason, whatever its amount.
  const hasMoney = answer?.state === 'authorised' || answer?.state === 'paid'
  if (hasMoney && answer.amount !== row.amount) {
    await close(deps, row.ordUid, { state: 'cancelled', reason: 'amount' })
    return undefined
  }
  const payment = answer?.state === 'authorised' ? await charge(deps, row, answer) : answer
  if (payment?.state === 'paid') return pay(deps, row)
  if (payment?.state === 'declined')
    await close(deps, row.ordUid, { state: 'declined', reason: payment.reason ?? 'declined' })
  else if (payment?.state === 'cancelled') await close(deps, row.ordUid, { state: 'cancelled', reason: 'abandoned' })
  else if (payment?.state !== 'authorised' && deps.clock() >= row.orderedAt + RECONCILE_MS)
    await close(deps, row.ordUid, { state: 'cancelled', reason: 'abandoned', uncharged: true })
  return undefined
}

/** Did money come for this closed order? */
const isReceived = ({ reason }: store.Order): boolean => reason === 'late' || reason === 'amount'

/** Refunds a payment, or cancels an authorisation, that arrived for a closed order, and notifies the member once. */
const giveBack = async ({ db, clock, payment: gateway }: SettleDeps, row: store.Order): Promise<void> => {
  const payment = await gateway.get(row.paymentKey)
  if (payment?.state === 'authorised' || payment?.state === 'paid') {
    // Written first: if the gateway's answer is lost, the next check finds a cancelled payment and knows why.
    const now = clock()
    const noted = await store.noteReceived(db, { ordUid: row.ordUid, now, dueAt: now + RETURN_CHECK_MS })
    // The bank already returns the money of a disputed payment.
    if (!noted || payment.disputed) return
    await gateway.cancel(row.paymentKey, payment.amount, `${row.paymentKey}.back`)
  } else if (payment?.state !== 'cancelled' || !isReceived(row)) return
  const { amount } = payment
  await db.transaction(async (tx) => {
    const refunded = await store.refund(tx, row.ordUid, amount)
    if (!refunded) return
    if (refunded.kind === 'cart') await refundLines(tx, refunded)
    const { memberId, ordUid, orderNumber: number } = refunded
    const key = `refund_completed:${ordUid}`
    await notifyMember(tx, { memberId, kind: 'refund_completed', key, values: { number, amount }, at: clock() })
  })
}

const isClosed = (row: store.Order) => row.state === 'cancelled' || row.state === 'declined'

const settleOnce = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  const read = async (): Promise<store.Order> => (await store.findOrder(deps.db, before.ordUid)) ?? before
  let after = before
  // A free order needs no gateway.
  if (before.state === 'pending' && before.amount === 0) after = (await pay(deps, before)) ?? (await read())
  else if (before.state === 'pending')
    after = (await end(deps, before, await deps.payment.get(before.paymentKey))) ?? (await read())
  if (!isClosed(after)) return after
  await giveBack(deps, after)
  return read()
}

const underWay = new WeakMap<Database, Map<string, Promise<store.Order>>>()

/**
 * Moves an order, as it was just read, to the state of its payment and returns it; a line of a cart together with the
 * cart. Idempotent under concurrency. Throws
 * `GatewayUnknown` when the gateway gives no answer, `GatewayRefused` when it refuses a refund; reconciliation retries.
 *
 * The visitor's return and the gateway's message arrive at the same moment, so within a process the second call waits
 * for the first. It takes over only the result `paid`: any other may be older than the second call.
 */
export const settle = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  if (before.cartUid !== null) {
    await settle(deps, await chargedOrderOf(deps.db, before))
    return (await store.findOrder(deps.db, before.ordUid)) ?? before
  }
  const { ordUid } = before
  const settlements = underWay.get(deps.db) ?? new Map<string, Promise<store.Order>>()
  underWay.set(deps.db, settlements)
  const settledOrder = await settlements.get(ordUid)?.catch(() => null)
  if (settledOrder?.state === 'paid') return settledOrder
  const work = settleOnce(deps, before)
  settlements.set(ordUid, work)
  try {
    return await work
  } finally {
    if (settlements.get(ordUid) === work) settlements.delete(ordUid)
  }
}

/**
 * Settles an order and returns it. When the gateway gives no answer or refuses, logs that and returns the stored order.
 */
export const trySettle = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  try {
    return await settle(deps, before)
  } catch (error) {
    if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error
    deps.log.warn({ order: before.ordUid, reason: error.message }, 'a payment could not be settled yet')
    return (await store.findOrder(deps.db, before.ordUid)) ?? before
  }
}

/**
 * Returns when to ask about an order again, ms: a pending one at growing intervals of 2 to 30 s, a cancelled one at
 * growing intervals for a day, and as long as its money is not back. undefined: never.
 */
const nextAsk = (row: store.Order, now: number): number | undefined => {
  const sinceOrder = now - row.orderedAt
  if (row.state === 'pending') return now + Math.min(30_000, Math.max(2_000, Math.ceil((sinceOrder + 1_000) / 2)))
  const age = now - (row.closedAt ?? now)
  // Only an abandoned payment page can still be paid on.
  if (row.state !== 'cancelled' || (age > DAY_MS && !isReceived(row))) return undefined
  return now + Math.min(DAY_MS, Math.max(RETURN_CHECK_MS, age))
}

/** Reconciles an order that nobody reports on. */
export const paymentJob = externalJob(store.CHECK_JOB, async (deps, { args }) => {
  const row = await store.findOrder(deps.db, String(args.ordUid))
  return row && nextAsk(await trySettle(deps, row), deps.clock())
})
