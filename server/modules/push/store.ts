import { and, asc, desc, eq, exists, gt, inArray, isNull, not, or, sql, type Placeholder } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, type Placeholders } from '#server/db/prepared.ts'
import { pushSetting, pushSubscription } from '#server/db/schema/push.ts'
import { session } from '#server/db/schema/session.ts'

export type Subscription = typeof pushSubscription.$inferSelect

/**
 * Inserts or replaces the subscription of an endpoint, which is one phone: the last member to subscribe owns it.
 * Returns false for another member's endpoint unless both keys match: only the phone itself knows them, so the address
 * alone proves nothing.
 */
export const put = async (tx: Tx, row: Subscription): Promise<boolean> => {
  const { id: _, endpoint: __, ...now } = row
  const isOwn = eq(pushSubscription.memberId, row.memberId)
  const isSamePhone = sql`${eq(pushSubscription.p256dh, row.p256dh)} and ${eq(pushSubscription.auth, row.auth)}`
  const rows = await tx
    .insert(pushSubscription)
    .values(row)
    .onConflictDoUpdate({
      target: pushSubscription.endpoint,
      set: now,
      setWhere: sql`${isOwn} or (${isSamePhone})`,
    })
    .returning({ id: pushSubscription.id })
  return rows.length === 1
}

/** Deletes the member's subscriptions except the `n` newest. */
export const keepNewest = async (tx: Tx, memberId: string, n: number): Promise<void> => {
  const old = tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(eq(pushSubscription.memberId, memberId))
    .orderBy(desc(pushSubscription.subscribedAt), desc(pushSubscription.id))
    .offset(n)
  await tx.delete(pushSubscription).where(inArray(pushSubscription.id, old))
}

/** Deletes a member's subscription of this endpoint; no-op without one. */
export const removeEndpoint = async (tx: Tx, memberId: string, endpoint: string): Promise<void> => {
  await tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.memberId, memberId), eq(pushSubscription.endpoint, endpoint)))
}

/** Deletes a subscription that the push service no longer knows, unless the phone has subscribed again since. */
export const removeGone = async (db: Database, { id, p256dh }: Subscription): Promise<void> => {
  await db.delete(pushSubscription).where(and(eq(pushSubscription.id, id), eq(pushSubscription.p256dh, p256dh)))
}

/**
 * Matches subscriptions whose session was not signed out. A session with “keep me signed in” that has expired still gets
 * news until its row is deleted; without it, the member is signed out when the session expires. A subscription without a
 * session gets nothing, so no order of the deletions sends anything to a phone that was signed out.
 */
const isSignedIn = (db: Database | Tx, now: number | Placeholder) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(session)
      .where(
        and(
          eq(session.id, pushSubscription.sessionId),
          isNull(session.endedAt),
          or(session.keep, gt(session.expiresAt, now)),
        ),
      ),
  )

const ids = prepared('push_ids', (db, at: Placeholders<{ memberId: string; now: number }>) =>
  db
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(and(eq(pushSubscription.memberId, at.memberId), isSignedIn(db, at.now)))
    .orderBy(asc(pushSubscription.subscribedAt)),
)
/** Returns the member's subscriptions that are signed in at `now` (ms UTC), oldest first. */
export const idsOf = async (tx: Tx, memberId: string, now: number): Promise<string[]> =>
  (await ids(tx, { memberId, now })).map(({ id }) => id)

/** Returns a subscription of a member; undefined when it is gone or not signed in at `now` (ms UTC). */
export const find = async (
  db: Database,
  id: string,
  memberId: string,
  now: number,
): Promise<Subscription | undefined> => {
  const rows = await db
    .select()
    .from(pushSubscription)
    .where(and(eq(pushSubscription.id, id), eq(pushSubscription.memberId, memberId), isSignedIn(db, now)))
  return rows[0]
}

/** Deletes the subscriptions that are not signed in at `now` (ms UTC). */
export const deleteSignedOut = async (db: Database, now: number): Promise<void> => {
  // By session, not by row: a phone that subscribes meanwhile in its next session keeps its row.
  const signedOut = db
    .select({ sessionId: pushSubscription.sessionId })
    .from(pushSubscription)
    .where(not(isSignedIn(db, now)))
  await db.delete(pushSubscription).where(inArray(pushSubscription.sessionId, signedOut))
}

/** Returns whether the member's pushes are on, which is the default. */
export const hasPushesOn = async (db: Database | Tx, memberId: string): Promise<boolean> => {
  const rows = await db.select({ on: pushSetting.on }).from(pushSetting).where(eq(pushSetting.memberId, memberId))
  return rows[0]?.on ?? true
}

/** Stores at `at` (ms UTC) whether the member wants pushes. */
export const turn = async (tx: Tx, memberId: string, on: boolean, at: number): Promise<void> => {
  await tx
    .insert(pushSetting)
    .values({ memberId, on, at })
    .onConflictDoUpdate({ target: pushSetting.memberId, set: { on, at } })
}
