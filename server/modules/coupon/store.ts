import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { CouponView } from '#contract/calls/coupon.ts'
import { GOODS_TYPE, type PassType } from '#contract/codes.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { product } from '#server/db/schema/catalogue.ts'
import { coupon, couponIssue, paperCoupon } from '#server/db/schema/coupon.ts'

export type Issue = typeof couponIssue.$inferSelect
export type Row = typeof coupon.$inferSelect
/** A member's coupon with the terms of its issue. */
export interface CouponWithIssue {
  coupon: Row
  issue: Issue
}

const alive = (now: number) => or(isNull(coupon.expiresAt), gt(coupon.expiresAt, now))
const usable = (now: number) => and(isNull(coupon.ordUid), alive(now))
/** Matches issues that can be taken: in their period, and not after the end of validity of all their coupons. */
const running = (now: number) =>
  and(
    lte(couponIssue.startsAt, now),
    or(isNull(couponIssue.endsAt), gt(couponIssue.endsAt, now)),
    or(isNull(couponIssue.expiresAt), gt(couponIssue.expiresAt, now)),
  )

const issuesOf = (now: number) => and(eq(couponIssue.way, 'download'), running(now))

/** Returns downloadable issues, earliest end first; `takenAt` is set when this member has taken one. */
export const pageOfIssues = (db: Database, memberId: string, now: number, pageNum: number, pageSize: number) =>
  db
    .select({ issue: couponIssue, takenAt: coupon.takenAt })
    .from(couponIssue)
    .leftJoin(coupon, eq(coupon.takenKey, sql`${couponIssue.couponPblcnUid} || ':' || ${memberId}::text`))
    .where(issuesOf(now))
    .orderBy(sql`${couponIssue.endsAt} nulls last`, asc(couponIssue.couponPblcnUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the issues of `pageOfIssues`. */
export const countIssues = async (db: Database, now: number): Promise<number> =>
  (await db.select({ n: count() }).from(couponIssue).where(issuesOf(now)))[0]?.n ?? 0

/** Returns an issue of coupons; undefined for an unknown id. */
export const findIssue = async (tx: Tx, couponPblcnUid: string): Promise<Issue | undefined> =>
  (await tx.select().from(couponIssue).where(eq(couponIssue.couponPblcnUid, couponPblcnUid)))[0]

/** Counts an issue down by one, unless its number is unlimited (null); false when it is not running or none is left. */
export const takeOne = async (tx: Tx, couponPblcnUid: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(couponIssue)
    .set({ available: sql`${couponIssue.available} - 1` })
    .where(
      and(
        eq(couponIssue.couponPblcnUid, couponPblcnUid),
        running(now),
        or(isNull(couponIssue.available), gt(couponIssue.available, 0)),
      ),
    )
    .returning({ couponPblcnUid: couponIssue.couponPblcnUid })
  return rows.length === 1
}

/** Marks a printed number as taken; returns its issue, undefined when it is unknown or taken. */
export const takePaper = async (tx: Tx, couponUid: string, now: number): Promise<string | undefined> => {
  const rows = await tx
    .update(paperCoupon)
    .set({ takenAt: now })
    .where(and(eq(paperCoupon.couponUid, couponUid), isNull(paperCoupon.takenAt)))
    .returning({ couponPblcnUid: paperCoupon.couponPblcnUid })
  return rows[0]?.couponPblcnUid
}

/** Inserts a coupon. Returns false when another one has its `takenKey`. */
export const insert = async (tx: Tx, row: Row): Promise<boolean> => {
  const rows = await tx
    .insert(coupon)
    .values(row)
    .onConflictDoNothing({ target: coupon.takenKey })
    .returning({ couponUid: coupon.couponUid })
  return rows.length === 1
}

const heldBy = (db: Database | Tx) =>
  db
    .select({ coupon, issue: couponIssue })
    .from(coupon)
    .innerJoin(couponIssue, eq(couponIssue.couponPblcnUid, coupon.couponPblcnUid))
    .$dynamic()

/** Matches issues that apply to passes of this type. */
const fits = (passType: PassType) =>
  and(
    or(isNull(couponIssue.target), eq(couponIssue.target, 'pass')),
    or(isNull(couponIssue.gdsTycd), eq(couponIssue.gdsTycd, GOODS_TYPE.pass)),
    or(
      isNull(couponIssue.gdsDtlUid),
      sql`${couponIssue.gdsDtlUid} in (select ${product.gdsDtlUid} from ${product} where ${product.passType} = ${passType})`,
    ),
  )

const tab = (memberId: string, view: CouponView, now: number) =>
  and(
    eq(coupon.memberId, memberId),
    view === 'used' ? or(isNotNull(coupon.ordUid), lte(coupon.expiresAt, now)) : usable(now),
    view === 'used' || view === 'usable' ? undefined : fits(view),
  )

/**
 * Returns one page of a tab: used and expired coupons by the time of their use or expiry, newest first; usable ones by
 * expiry, soonest first.
 */
export const page = (
  db: Database,
  memberId: string,
  view: CouponView,
  now: number,
  pageNum: number,
  pageSize: number,
): Promise<CouponWithIssue[]> =>
  heldBy(db)
    .where(tab(memberId, view, now))
    .orderBy(
      ...(view === 'used'
        ? [desc(sql`coalesce(${coupon.usedAt}, ${coupon.expiresAt})`)]
        : [sql`${coupon.expiresAt} nulls last`, asc(coupon.takenAt)]),
      asc(coupon.couponUid),
    )
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the coupons of a tab. */
export const countOf = async (db: Database | Tx, memberId: string, view: CouponView, now: number): Promise<number> =>
  (
    await db
      .select({ n: count() })
      .from(coupon)
      .innerJoin(couponIssue, eq(couponIssue.couponPblcnUid, coupon.couponPblcnUid))
      .where(tab(memberId, view, now))
  )[0]?.n ?? 0

/** Returns all coupons that this member can use now. */
export const usableOf = (db: Database | Tx, memberId: string, now: number): Promise<CouponWithIssue[]> =>
  heldBy(db)
    .where(tab(memberId, 'usable', now))
    .orderBy(asc(coupon.couponUid))

/** Finds a coupon that this member can use now. */
export const findUsable = async (
  db: Database | Tx,
  couponUid: string,
  memberId: string,
  now: number,
): Promise<CouponWithIssue | undefined> =>
  (await heldBy(db).where(and(eq(coupon.couponUid, couponUid), tab(memberId, 'usable', now))))[0]

/** Marks a usable coupon as used by this order. Returns false when the coupon is not usable. */
export const use = async (
  tx: Tx,
  { couponUid, memberId, ordUid }: { couponUid: string; memberId: string; ordUid: string },
  now: number,
): Promise<boolean> => {
  const rows = await tx
    .update(coupon)
    .set({ ordUid, usedAt: now })
    .where(and(eq(coupon.couponUid, couponUid), eq(coupon.memberId, memberId), usable(now)))
    .returning({ couponUid: coupon.couponUid })
  return rows.length === 1
}

/** Marks the coupon that an order used as usable again; a coupon that has expired since stays with its order. */
export const giveBack = async (tx: Tx, ordUid: string, now: number): Promise<void> => {
  await tx
    .update(coupon)
    .set({ ordUid: null, usedAt: null })
    .where(and(eq(coupon.ordUid, ordUid), alive(now)))
}
