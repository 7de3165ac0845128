import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { review, reviewReport } from '#server/db/schema/review.ts'

export type Row = typeof review.$inferSelect

/** Inserts a review and returns it; undefined when the reservation has one already. */
export const insert = async (tx: Tx, row: Row): Promise<Row | undefined> =>
  (await tx.insert(review).values(row).onConflictDoNothing({ target: review.rsvtUid }).returning())[0]

const shownOf = (gdsUid: string) => and(eq(review.gdsUid, gdsUid), eq(review.hidden, false))

/** Returns a page of the visible reviews of goods, newest first; `pageNum` counts from 1. */
export const page = (db: Database, gdsUid: string, pageNum: number, pageSize: number): Promise<Row[]> =>
  db
    .select()
    .from(review)
    .where(shownOf(gdsUid))
    .orderBy(desc(review.writtenAt), desc(review.reviewUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the visible reviews by rating. */
export const tally = (db: Database, gdsUid: string): Promise<{ rating: number; n: number }[]> =>
  db.select({ rating: review.rating, n: count() }).from(review).where(shownOf(gdsUid)).groupBy(review.rating)

/** Returns which of these reservations have a review. */
export const reviewed = async (db: Database | Tx, rsvtUids: string[]): Promise<string[]> => {
  if (rsvtUids.length === 0) return []
  const rows = await db.select({ rsvtUid: review.rsvtUid }).from(review).where(inArray(review.rsvtUid, rsvtUids))
  return rows.map(({ rsvtUid }) => rsvtUid)
}

/** Returns whether the review exists and is not hidden. */
export const isShown = async (tx: Tx, reviewUid: string): Promise<boolean> =>
  (
    await tx
      .select({ reviewUid: review.reviewUid })
      .from(review)
      .where(and(eq(review.reviewUid, reviewUid), eq(review.hidden, false)))
  ).length === 1

/** Stores a report; no-op when this member has reported the review before. */
export const insertReport = async (tx: Tx, row: typeof reviewReport.$inferSelect): Promise<void> => {
  await tx.insert(reviewReport).values(row).onConflictDoNothing()
}

/** Returns the 500 most recent reports, newest first, each with its review. */
export const reported = (db: Database) =>
  db
    .select({ review, report: reviewReport })
    .from(reviewReport)
    .innerJoin(review, eq(review.reviewUid, reviewReport.reviewUid))
    .orderBy(desc(reviewReport.reportedAt))
    .limit(500)

/** Changes fields of a review. Returns false for an unknown one. */
export const update = async (tx: Tx, reviewUid: string, values: Partial<Row>): Promise<boolean> =>
  (
    await tx
      .update(review)
      .set(values)
      .where(eq(review.reviewUid, reviewUid))
      .returning({ reviewUid: review.reviewUid })
  ).length === 1
