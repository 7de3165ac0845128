import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { counter, inquiry } from '#server/db/schema/inquiry.ts'

export type Row = typeof inquiry.$inferSelect

/** Returns an inquiry of any author; undefined for an unknown id. */
export const find = async (tx: Database | Tx, id: string): Promise<Row | undefined> => {
  const rows = await tx.select().from(inquiry).where(eq(inquiry.id, id))
  return rows[0]
}

/** Returns the inquiry with this number, of any author; undefined for an unknown one. */
export const findByNumber = async (db: Database, number: number): Promise<Row | undefined> =>
  (await db.select().from(inquiry).where(eq(inquiry.number, number)))[0]

/** Returns the next number; locks the counter's row until the transaction ends. */
export const nextNumber = async (tx: Tx): Promise<number> => {
  const rows = await tx
    .insert(counter)
    .values({ name: 'inquiry', value: 1 })
    .onConflictDoUpdate({ target: counter.name, set: { value: sql`${counter.value} + 1` } })
    .returning({ value: counter.value })
  if (!rows[0]) throw new Error('The counter of inquiries gave no number.')
  return rows[0].value
}

/** Inserts an inquiry; undefined when its id exists. */
export const insert = async (tx: Tx, row: Row): Promise<Row | undefined> => {
  const rows = await tx.insert(inquiry).values(row).onConflictDoNothing({ target: inquiry.id }).returning()
  return rows[0]
}

/** Returns one page, newest first. */
export const page = (db: Database, memberId: string, pageNum: number, pageSize: number) =>
  db
    .select()
    .from(inquiry)
    .where(eq(inquiry.memberId, memberId))
    .orderBy(desc(inquiry.writtenAt), desc(inquiry.number))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts a member's inquiries. */
export const countOf = async (db: Database, memberId: string): Promise<number> => {
  const rows = await db.select({ n: count() }).from(inquiry).where(eq(inquiry.memberId, memberId))
  return rows[0]?.n ?? 0
}

/** Stores the answer of an inquiry; undefined when the number is unknown or it has an answer. */
export const answer = async (tx: Tx, number: number, content: string, now: number): Promise<Row | undefined> => {
  const rows = await tx
    .update(inquiry)
    .set({ answer: content, answeredAt: now })
    .where(and(eq(inquiry.number, number), isNull(inquiry.answer)))
    .returning()
  return rows[0]
}

/** Returns the oldest inquiries without an answer, oldest first, and how many there are in all. */
export const waiting = async (db: Database, limit: number): Promise<{ rows: Row[]; total: number }> => {
  const isWaiting = isNull(inquiry.answer)
  const rows = await db
    .select()
    .from(inquiry)
    .where(isWaiting)
    .orderBy(asc(inquiry.writtenAt), asc(inquiry.number))
    .limit(limit)
  const totals = await db.select({ n: count() }).from(inquiry).where(isWaiting)
  return { rows, total: totals[0]?.n ?? 0 }
}
