import { and, asc, count, eq, gt, isNull, or } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { coupon, couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'
import type { Issue } from './store.ts'

/** Rows of one statement: a row has three parameters, and a statement 65,535. */
const BATCH_ROWS = 1_000

/** Inserts an issue. Returns false when its id exists. */
export const insertIssue = async (tx: Tx, row: Issue): Promise<boolean> => {
  const rows = await tx
    .insert(couponIssue)
    .values(row)
    .onConflictDoNothing()
    .returning({ couponPblcnUid: couponIssue.couponPblcnUid })
  return rows.length === 1
}

/** Ends an issue at `now` (ms UTC), so that nobody can take it. Returns false when it is unknown or over. */
export const endIssue = async (tx: Tx, couponPblcnUid: string, now: number): Promise<boolean> => {
  const isOpen = or(isNull(couponIssue.endsAt), gt(couponIssue.endsAt, now))
  const rows = await tx
    .update(couponIssue)
    .set({ endsAt: now })
    .where(and(eq(couponIssue.couponPblcnUid, couponPblcnUid), isOpen))
    .returning({ couponPblcnUid: couponIssue.couponPblcnUid })
  return rows.length === 1
}

/** Locks an issue until the transaction ends and returns it; undefined for an unknown id. */
export const lockIssue = async (tx: Tx, couponPblcnUid: string): Promise<Issue | undefined> =>
  (await tx.select().from(couponIssue).where(eq(couponIssue.couponPblcnUid, couponPblcnUid)).for('update'))[0]

const isFree = (couponPblcnUid: string) =>
  and(eq(paperCoupon.couponPblcnUid, couponPblcnUid), isNull(paperCoupon.takenAt))

/** Counts the printed numbers of an issue that nobody has taken. */
export const countFree = async (tx: Tx, couponPblcnUid: string): Promise<number> =>
  (await tx.select({ n: count() }).from(paperCoupon).where(isFree(couponPblcnUid)))[0]?.n ?? 0

/** Returns the printed numbers of an issue that nobody has taken. */
export const freeNumbers = async (tx: Tx, couponPblcnUid: string): Promise<string[]> =>
  (await tx.select({ number: paperCoupon.couponUid }).from(paperCoupon).where(isFree(couponPblcnUid))).map(
    ({ number }) => number,
  )

/** Inserts printed numbers. Throws when one exists, which rolls all of them back. */
export const insertNumbers = async (tx: Tx, couponPblcnUid: string, numbers: readonly string[]): Promise<void> => {
  for (let first = 0; first < numbers.length; first += BATCH_ROWS)
    await tx
      .insert(paperCoupon)
      .values(
        numbers.slice(first, first + BATCH_ROWS).map((couponUid) => ({ couponUid, couponPblcnUid, takenAt: null })),
      )
}

/** Returns all issues by id, with the number of coupons taken, and of printed numbers that nobody has taken. */
export const countedIssues = async (db: Database): Promise<{ issue: Issue; taken: number; printed: number }[]> => {
  const issues = await db.select().from(couponIssue).orderBy(asc(couponIssue.couponPblcnUid))
  const taken = await db.select({ id: coupon.couponPblcnUid, n: count() }).from(coupon).groupBy(coupon.couponPblcnUid)
  const printed = await db
    .select({ id: paperCoupon.couponPblcnUid, n: count() })
    .from(paperCoupon)
    .where(isNull(paperCoupon.takenAt))
    .groupBy(paperCoupon.couponPblcnUid)
  const [takenById, printedById] = [taken, printed].map((rows) => new Map(rows.map(({ id, n }) => [id, n])))
  return issues.map((issue) => ({
    issue,
    taken: takenById?.get(issue.couponPblcnUid) ?? 0,
    printed: printedById?.get(issue.couponPblcnUid) ?? 0,
  }))
}
