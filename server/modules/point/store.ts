import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '#server/db/connect.ts'
import { pointAccount, pointEntry } from '#server/db/schema/point.ts'

export type Entry = typeof pointEntry.$inferSelect

export const balanceOf = async (db: Database | Tx, memberId: string): Promise<number> =>
  (await db.select({ balance: pointAccount.balance }).from(pointAccount).where(eq(pointAccount.memberId, memberId)))[0]
    ?.balance ?? 0

/** The balance, held until the transaction ends. A member without an account gets one. */
export const lock = async (tx: Tx, memberId: string): Promise<number> => {
  await tx.insert(pointAccount).values({ memberId, balance: 0, seq: 0 }).onConflictDoNothing()
  const rows = await tx
    .select({ balance: pointAccount.balance })
    .from(pointAccount)
    .where(eq(pointAccount.memberId, memberId))
    .for('update')
  return rows[0]?.balance ?? 0
}

/** Moves the balance by `amount` and writes its line; false when it would fall below zero. */
export const move = async (
  tx: Tx,
  entry: Pick<Entry, 'memberId' | 'kind' | 'amount' | 'ordUid' | 'at'>,
): Promise<boolean> => {
  const rows = await tx
    .update(pointAccount)
    .set({ balance: sql`${pointAccount.balance} + ${entry.amount}`, seq: sql`${pointAccount.seq} + 1` })
    .where(and(eq(pointAccount.memberId, entry.memberId), gte(pointAccount.balance, -entry.amount)))
    .returning({ balance: pointAccount.balance, seq: pointAccount.seq })
  const after = rows[0]
  if (!after) return false
  await tx.insert(pointEntry).values({ entryUid: uuidv7(), ...entry, ...after })
  return true
}

/** Sum of an order's lines of one kind. */
export const sumOf = async (tx: Tx, ordUid: string, kind: Entry['kind']): Promise<number> => {
  const rows = await tx
    .select({ sum: sql<string>`coalesce(sum(${pointEntry.amount}), 0)` })
    .from(pointEntry)
    .where(and(eq(pointEntry.ordUid, ordUid), eq(pointEntry.kind, kind)))
  return Number(rows[0]?.sum ?? 0)
}

/** Newest first. */
export const page = (db: Database, memberId: string, pageNum: number, pageSize: number): Promise<Entry[]> =>
  db
    .select()
    .from(pointEntry)
    .where(eq(pointEntry.memberId, memberId))
    .orderBy(desc(pointEntry.seq))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

export const countOf = async (db: Database, memberId: string): Promise<number> =>
  (await db.select({ n: count() }).from(pointEntry).where(eq(pointEntry.memberId, memberId)))[0]?.n ?? 0
