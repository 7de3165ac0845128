import { endOfDay } from '#contract/rules/coupon.ts'
import { share } from '#contract/rules/proRata.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { holdMembership } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { addPoints, expiryJob, lockBalance, readPoints } from './expiry.ts'
import * as store from './store.ts'

export { balanceOf } from './expiry.ts'

/** The member, and the order of the points. */
interface Moved {
  memberId: string
  ordUid: string
}

/** For how long points are valid. */
export type Validity = Pick<Config['points'], 'validDays'>

/** Spends points on an order, in the transaction that writes it. Throws `E_POINTS` when the balance is too low. */
export const spendPoints = async (
  tx: Tx,
  { memberId, ordUid, amount }: Moved & { amount: number },
  now: number,
): Promise<void> => {
  if (amount === 0) return
  await lockBalance(tx, memberId, now)
  if (!(await store.move(tx, { memberId, kind: 'spend', amount: -amount, ordUid, at: now })))
    throw new Refusal('E_POINTS')
}

/**
 * Credits the configured percentage of what was paid, in the transaction that pays the order; once for each order.
 * Until `finalAt` (ms) the order can be refunded, so its points are pending outside the balance. They are valid from
 * when they come into it.
 */
export const earnPoints = async (
  tx: Tx,
  { earnPercent, validDays }: Pick<Config['points'], 'earnPercent' | 'validDays'>,
  { memberId, ordUid, paid, finalAt }: Moved & { paid: number; finalAt: number },
  now: number,
): Promise<void> => {
  const amount = Math.floor((paid * earnPercent) / 100)
  if (amount === 0) return
  await store.lock(tx, memberId)
  if ((await store.sumOf(tx, ordUid, 'earn')) > 0) return
  if (now < finalAt) await store.addPending(tx, { ordUid, memberId, amount, dueAt: finalAt })
  else await addPoints(tx, { memberId, kind: 'earn', amount, ordUid, at: now }, endOfDay(now, validDays))
}

/**
 * Moves pending points of a final order into the balance, less what refunds took. Runs under the locks of order and
 * account: a refund request locks the order too, so either it is visible here or it finds the points credited.
 */
const credit = async (tx: Tx, { validDays }: Validity, { memberId, ordUid }: Moved, now: number): Promise<void> => {
  await store.lockOrder(tx, ordUid)
  await lockBalance(tx, memberId, now)
  const row = await store.endPending(tx, ordUid, now)
  if (!row) return
  await addPoints(tx, { memberId, kind: 'earn', amount: row.amount, ordUid, at: now }, endOfDay(now, validDays))
  if (row.taken > 0) await store.move(tx, { memberId, kind: 'take_back', amount: -row.taken, ordUid, at: now })
}

const CREDIT_MS = 10 * MINUTE_MS
const BATCH_ORDERS = 200

/** Credits the points of orders that can no longer be refunded. */
export const creditFinalOrders = async ({
  config,
  db,
  clock,
}: Pick<Deps, 'config' | 'db' | 'clock'>): Promise<void> => {
  for (const moved of await store.finalOrders(db, clock(), BATCH_ORDERS))
    await db.transaction(async (tx) => {
      if (await holdMembership(tx, moved.memberId)) await credit(tx, config.points, moved, clock())
    })
}

export const JOB_KINDS: readonly JobKind[] = [recurringJob('points-credit', CREDIT_MS, creditFinalOrders), expiryJob]

/**
 * Reverses an order's points: gives back the spent ones, valid anew from today, and withdraws the earned ones that have
 * not expired, as far as the balance allows. Earned ones that have expired are not taken from other points. `units`: how many of the order's `of` units have been refunded so far; without the last argument the whole order.
 * Idempotent.
 */
export const returnPoints = async (
  tx: Tx,
  { validDays }: Validity,
  { memberId, ordUid }: Moved,
  now: number,
  { units, of }: { units: number; of: number } = { units: 1, of: 1 },
): Promise<void> => {
  if (!(await store.hasMovedPoints(tx, ordUid))) return
  const balance = await lockBalance(tx, memberId, now)
  const pending = await store.findPending(tx, ordUid)
  if (pending) await store.takePending(tx, ordUid, Math.max(pending.taken, share(pending.amount, units, of)))
  const spent = -(await store.sumOf(tx, ordUid, 'spend'))
  const earned = await store.earnedOf(tx, ordUid, now)
  if (spent === 0 && earned === 0) return
  const back = share(spent, units, of) - (await store.sumOf(tx, ordUid, 'return'))
  if (back > 0)
    await addPoints(tx, { memberId, kind: 'return', amount: back, ordUid, at: now }, endOfDay(now, validDays))
  const due = share(earned, units, of) + (await store.sumOf(tx, ordUid, 'take_back'))
  const gone = Math.min(due, balance + Math.max(0, back))
  if (gone > 0) await store.move(tx, { memberId, kind: 'take_back', amount: -gone, ordUid, at: now })
}

/** Returns a page of a member's ledger, newest first, with the balance at `now` (ms UTC). */
export const listPoints = async (
  db: Database,
  { earnPercent, spend }: Config['points'],
  { memberId, pageNum, pageSize, now }: { memberId: string; pageNum: number; pageSize: number; now: number },
) => ({
  list: (await store.page(db, memberId, pageNum, pageSize)).map(
    ({ entryUid, kind, amount, balance, ordUid, at, expireAt }) => ({
      entryUid,
      kind,
      amount,
      balance,
      ordUid,
      at,
      expireAt,
    }),
  ),
  pageNum,
  pageSize,
  total: await store.countOf(db, memberId),
  ...(await readPoints(db, memberId, now)),
  pending: await store.pendingPointsOf(db, memberId),
  earnPercent,
  spendYn: spend ? ('Y' as const) : ('N' as const),
})
