import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { phoneLink } from '#server/db/schema/device.ts'

export type Link = typeof phoneLink.$inferSelect
type Created = Pick<Link, 'memberId' | 'id' | 'sessionId' | 'passUid' | 'secretHash' | 'expiresAt'>

/** Stores a member's link in place of the one before it. */
export const putLink = async (tx: Tx, created: Created): Promise<void> => {
  const row = { ...created, claimHash: null, label: null, confirmedAt: null, openedAt: null, openedSessionId: null }
  await tx.insert(phoneLink).values(row).onConflictDoUpdate({ target: phoneLink.memberId, set: row })
}

/** Returns this member's link with this id, also an expired one; undefined when there is none. */
export const findOwnLink = async (db: Database | Tx, memberId: string, id: string): Promise<Link | undefined> =>
  (
    await db
      .select()
      .from(phoneLink)
      .where(and(eq(phoneLink.memberId, memberId), eq(phoneLink.id, id)))
  )[0]

type Claimed = Link & { claimHash: string }
const isClaimed = (link: Link | undefined): link is Claimed => link !== undefined && link.claimHash !== null

/** Returns the link that a phone with this claim holds, also an expired one; undefined when there is none. */
export const findClaimed = async (db: Database | Tx, claimHashes: string[]): Promise<Claimed | undefined> =>
  (await db.select().from(phoneLink).where(inArray(phoneLink.claimHash, claimHashes))).find(isClaimed)

/**
 * Claims an unexpired link. Undefined when there is none, or another phone has claimed it; a retry gets it again, with
 * the hash of the first time.
 */
export const claim = async (
  db: Database,
  {
    secretHashes,
    claimHashes,
    claimHash,
    label,
  }: { secretHashes: string[]; claimHashes: string[]; claimHash: string; label: string | null },
  now: number,
): Promise<Claimed | undefined> => {
  const rows = await db
    .update(phoneLink)
    .set({ claimHash: sql`coalesce(${phoneLink.claimHash}, ${claimHash})`, label })
    .where(
      and(
        inArray(phoneLink.secretHash, secretHashes),
        gt(phoneLink.expiresAt, now),
        or(isNull(phoneLink.claimHash), inArray(phoneLink.claimHash, claimHashes)),
      ),
    )
    .returning()
  return rows.find(isClaimed)
}

/** Confirms a claimed link from the session that created it; false when it is not there, or expired. */
export const confirm = async (
  tx: Tx,
  { id, sessionId, claimHash }: { id: string; sessionId: string; claimHash: string },
  now: number,
): Promise<boolean> => {
  const rows = await tx
    .update(phoneLink)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(phoneLink.id, id),
        eq(phoneLink.sessionId, sessionId),
        eq(phoneLink.claimHash, claimHash),
        isNull(phoneLink.openedAt),
        gt(phoneLink.expiresAt, now),
      ),
    )
    .returning({ id: phoneLink.id })
  return rows.length === 1
}

/** Uses a confirmed link; false when it was used, replaced or deleted, or has expired. */
export const spend = async (tx: Tx, claimHash: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(phoneLink)
    .set({ openedAt: now })
    .where(
      and(
        eq(phoneLink.claimHash, claimHash),
        isNotNull(phoneLink.confirmedAt),
        isNull(phoneLink.openedAt),
        gt(phoneLink.expiresAt, now),
      ),
    )
    .returning({ id: phoneLink.id })
  return rows.length === 1
}

/** Records the session that the link has opened. */
export const recordSession = async (tx: Tx, claimHash: string, openedSessionId: string): Promise<void> => {
  await tx.update(phoneLink).set({ openedSessionId }).where(eq(phoneLink.claimHash, claimHash))
}

/** Deletes the member's link, or only the one with this id. */
export const deleteLinks = async (tx: Tx, memberId: string, id?: string): Promise<void> => {
  await tx
    .delete(phoneLink)
    .where(and(eq(phoneLink.memberId, memberId), id === undefined ? undefined : eq(phoneLink.id, id)))
}

/** Deletes links that expired before `before` (ms UTC). */
export const deleteLinksBefore = async (db: Database, before: number): Promise<void> => {
  await db.delete(phoneLink).where(lt(phoneLink.expiresAt, before))
}
