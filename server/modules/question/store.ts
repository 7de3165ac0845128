import { and, asc, count, desc, eq, isNull, or, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { question } from '#server/db/schema/question.ts'

export type Row = typeof question.$inferSelect

/** Returns a question of any author; undefined for an unknown id. */
export const find = async (tx: Database | Tx, questionUid: string): Promise<Row | undefined> =>
  (await tx.select().from(question).where(eq(question.questionUid, questionUid)))[0]

/** Inserts a question; undefined when its id exists. */
export const insert = async (tx: Tx, row: Row): Promise<Row | undefined> =>
  (await tx.insert(question).values(row).onConflictDoNothing({ target: question.questionUid }).returning())[0]

/** The questions about goods that a reader sees: the public ones that are not hidden, and all of their own. */
const visibleTo = (gdsUid: string, memberId: string | null): SQL | undefined => {
  const open = and(eq(question.isPrivate, false), eq(question.hidden, false))
  return and(eq(question.gdsUid, gdsUid), memberId === null ? open : or(open, eq(question.memberId, memberId)))
}

/** Returns one page, newest first; `pageNum` counts from 1. `memberId` is null for a visitor. */
export const page = (
  db: Database,
  { gdsUid, pageNum, pageSize }: { gdsUid: string; pageNum: number; pageSize: number },
  memberId: string | null,
): Promise<Row[]> =>
  db
    .select()
    .from(question)
    .where(visibleTo(gdsUid, memberId))
    .orderBy(desc(question.writtenAt), desc(question.questionUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the questions that `page` divides. */
export const countOf = async (db: Database, gdsUid: string, memberId: string | null): Promise<number> =>
  (await db.select({ n: count() }).from(question).where(visibleTo(gdsUid, memberId)))[0]?.n ?? 0

/** Deletes an unanswered question of the member. Returns false for any other. */
export const withdraw = async (tx: Tx, questionUid: string, memberId: string): Promise<boolean> =>
  (
    await tx
      .delete(question)
      .where(and(eq(question.questionUid, questionUid), eq(question.memberId, memberId), isNull(question.answer)))
      .returning({ questionUid: question.questionUid })
  ).length === 1

/** Stores the answer; undefined when the question is unknown or has an answer. */
export const answer = async (tx: Tx, questionUid: string, content: string, now: number): Promise<Row | undefined> =>
  (
    await tx
      .update(question)
      .set({ answer: content, answeredAt: now })
      .where(and(eq(question.questionUid, questionUid), isNull(question.answer)))
      .returning()
  )[0]

/** Hides a question or shows it again. Returns false for an unknown one. */
export const setHidden = async (tx: Tx, questionUid: string, hidden: boolean): Promise<boolean> =>
  (
    await tx
      .update(question)
      .set({ hidden })
      .where(eq(question.questionUid, questionUid))
      .returning({ questionUid: question.questionUid })
  ).length === 1

/** Returns the 500 oldest questions without an answer, oldest first. Those that are hidden wait for none. */
export const waiting = (db: Database): Promise<Row[]> =>
  db
    .select()
    .from(question)
    .where(and(isNull(question.answer), eq(question.hidden, false)))
    .orderBy(asc(question.writtenAt))
    .limit(500)
