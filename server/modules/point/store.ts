import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '#server/db/connect.ts'
import { member } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { pass } from '#server/db/schema/pass.ts'
import { pointAccount, pointEntry, pointPending } from '#server/db/schema/point.ts'
import { moneyBack, refund } from '#server/db/schema/refund.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import type { LedgerLine } from './lots.ts'

export type Entry = typeof pointEntry.$inferSelect

export type Account = Pick<typeof pointAccount.$inferSelect, 'balance' | 'expiryDueAt'>
const ACCOUNT = { balance: pointAccount.balance, expiryDueAt: pointAccount.expiryDueAt }

/** Returns a member's account; undefined when the member never had points. */
export const accountOf = async (db: Database | Tx, memberId: string): Promise<Account | undefined> =>
  (await db.select(ACCOUNT).from(pointAccount).where(eq(pointAccount.memberId, memberId)))[0]

/** Returns the account and locks it until the transaction ends; creates the account of a member without one. */
export const lock = async (tx: Tx, memberId: string): Promise<Account> => {
  await tx.insert(pointAccount).values({ memberId, balance: 0, seq: 0 }).onConflictDoNothing()
  const rows = await tx.select(ACCOUNT).from(pointAccount).where(eq(pointAccount.memberId, memberId)).for('update')
  return rows[0] ?? { balance: 0, expiryDueAt: null }
}

/**
 * Moves the balance by `amount` and writes the ledger line. Returns false when the balance would fall below zero, or
 * the member has no account. For points that expire: `expireAt`, and the instant before which nothing is due because of
 * them; both ms UTC.
 */
export const move = async (
  tx: Tx,
  entry: Pick<Entry, 'memberId' | 'kind' | 'amount' | 'ordUid' | 'at'>,
  until?: { expireAt: number; expiryDueAt: number },
): Promise<boolean> => {
  const rows = await tx
    .update(pointAccount)
    .set({
      balance: sql`${pointAccount.balance} + ${entry.amount}`,
      seq: sql`${pointAccount.seq} + 1`,
      // `least` skips nulls.
      ...(until && { expiryDueAt: sql`least(${pointAccount.expiryDueAt}, ${until.expiryDueAt}::bigint)` }),
    })
    .where(and(eq(pointAccount.memberId, entry.memberId), gte(pointAccount.balance, -entry.amount)))
    .returning({ balance: pointAccount.balance, seq: pointAccount.seq })
  const after = rows[0]
  if (!after) return false
  await tx.insert(pointEntry).values({ entryUid: uuidv7(), ...entry, ...after, expireAt: until?.expireAt ?? null })
  return true
}

/** Returns a member's whole ledger, oldest first. */
export const ledgerOf = (db: Database | Tx, memberId: string): Promise<LedgerLine[]> =>
  db
    .select({ amount: pointEntry.amount, expireAt: pointEntry.expireAt, ordUid: pointEntry.ordUid })
    .from(pointEntry)
    .where(eq(pointEntry.memberId, memberId))
    .orderBy(asc(pointEntry.seq))

/** Sets the instant (ms UTC) before which no point expires and no reminder is due, under the account's lock. */
export const setExpiryDue = async (tx: Tx, memberId: string, expiryDueAt: number | null): Promise<void> => {
  await tx.update(pointAccount).set({ expiryDueAt }).where(eq(pointAccount.memberId, memberId))
}

/** Returns members with points that may have expired, or of which a reminder may be due; the most overdue first. */
export const membersDue = async (db: Database, now: number, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ memberId: pointAccount.memberId })
    .from(pointAccount)
    .innerJoin(member, eq(member.id, pointAccount.memberId))
    .where(and(lte(pointAccount.expiryDueAt, now), isNull(member.withdrawnAt)))
    .orderBy(asc(pointAccount.expiryDueAt))
    .limit(limit)
  return rows.map(({ memberId }) => memberId)
}

/** Sums an order's ledger lines of one kind; what left the balance (`spend`, `take_back`) is negative. */
export const sumOf = async (tx: Tx, ordUid: string, kind: Entry['kind']): Promise<number> => {
  const rows = await tx
    .select({ sum: sql<string>`coalesce(sum(${pointEntry.amount}), 0)` })
    .from(pointEntry)
    .where(and(eq(pointEntry.ordUid, ordUid), eq(pointEntry.kind, kind)))
  return Number(rows[0]?.sum ?? 0)
}

/** Sums the points that an order earned and that have not expired at `now` (ms UTC), whoever spent them. */
export const earnedOf = async (tx: Tx, ordUid: string, now: number): Promise<number> => {
  const isValid = or(isNull(pointEntry.expireAt), gt(pointEntry.expireAt, now))
  const rows = await tx
    .select({ sum: sql<string>`coalesce(sum(${pointEntry.amount}), 0)` })
    .from(pointEntry)
    .where(and(eq(pointEntry.ordUid, ordUid), eq(pointEntry.kind, 'earn'), isValid))
  return Number(rows[0]?.sum ?? 0)
}

export type Pending = typeof pointPending.$inferSelect

/** Inserts the pending points of an order. Returns false when it has some already. */
export const addPending = async (tx: Tx, row: Omit<Pending, 'taken'>): Promise<boolean> => {
  const rows = await tx
    .insert(pointPending)
    .values({ ...row, taken: 0 })
    .onConflictDoNothing()
    .returning({ ordUid: pointPending.ordUid })
  return rows.length === 1
}

/** Returns the pending points of an order; undefined when it has none. */
export const findPending = async (tx: Tx, ordUid: string): Promise<Pending | undefined> =>
  (await tx.select().from(pointPending).where(eq(pointPending.ordUid, ordUid)))[0]

/**
 * Returns whether the order has ledger lines or pending points. Read before the account is locked, so that other orders
 * do not lock it.
 */
export const hasMovedPoints = async (tx: Tx, ordUid: string): Promise<boolean> => {
  const [entry] = await tx.select({ at: pointEntry.at }).from(pointEntry).where(eq(pointEntry.ordUid, ordUid)).limit(1)
  return entry !== undefined || (await findPending(tx, ordUid)) !== undefined
}

/** Sets what refunds have taken of pending points, under the account's lock. */
export const takePending = async (tx: Tx, ordUid: string, taken: number): Promise<void> => {
  await tx.update(pointPending).set({ taken }).where(eq(pointPending.ordUid, ordUid))
}

/** Sums the points that a member's orders earned and that are not in the balance yet, minus those that refunds took. */
export const pendingPointsOf = async (db: Database | Tx, memberId: string): Promise<number> => {
  const rows = await db
    .select({ sum: sql<string>`coalesce(sum(${pointPending.amount} - ${pointPending.taken}), 0)` })
    .from(pointPending)
    .where(eq(pointPending.memberId, memberId))
  return Number(rows[0]?.sum ?? 0)
}

/**
 * Final: the order's refund period is over, or each of its remaining passes was used; and no refund request, refund
 * payment, cancellation or dispute of it is open. A cancellation stays open when the gateway refuses its refund payment.
 */
const isFinal = (now: number) =>
  and(
    or(
      lte(pointPending.dueAt, now),
      and(
        sql`exists (select 1 from ${pass} where ${pass.ordUid} = ${pointPending.ordUid})`,
        sql`not exists (select 1 from ${pass} where ${pass.ordUid} = ${pointPending.ordUid} and ${pass.voided} is null
          and ${pass.activatedAt} is null and ${pass.discountUsedAt} is null)`,
      ),
    ),
    sql`not exists (select 1 from ${refund} where ${refund.ordUid} = ${pointPending.ordUid} and ${refund.state} = 'requested')`,
    sql`not exists (select 1 from ${moneyBack} where ${moneyBack.ordUid} = ${pointPending.ordUid} and ${moneyBack.state} = 'due')`,
    sql`not exists (select 1 from ${reservation} where ${reservation.ordUid} = ${pointPending.ordUid} and ${reservation.state} = 'cancel_asked')`,
    sql`not exists (select 1 from ${order} where ${order.ordUid} = ${pointPending.ordUid} and ${order.disputedAt} is not null)`,
  )

/** Locks an order until the transaction ends, as a refund request does. */
export const lockOrder = async (tx: Tx, ordUid: string): Promise<void> => {
  await tx.select({ ordUid: order.ordUid }).from(order).where(eq(order.ordUid, ordUid)).for('update')
}

/** Returns orders whose points can be credited, with their members. */
export const finalOrders = (db: Database, now: number, limit: number) =>
  db
    .select({ ordUid: pointPending.ordUid, memberId: pointPending.memberId })
    .from(pointPending)
    .where(isFinal(now))
    .orderBy(pointPending.dueAt)
    .limit(limit)

/** Deletes and returns the pending points of a final order; undefined when it is not final, or has none. */
export const endPending = async (tx: Tx, ordUid: string, now: number): Promise<Pending | undefined> =>
  (
    await tx
      .delete(pointPending)
      .where(and(eq(pointPending.ordUid, ordUid), isFinal(now)))
      .returning()
  )[0]

/** Returns a page of a member's ledger lines, newest first; `pageNum` counts from 1. */
export const page = (db: Database, memberId: string, pageNum: number, pageSize: number): Promise<Entry[]> =>
  db
    .select()
    .from(pointEntry)
    .where(eq(pointEntry.memberId, memberId))
    .orderBy(desc(pointEntry.seq))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts a member's ledger lines. */
export const countOf = async (db: Database, memberId: string): Promise<number> =>
  (await db.select({ n: count() }).from(pointEntry).where(eq(pointEntry.memberId, memberId)))[0]?.n ?? 0
