import { POINTS_REMIND_DAYS } from '#contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { holdMembership } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { expiringOf, isExpired, lotsOf, total, type Expiring, type Lot } from './lots.ts'
import * as store from './store.ts'

/**
 * Points expire at the end of their last day (decision 0346). No row says what is left of an entry: it follows from the
 * ledger (`lots.ts`). The account says before which instant nothing can have expired, so that the ledger is read only
 * after it.
 */

/** Returns when the member is reminded of points that expire at `expireAt`; both ms UTC. */
const remindAt = (expireAt: number): number => expireAt - POINTS_REMIND_DAYS * DAY_MS

/** Adds points that expire at `expireAt` (ms UTC) to the balance, under the account's lock. */
export const addPoints = async (
  tx: Tx,
  entry: Pick<store.Entry, 'memberId' | 'kind' | 'amount' | 'ordUid' | 'at'>,
  expireAt: number,
): Promise<void> => {
  await store.move(tx, entry, { expireAt, expiryDueAt: remindAt(expireAt) })
}

const isDue = ({ expiryDueAt }: store.Account, now: number): boolean => expiryDueAt !== null && expiryDueAt <= now

/** Writes an entry for each lot that has expired, under the account's lock. Returns the other lots. */
const expireLots = async (tx: Tx, memberId: string, now: number): Promise<Lot[]> => {
  const lots = lotsOf(await store.ledgerOf(tx, memberId))
  for (const lot of lots) {
    if (!isExpired(lot, now)) continue
    const entry = { memberId, kind: 'expire', amount: -lot.amount, ordUid: lot.ordUid, at: now } as const
    if (!(await store.move(tx, entry))) throw new Error('points that expire are not in the balance')
  }
  return lots.filter((lot) => !isExpired(lot, now))
}

/**
 * Locks a member's account until the transaction ends, and returns the balance. Points that have expired at `now`
 * (ms UTC) leave it first, so that none of them is ever spent, however late the job is.
 */
export const lockBalance = async (tx: Tx, memberId: string, now: number): Promise<number> => {
  const account = await store.lock(tx, memberId)
  return isDue(account, now) ? total(await expireLots(tx, memberId, now)) : account.balance
}

/** Returns the points that can be spent at `now` (ms UTC), and those of them that expire next. */
export const readPoints = async (
  db: Database | Tx,
  memberId: string,
  now: number,
): Promise<{ balance: number; expiring: Expiring | null }> => {
  const account = await store.accountOf(db, memberId)
  if (!account || account.expiryDueAt === null) return { balance: account?.balance ?? 0, expiring: null }
  // Both from one statement: the job may write between two of them.
  const lots = lotsOf(await store.ledgerOf(db, memberId)).filter((lot) => !isExpired(lot, now))
  return { balance: total(lots), expiring: expiringOf(lots)[0] ?? null }
}

/** Returns the member's points that can be spent at `now` (ms UTC); one point is one KRW. */
export const balanceOf = async (db: Database | Tx, memberId: string, now: number): Promise<number> => {
  const account = await store.accountOf(db, memberId)
  if (account && isDue(account, now)) return (await readPoints(db, memberId, now)).balance
  return account?.balance ?? 0
}

/** Tells the member of points that expire within `POINTS_REMIND_DAYS`, once for each last day. */
const remind = async (tx: Tx, memberId: string, expiring: readonly Expiring[], now: number): Promise<void> => {
  for (const { amount, at } of expiring) {
    if (remindAt(at) > now) continue
    const key = `points_expiring:${memberId}:${at}`
    // The end is the first instant of the next day.
    const values = { points: amount, lastDayAt: at - 1 }
    await notifyMember(tx, { memberId, kind: 'points_expiring', key, values, at: now })
  }
}

const expireOfMember = async (tx: Tx, memberId: string, now: number): Promise<void> => {
  if (!(await holdMembership(tx, memberId))) return
  if (!isDue(await store.lock(tx, memberId), now)) return
  const expiring = expiringOf(await expireLots(tx, memberId, now))
  await remind(tx, memberId, expiring, now)
  const dueTimes = expiring.map(({ at }) => (remindAt(at) > now ? remindAt(at) : at))
  await store.setExpiryDue(tx, memberId, dueTimes.length === 0 ? null : Math.min(...dueTimes))
}

const EXPIRE_MS = 10 * MINUTE_MS
const BATCH_MEMBERS = 500

/**
 * Takes points whose last day is over from the balances, and reminds members of those that expire soon. Each member in
 * a transaction of its own; those that one run leaves are first in the next.
 */
export const expirePoints = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  for (const memberId of await store.membersDue(db, clock(), BATCH_MEMBERS))
    await db.transaction((tx) => expireOfMember(tx, memberId, clock()))
}

export const expiryJob: JobKind = recurringJob('points-expire', EXPIRE_MS, expirePoints)
