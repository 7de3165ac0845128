import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { favourite } from '#server/db/schema/favourite.ts'

/** Inserts a favourite; an existing one keeps its time. Returns its time. */
export const insert = async (tx: Tx, memberId: string, gdsUid: string, at: number): Promise<number> => {
  const [row] = await tx
    .insert(favourite)
    .values({ memberId, gdsUid, at })
    // Changes nothing, but returns and locks the existing row.
    .onConflictDoUpdate({ target: [favourite.memberId, favourite.gdsUid], set: { at: sql`${favourite.at}` } })
    .returning({ at: favourite.at })
  return row?.at ?? at
}

/** Deletes a favourite; no-op when the member has no such favourite. */
export const remove = async (tx: Tx, memberId: string, gdsUid: string): Promise<void> => {
  await tx.delete(favourite).where(and(eq(favourite.memberId, memberId), eq(favourite.gdsUid, gdsUid)))
}

/** Returns the member's favourites, newest first. */
export const list = (db: Database, memberId: string) =>
  db
    .select({ gdsUid: favourite.gdsUid, at: favourite.at })
    .from(favourite)
    .where(eq(favourite.memberId, memberId))
    .orderBy(desc(favourite.at), asc(favourite.gdsUid))

/** Counts a member's favourites. */
export const countOf = async (db: Database, memberId: string): Promise<number> => {
  const rows = await db.select({ n: count() }).from(favourite).where(eq(favourite.memberId, memberId))
  return rows[0]?.n ?? 0
}
