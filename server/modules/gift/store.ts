import { and, count, desc, eq, gt, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GIFT_TYPES } from '#contract/calls/gift.ts'
import type { ChosenEnd } from '#contract/rules/gift.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { gift } from '#server/db/schema/gift.ts'
import { member } from '#server/db/schema/member.ts'
import { pass } from '#server/db/schema/pass.ts'

export type Gift = typeof gift.$inferSelect
export type Type = (typeof GIFT_TYPES)[number]

const sender = alias(member, 'sender')
const recipient = alias(member, 'recipient')

/** A gift with its pass and both members; a deleted member is null. */
const whole = (db: Database | Tx) =>
  db
    .select({
      gift,
      pass: { gdsUid: pass.gdsUid, passType: pass.passType, medium: pass.medium },
      sender: { email: sender.email, engNm: sender.engNm, engSurname: sender.engSurname },
      recipient: { email: recipient.email, engNm: recipient.engNm, engSurname: recipient.engSurname },
    })
    .from(gift)
    .innerJoin(pass, eq(pass.passUid, gift.passUid))
    .leftJoin(sender, eq(sender.id, gift.senderId))
    .leftJoin(recipient, eq(recipient.id, gift.recipientId))
export type Whole = Awaited<ReturnType<typeof whole>>[number]

/** Inserts a gift; false when its id or the hash of its link exists. */
export const insert = async (tx: Tx, row: Gift): Promise<boolean> =>
  (await tx.insert(gift).values(row).onConflictDoNothing().returning({ giftUid: gift.giftUid })).length === 1

/** Returns a gift of any members, with its pass and both members; undefined for an unknown id. */
export const find = async (db: Database | Tx, giftUid: string): Promise<Whole | undefined> => {
  const rows = await whole(db).where(eq(gift.giftUid, giftUid))
  return rows[0]
}

/** Returns the gift of a link. */
export const findByLink = async (db: Database | Tx, linkHash: string): Promise<Whole | undefined> => {
  const rows = await whole(db).where(eq(gift.linkHash, linkHash))
  return rows[0]
}

/** Changes a gift that is `sent`, if `condition` holds too; false when it had ended before. */
const change = async (
  tx: Tx,
  giftUid: string,
  set: { [K in keyof Gift]?: Gift[K] | SQL },
  condition?: SQL,
): Promise<boolean> => {
  const rows = await tx
    .update(gift)
    .set(set)
    .where(and(eq(gift.giftUid, giftUid), eq(gift.state, 'sent'), condition))
    .returning({ giftUid: gift.giftUid })
  return rows.length === 1
}

/** Ends a pending gift (`sent`) in the state `state`. Returns false when the gift had ended before. */
export const end = (tx: Tx, giftUid: string, state: ChosenEnd, endedAt: number): Promise<boolean> =>
  change(tx, giftUid, { state, endedAt })

/**
 * Marks a pending gift (`sent`) as accepted by a holder of its link. Returns false when the gift had ended before, or
 * its link works no more.
 */
export const acceptByLink = (tx: Tx, giftUid: string, recipientId: string, now: number): Promise<boolean> =>
  change(
    tx,
    giftUid,
    { state: 'accepted', endedAt: now, recipientId, openedAt: sql`coalesce(${gift.openedAt}, ${now}::bigint)` },
    gt(gift.expiresAt, now),
  )

/** Marks a pending gift (`sent`) as expired. Returns false when the gift had ended before, or its link still works. */
export const expire = (tx: Tx, giftUid: string, now: number): Promise<boolean> =>
  change(tx, giftUid, { state: 'expired', endedAt: now }, lte(gift.expiresAt, now))

/** Stores the first opening of a gift by its link; false when it was opened before, or has ended. */
export const open = (tx: Tx, giftUid: string, now: number): Promise<boolean> =>
  change(tx, giftUid, { openedAt: now }, and(isNull(gift.openedAt), gt(gift.expiresAt, now)))

const of = (memberId: string, type?: Type) =>
  type === undefined
    ? or(eq(gift.senderId, memberId), eq(gift.recipientId, memberId))
    : eq(type === 'sent' ? gift.senderId : gift.recipientId, memberId)

/** Returns one page, newest first. */
export const page = (
  db: Database,
  memberId: string,
  type: Type | undefined,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<Whole[]> =>
  whole(db)
    .where(of(memberId, type))
    .orderBy(desc(gift.sentAt), desc(gift.giftUid))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)

/** Counts the gifts that a member sent or received, or both, as `type` says. */
export const countOf = async (db: Database, memberId: string, type: Type | undefined): Promise<number> => {
  const rows = await db.select({ n: count() }).from(gift).where(of(memberId, type))
  return rows[0]?.n ?? 0
}

/** Counts the gifts that wait for the answer of this member. Those by link are of nobody until they are accepted. */
export const countWaiting = async (db: Database, memberId: string): Promise<number> => {
  const rows = await db
    .select({ n: count() })
    .from(gift)
    .where(and(eq(gift.recipientId, memberId), eq(gift.state, 'sent')))
  return rows[0]?.n ?? 0
}

/** Returns the last gift of each of these passes by this sender. */
export const lastOf = async (db: Database, senderId: string, passUids: string[]): Promise<Gift[]> => {
  if (passUids.length === 0) return []
  const rows = await db
    .select()
    .from(gift)
    .where(and(eq(gift.senderId, senderId), inArray(gift.passUid, passUids)))
    .orderBy(gift.sentAt, gift.giftUid)
  return [...new Map(rows.map((row) => [row.passUid, row])).values()]
}
