import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { goodsCode } from '#server/db/schema/goodsCode.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Span } from './slots.ts'

/** Codes that an operator loaded for an option. A hold takes its codes, so a paid reservation never goes without. */

/** Counts the free codes that are valid at an instant, ms UTC. */
export type FreeCodes = (validUntil: number) => number

/** Returns until when a code must be valid to be sold for this span, ms UTC. A voucher may be paid on the next day. */
export const codeEnd = ({ endsAt, validDays }: Pick<Span, 'endsAt' | 'validDays'>): number =>
  validDays === null ? endsAt : endsAt + DAY_MS

/** Returns how many codes of an option are free; null for an option that is sold without codes. */
export const freeCodes = async (db: Database | Tx, gdsDtlUid: string): Promise<FreeCodes | null> => {
  const rows = await db
    .select({
      expiresAt: goodsCode.expiresAt,
      free: sql<number>`(count(*) filter (where ${goodsCode.rsvtUid} is null))::int`,
    })
    .from(goodsCode)
    .where(eq(goodsCode.gdsDtlUid, gdsDtlUid))
    .groupBy(goodsCode.expiresAt)
  if (rows.length === 0) return null
  return (validUntil) =>
    rows.reduce((sum, { expiresAt, free }) => (expiresAt === null || expiresAt >= validUntil ? sum + free : sum), 0)
}

/**
 * Takes `n` free codes that are valid until `validUntil` (ms UTC) for a reservation, those that expire first. True at
 * once for an option that is sold without codes; false when fewer are free: the caller must then roll back.
 */
export const takeCodes = async (
  tx: Tx,
  { gdsDtlUid, rsvtUid, n, validUntil }: { gdsDtlUid: string; rsvtUid: string; n: number; validUntil: number },
): Promise<boolean> => {
  if ((await freeCodes(tx, gdsDtlUid)) === null) return true
  // Waits for a code that another transaction has locked: that one may roll back.
  const free = tx
    .select({ codeUid: goodsCode.codeUid })
    .from(goodsCode)
    .where(
      and(
        eq(goodsCode.gdsDtlUid, gdsDtlUid),
        isNull(goodsCode.rsvtUid),
        or(isNull(goodsCode.expiresAt), gte(goodsCode.expiresAt, validUntil)),
      ),
    )
    .orderBy(asc(goodsCode.expiresAt), asc(goodsCode.codeUid))
    .limit(n)
    .for('update')
  const rows = await tx
    .update(goodsCode)
    .set({ rsvtUid })
    .where(sql`${goodsCode.codeUid} = any(array(${free}))`)
    .returning({ codeUid: goodsCode.codeUid })
  return rows.length === n
}

/** Frees the codes of a reservation that ended; one that was shown stays delivered. */
export const giveBackCodes = async (tx: Tx, rsvtUid: string): Promise<void> => {
  await tx
    .update(goodsCode)
    .set({ rsvtUid: null })
    .where(and(eq(goodsCode.rsvtUid, rsvtUid), isNull(goodsCode.shownAt)))
}

/** Returns the codes of a reservation as stored, in a fixed order. */
export const codesOf = (db: Database | Tx, rsvtUid: string) =>
  db.select().from(goodsCode).where(eq(goodsCode.rsvtUid, rsvtUid)).orderBy(asc(goodsCode.codeUid))

/** Returns which of these reservations have codes. */
export const codedOf = async (db: Database | Tx, rsvtUids: string[]): Promise<Set<string | null>> =>
  rsvtUids.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .selectDistinct({ rsvtUid: goodsCode.rsvtUid })
            .from(goodsCode)
            .where(inArray(goodsCode.rsvtUid, rsvtUids))
        ).map(({ rsvtUid }) => rsvtUid),
      )

/** Records the first time that the codes of a reservation are shown. */
export const markShown = async (tx: Tx, rsvtUid: string, shownAt: number): Promise<void> => {
  await tx
    .update(goodsCode)
    .set({ shownAt })
    .where(and(eq(goodsCode.rsvtUid, rsvtUid), isNull(goodsCode.shownAt)))
}

/** Marks a shown code as used; false when it was not shown or is used already. */
export const markUsed = async (
  tx: Tx,
  { rsvtUid, codeUid }: { rsvtUid: string; codeUid: string },
  usedAt: number,
): Promise<boolean> => {
  const rows = await tx
    .update(goodsCode)
    .set({ usedAt })
    .where(
      and(
        eq(goodsCode.codeUid, codeUid),
        eq(goodsCode.rsvtUid, rsvtUid),
        isNotNull(goodsCode.shownAt),
        isNull(goodsCode.usedAt),
      ),
    )
    .returning({ codeUid: goodsCode.codeUid })
  return rows.length === 1
}

/** Returns up to 200 shown codes that are not used yet, those shown last first. */
export const deliveredCodes = (db: Database) =>
  db
    .select({ codeUid: goodsCode.codeUid, rsvtUid: goodsCode.rsvtUid, shownAt: goodsCode.shownAt })
    .from(goodsCode)
    .where(and(isNotNull(goodsCode.shownAt), isNull(goodsCode.usedAt)))
    .orderBy(desc(goodsCode.shownAt))
    .limit(200)

/** Inserts codes; returns the hashes of those that are new. */
export const insertCodes = async (tx: Tx, rows: (typeof goodsCode.$inferInsert)[]): Promise<Set<string>> =>
  new Set(
    (await tx.insert(goodsCode).values(rows).onConflictDoNothing().returning({ hash: goodsCode.codeHash })).map(
      ({ hash }) => hash,
    ),
  )

/** Counts the codes of an option by their state at `now` (ms UTC). `expired`: free, but too late to be sold. */
export const countCodes = async (db: Database, gdsDtlUid: string, now: number) => {
  const isFree = sql`${goodsCode.rsvtUid} is null`
  const isExpired = sql`coalesce(${goodsCode.expiresAt} <= ${now}::bigint, false)`
  const [row] = await db
    .select({
      loaded: count(),
      free: sql<number>`(count(*) filter (where ${isFree} and not ${isExpired}))::int`,
      expired: sql<number>`(count(*) filter (where ${isFree} and ${isExpired}))::int`,
      assigned: sql<number>`(count(*) filter (where not (${isFree})))::int`,
      shown: count(goodsCode.shownAt),
      used: count(goodsCode.usedAt),
    })
    .from(goodsCode)
    .where(eq(goodsCode.gdsDtlUid, gdsDtlUid))
  return row ?? { loaded: 0, free: 0, expired: 0, assigned: 0, shown: 0, used: 0 }
}

/** Returns those of these hashes under which a code is stored. */
export const storedHashes = async (tx: Tx, hashes: string[]): Promise<Set<string>> =>
  hashes.length === 0
    ? new Set()
    : new Set(
        (await tx.select({ hash: goodsCode.codeHash }).from(goodsCode).where(inArray(goodsCode.codeHash, hashes))).map(
          ({ hash }) => hash,
        ),
      )

/** Locks and returns up to `n` sealed codes behind `after`, in the order of their ids. */
export const lockCodesBehind = (tx: Tx, after: string, n: number) =>
  tx
    .select({ codeUid: goodsCode.codeUid, codeHash: goodsCode.codeHash, codeSealed: goodsCode.codeSealed })
    .from(goodsCode)
    .where(gt(goodsCode.codeUid, after))
    .orderBy(asc(goodsCode.codeUid))
    .limit(n)
    .for('update')

/** Replaces the hash and the ciphertext of a code. */
export const setSealedCode = async (
  tx: Tx,
  codeUid: string,
  sealed: Pick<typeof goodsCode.$inferSelect, 'codeHash' | 'codeSealed'>,
): Promise<void> => {
  await tx.update(goodsCode).set(sealed).where(eq(goodsCode.codeUid, codeUid))
}
