import { and, count, desc, eq, inArray, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import type { NEWS_TYPES } from '#contract/calls/newsfeed.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { prepared, rowOf, type Placeholders } from '#server/db/prepared.ts'
import { gift } from '#server/db/schema/gift.ts'
import { news } from '#server/db/schema/news.ts'

export type Row = typeof news.$inferSelect
type Type = (typeof NEWS_TYPES)[number]

const insertOne = prepared('news_insert', (db, at: Placeholders<Row>) =>
  db.insert(news).values(rowOf(news, at)).onConflictDoNothing().returning({ id: news.id }),
)
/** Inserts an entry of the news feed. Returns false when there is one for this event already. */
export const insert = async (tx: Tx, row: Row): Promise<boolean> => (await insertOne(tx, row)).length === 1

const byId = prepared('news_find', (db, at: Placeholders<{ id: string }>) =>
  db.select().from(news).where(eq(news.id, at.id)),
)
/** Returns an entry of any member; undefined for an unknown id. */
export const find = async (db: Database | Tx, id: string): Promise<Row | undefined> => (await byId(db, { id }))[0]

const giftEnd = prepared('news_gift_end', (db, at: Placeholders<{ giftUid: string }>) =>
  db
    .select({ giftUid: gift.giftUid })
    .from(gift)
    .where(and(eq(gift.giftUid, at.giftUid), ne(gift.state, 'sent'))),
)
/** Returns whether a gift was accepted, declined, cancelled or has expired. */
export const isGiftEnded = async (db: Database | Tx, giftUid: string): Promise<boolean> =>
  (await giftEnd(db, { giftUid })).length === 1

const of = (memberId: string, type?: Type) =>
  and(eq(news.memberId, memberId), type === undefined ? undefined : eq(news.type, type))

export interface NewsFilter {
  memberId: string
  type?: Type | undefined
  pageNum: number
  pageSize: number
}

/** Returns a page of a member's news, newest first; `pageNum` counts from 1. */
export const page = (db: Database, { memberId, type, pageNum, pageSize }: NewsFilter): Promise<Row[]> =>
  db
    .select()
    .from(news)
    .where(of(memberId, type))
    .orderBy(desc(news.at), desc(news.id))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the entries of a member's news of one type, or of all. */
export const countOf = async (db: Database, memberId: string, type?: Type): Promise<number> => {
  const rows = await db.select({ n: count() }).from(news).where(of(memberId, type))
  return rows[0]?.n ?? 0
}

/** Counts the entries of a member's news that were not read. */
export const countUnread = async (db: Database | Tx, memberId: string): Promise<number> => {
  const rows = await db
    .select({ n: count() })
    .from(news)
    .where(and(eq(news.memberId, memberId), isNull(news.readAt)))
  return rows[0]?.n ?? 0
}

/** Marks these entries as read at `now`. Skips another member's, and keeps the time of those that were read before. */
export const markRead = async (tx: Tx, memberId: string, ids: string[], now: number): Promise<void> => {
  await tx
    .update(news)
    .set({ readAt: now })
    .where(and(eq(news.memberId, memberId), inArray(news.id, ids), isNull(news.readAt)))
}

/** Returns the member's entries among these that are read. */
export const readAmong = async (tx: Tx, memberId: string, ids: string[]): Promise<string[]> => {
  const rows = await tx
    .select({ id: news.id })
    .from(news)
    .where(and(eq(news.memberId, memberId), inArray(news.id, ids), isNotNull(news.readAt)))
  return rows.map(({ id }) => id)
}

/** Deletes the entry of one event of a member. */
export const remove = async (tx: Tx, memberId: string, key: string): Promise<void> => {
  await tx.delete(news).where(and(eq(news.key, key), eq(news.memberId, memberId)))
}

/** Deletes the entries from before `instant` (ms) of all members. */
export const deleteBefore = async (db: Database, instant: number): Promise<void> => {
  await db.delete(news).where(lt(news.at, instant))
}
