import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database, Tx } from '#server/db/connect.ts'
import { newsCampaign } from '#server/db/schema/campaign.ts'
import { member } from '#server/db/schema/member.ts'
import { news } from '#server/db/schema/news.ts'
import { pushSubscription } from '#server/db/schema/push.ts'
import { insertEach } from '#server/modules/job/service.ts'
import { PUSH_JOB } from './jobs.ts'

export type Campaign = typeof newsCampaign.$inferSelect

/** Inserts a campaign. Returns false when its id exists. */
export const insertCampaign = async (tx: Tx, row: Campaign): Promise<boolean> => {
  const rows = await tx
    .insert(newsCampaign)
    .values(row)
    .onConflictDoNothing()
    .returning({ campaign: newsCampaign.campaign })
  return rows.length === 1
}

/** Returns these campaigns by their ids. */
export const campaignsOf = async (
  db: Database | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Campaign>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(newsCampaign)
    .where(inArray(newsCampaign.campaign, [...ids]))
  return new Map(rows.map((row) => [row.campaign, row]))
}

/** Returns all campaigns, newest first. */
export const allCampaigns = (db: Database): Promise<Campaign[]> =>
  db.select().from(newsCampaign).orderBy(desc(newsCampaign.startedAt))

/** Locks a campaign that is being sent; undefined for an unknown one, and for one that has ended or was stopped. */
export const lockSending = async (tx: Tx, campaign: string): Promise<Campaign | undefined> => {
  const isSending = and(isNull(newsCampaign.endedAt), isNull(newsCampaign.stoppedAt))
  const rows = await tx
    .select()
    .from(newsCampaign)
    .where(and(eq(newsCampaign.campaign, campaign), isSending))
    .for('update')
  return rows[0]
}

/** Records a page of a campaign: its last member, the entries so far, and when it ended. The caller holds the lock. */
export const recordPage = async (
  tx: Tx,
  { campaign, ...page }: Pick<Campaign, 'campaign' | 'reached' | 'sent' | 'endedAt'>,
): Promise<void> => {
  await tx.update(newsCampaign).set(page).where(eq(newsCampaign.campaign, campaign))
}

/** Stops a campaign at `now` (ms UTC). Returns false when it is unknown or was stopped. */
export const stopCampaign = async (tx: Tx, campaign: string, now: number): Promise<boolean> => {
  const rows = await tx
    .update(newsCampaign)
    .set({ stoppedAt: now })
    .where(and(eq(newsCampaign.campaign, campaign), isNull(newsCampaign.stoppedAt)))
    .returning({ campaign: newsCampaign.campaign })
  return rows.length === 1
}

const hasConsent = and(isNotNull(member.marketingAt), isNull(member.withdrawnAt))

/** Counts the members who have agreed to offers. */
export const countConsenting = async (db: Database): Promise<number> =>
  (await db.select({ n: count() }).from(member).where(hasConsent))[0]?.n ?? 0

/**
 * Returns the ids of the next members, in the order of ids after `after`, who have agreed to offers by `agreedBy` (ms
 * UTC). Locks their rows `for share` until the transaction ends: a withdrawal of the consent is either seen, or waits
 * until the entry is written.
 */
export const lockConsenting = async (
  tx: Tx,
  { after, agreedBy, limit }: { after: string | null; agreedBy: number; limit: number },
): Promise<string[]> => {
  const rows = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(hasConsent, lte(member.marketingAt, agreedBy), after === null ? undefined : gt(member.id, after)))
    .orderBy(asc(member.id))
    .limit(limit)
    .for('share')
  return rows.map(({ id }) => id)
}

/** Returns whether a member agrees to offers now. */
export const isConsenting = async (db: Database | Tx, memberId: string): Promise<boolean> =>
  (
    await db
      .select({ id: member.id })
      .from(member)
      .where(and(eq(member.id, memberId), hasConsent))
  ).length === 1

/**
 * Writes one entry of the campaign for each of these members; one who has it already is passed over. Returns the ids of
 * the entries that were written.
 */
export const insertOffers = async (
  tx: Tx,
  campaign: string,
  memberIds: readonly string[],
  at: number,
): Promise<string[]> => {
  if (memberIds.length === 0) return []
  const rows = await tx
    .insert(news)
    .values(
      memberIds.map((memberId) => ({
        id: uuidv7(),
        memberId,
        key: `offer:${campaign}:${memberId}`,
        kind: 'offer',
        type: 'ad' as const,
        values: { campaign },
        at,
        readAt: null,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: news.id })
  return rows.map(({ id }) => id)
}

/** Schedules the push of those entries whose member has subscribed a phone, for `dueAt`; both instants are ms UTC. */
export const schedulePushes = async (
  tx: Tx,
  ids: readonly string[],
  { now, dueAt }: { now: number; dueAt: number },
): Promise<void> => {
  if (ids.length === 0) return
  const phone = tx
    .select({ one: sql`1` })
    .from(pushSubscription)
    .where(eq(pushSubscription.memberId, news.memberId))
  await tx.execute(
    insertEach(sql`${news} where ${inArray(news.id, [...ids])} and ${exists(phone)}`, {
      kind: PUSH_JOB,
      key: sql`${PUSH_JOB} || ':' || ${news.id}::text`,
      args: sql`jsonb_build_object('newsId', ${news.id}::text)`,
      dueAt: sql`${dueAt}::bigint`,
      waitsSince: sql`${now}::bigint`,
    }),
  )
}
