import { RECONCILE_MS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import { isPassOrder } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { bookReservation } from '#server/modules/booking/service.ts'
import { earnPoints } from '#server/modules/point/service.ts'
import { GatewayRefused, GatewayUnknown, type Payment } from '#server/outside/payment/gateway.ts'
import { payAndIssue } from './issue.ts'
import { release } from './release.ts'
import * as store from './store.ts'

/**
 * Where return, webhook, poll and reconciliation meet. What they heard decides nothing: the gateway is asked, and one
 * conditional UPDATE moves the order. Passes are issued, or a reservation is booked, in its transaction. Money that
 * comes for a closed order goes back under a key of its own. So an order ends as what was bought or as no charge, never both, never neither.
 */

const DAY_MS = 86_400_000
type SettleDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'payment' | 'log'>

/** pending → paid, with what was bought; undefined when it was not pending any more. */
const pay = ({ config: { points }, db, clock }: SettleDeps, row: store.Order): Promise<store.Order | undefined> => {
  const now = clock()
  const cancelUntil = row.cancelDays === null ? row.cancelUntil : now + row.cancelDays * DAY_MS
  // One statement: all of it, or nothing.
  if (isPassOrder(row) && points.earnPercent === 0) return payAndIssue(db, row, now, cancelUntil)
  return db.transaction(async (tx) => {
    const paid = await (isPassOrder(row)
      ? payAndIssue(tx, row, now, cancelUntil)
      : store.pay(tx, row.ordUid, now, cancelUntil))
    if (!paid) return undefined
    const booked = isPassOrder(paid) ? undefined : await bookReservation(tx, paid, now)
    // A place may still say no: of a reservation, once it was used.
    const finalAt = Math.max(paid.cancelUntil ?? now, booked?.endsAt ?? now)
    const { memberId, ordUid, amount } = paid
    if (amount > 0) await earnPoints(tx, points, { memberId, ordUid, paid: amount, finalAt }, now)
    return paid
  })
}

/**
 * pending → closed, and what it held is let go; false when it was not pending any more. `uncharged`: only while the
 * gateway was not asked to charge. `by` the member, or because the payment came to nothing.
 */
export const close = (
  { db, clock }: Pick<SettleDeps, 'db' | 'clock'>,
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
    const closed = await store.close(tx, ordUid, { ...end, now, uncharged: end.uncharged ?? false })
    if (closed) await release(tx, closed, now, end.by)
    return closed !== undefined
  })

/** Charges what the card allowed; the payment as it stands afterwards. */
const charge = async ({ db, clock, payment: gateway }: SettleDeps, row: store.Order, payment: Payment) => {
  if (!(await store.beginCharge(db, row.ordUid, clock()))) return payment
  try {
    return await gateway.confirm(row.paymentKey, row.amount)
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    return gateway.get(row.paymentKey) // charged by another settle, or lapsed: it knows
  }
}

/** The order as this has left it; undefined where it has to be read again. */
const end = async (deps: SettleDeps, row: store.Order, asked: Payment | null): Promise<store.Order | undefined> => {
  if (asked && asked.amount !== row.amount) {
    await close(deps, row.ordUid, { state: 'cancelled', reason: 'amount' })
    return undefined
  }
  const payment = asked?.state === 'authorised' ? await charge(deps, row, asked) : asked
  if (payment?.state === 'paid') return pay(deps, row)
  if (payment?.state === 'declined')
    await close(deps, row.ordUid, { state: 'declined', reason: payment.reason ?? 'declined' })
  else if (payment?.state === 'cancelled') await close(deps, row.ordUid, { state: 'cancelled', reason: 'abandoned' })
  else if (payment?.state !== 'authorised' && deps.clock() >= row.orderedAt + RECONCILE_MS)
    await close(deps, row.ordUid, { state: 'cancelled', reason: 'abandoned', uncharged: true })
  return undefined
}

/** A closed order keeps no money and no authorisation. */
const giveBack = async ({ db, payment: gateway }: SettleDeps, row: store.Order): Promise<void> => {
  const payment = await gateway.get(row.paymentKey)
  if (payment?.state !== 'authorised' && payment?.state !== 'paid') return
  await gateway.cancel(row.paymentKey, payment.amount, `${row.paymentKey}.back`)
  await store.refund(db, row.ordUid, row.reason === 'amount' ? 'amount' : 'late')
}

const isClosed = (row: store.Order) => row.state === 'cancelled' || row.state === 'declined'

const bring = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  const read = async (): Promise<store.Order> => (await store.findOrder(deps.db, before.ordUid)) ?? before
  let after = before
  // What costs nothing needs no gateway.
  if (before.state === 'pending' && before.amount === 0) after = (await pay(deps, before)) ?? (await read())
  else if (before.state === 'pending')
    after = (await end(deps, before, await deps.payment.get(before.paymentKey))) ?? (await read())
  if (!isClosed(after)) return after
  await giveBack(deps, after)
  return read()
}

const underWay = new WeakMap<Database, Map<string, Promise<store.Order>>>()

/**
 * Brings an order, as it was just read, to where its payment is; the order afterwards. Any number at once, in any order,
 * do it once. Throws `GatewayUnknown` when the gateway cannot be asked: then nothing has changed and it is asked again later.
 *
 * The visitor and the gateway's message come back in the same moment: in one process the second waits for the first.
 * Only a paid order is an answer to both: what else the first found may be from before the second was sent.
 */
export const settle = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  const { ordUid } = before
  const here = underWay.get(deps.db) ?? new Map<string, Promise<store.Order>>()
  underWay.set(deps.db, here)
  const found = await here.get(ordUid)?.catch(() => null)
  if (found?.state === 'paid') return found
  const work = bring(deps, before)
  here.set(ordUid, work)
  try {
    return await work
  } finally {
    if (here.get(ordUid) === work) here.delete(ordUid)
  }
}

/** The same where an answer is owed to somebody: a gateway that cannot be asked leaves the order as it is. */
export const trySettle = async (deps: SettleDeps, before: store.Order): Promise<store.Order> => {
  try {
    return await settle(deps, before)
  } catch (error) {
    if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error
    deps.log.warn({ order: before.ordUid, reason: error.message }, 'a payment could not be settled yet')
    return (await store.findOrder(deps.db, before.ordUid)) ?? before
  }
}

/** When to ask for an order again: soon at first, for a closed one ever later until a day has passed; null: never. */
export const nextAsk = (row: store.Order, attempts: number, now: number): number | null => {
  if (row.state === 'pending') return now + Math.min(30_000, 2_000 * 1.5 ** attempts)
  const age = now - (row.closedAt ?? now)
  // Only an abandoned page can still be paid on.
  if (row.state !== 'cancelled' || age > DAY_MS) return null
  return now + Math.max(60_000, age)
}

const BATCH = 8
const LEASE_MS = 30_000

/** One turn of the reconciliation: the orders that are due, side by side with other processes. */
export const reconcile = async (deps: SettleDeps): Promise<void> => {
  const taken = await store.takeJobs(deps.db, deps.clock(), BATCH, deps.clock() + LEASE_MS)
  await Promise.all(
    taken.map(async ({ ordUid, attempts }) => {
      const row = await store.findOrder(deps.db, ordUid)
      const next = row ? nextAsk(await trySettle(deps, row), attempts, deps.clock()) : null
      await (next === null ? store.dropJob(deps.db, ordUid) : store.delayJob(deps.db, ordUid, next))
    }),
  )
}
