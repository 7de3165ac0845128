import { RECONCILE_MS } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { issuePasses } from '#server/modules/pass/service.ts'
import { GatewayRefused, GatewayUnknown, type Payment } from '#server/outside/payment/gateway.ts'
import * as store from './store.ts'

/**
 * Where return, webhook, poll and reconciliation meet. What they heard decides nothing: the gateway is asked, and one
 * conditional UPDATE moves the order. Passes are issued in its transaction. Money that comes for a closed order goes
 * back under a key of its own. So an order ends as passes or as no charge, never both, never neither.
 */

const DAY_MS = 86_400_000
type SettleDeps = Pick<Deps, 'db' | 'clock' | 'payment' | 'log'>

/** pending → paid, with its passes. */
const pay = async ({ db, clock }: SettleDeps, row: store.Order): Promise<void> => {
  const now = clock()
  await db.transaction(async (tx) => {
    const paid = await store.pay(tx, row.ordUid, now, now + row.cancelDays * DAY_MS)
    if (paid) await issuePasses(tx, paid, now)
  })
}

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

const end = async (deps: SettleDeps, row: store.Order, asked: Payment | null): Promise<void> => {
  const { db, clock } = deps
  const now = clock()
  const close = (state: 'declined' | 'cancelled', reason: NonNullable<store.Order['reason']>, uncharged = false) =>
    store.close(db, row.ordUid, { state, reason, now, uncharged })
  if (asked && asked.amount !== row.amount) {
    await close('cancelled', 'amount')
    return
  }
  const payment = asked?.state === 'authorised' ? await charge(deps, row, asked) : asked
  if (payment?.state === 'paid') await pay(deps, row)
  else if (payment?.state === 'declined') await close('declined', payment.reason ?? 'declined')
  else if (payment?.state === 'cancelled') await close('cancelled', 'abandoned')
  else if (payment?.state !== 'authorised' && now >= row.orderedAt + RECONCILE_MS)
    await close('cancelled', 'abandoned', true)
}

/** A closed order keeps no money and no authorisation. */
const giveBack = async ({ db, payment: gateway }: SettleDeps, row: store.Order): Promise<void> => {
  const payment = await gateway.get(row.paymentKey)
  if (payment?.state !== 'authorised' && payment?.state !== 'paid') return
  await gateway.cancel(row.paymentKey, payment.amount, `${row.paymentKey}.back`)
  await store.refund(db, row.ordUid, row.reason === 'amount' ? 'amount' : 'late')
}

const isClosed = (row: store.Order) => row.state === 'cancelled' || row.state === 'declined'

/**
 * Brings an order to where its payment is; the order afterwards. Any number at once, in any order, do it once.
 * Throws `GatewayUnknown` when the gateway cannot be asked: then nothing has changed and it is asked again later.
 */
export const settle = async (deps: SettleDeps, ordUid: string): Promise<store.Order | undefined> => {
  const before = await store.findOrder(deps.db, ordUid)
  if (before?.state === 'pending') await end(deps, before, await deps.payment.get(before.paymentKey))
  const after = await store.findOrder(deps.db, ordUid)
  if (!after || !isClosed(after)) return after
  await giveBack(deps, after)
  return store.findOrder(deps.db, ordUid)
}

/** The same where an answer is owed to somebody: a gateway that cannot be asked leaves the order as it is. */
export const trySettle = async (deps: SettleDeps, ordUid: string): Promise<store.Order | undefined> => {
  try {
    return await settle(deps, ordUid)
  } catch (error) {
    if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error
    deps.log.warn({ order: ordUid, reason: error.message }, 'a payment could not be settled yet')
    return store.findOrder(deps.db, ordUid)
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
      const row = await trySettle(deps, ordUid)
      const next = row ? nextAsk(row, attempts, deps.clock()) : null
      await (next === null ? store.dropJob(deps.db, ordUid) : store.delayJob(deps.db, ordUid, next))
    }),
  )
}
