import { uuidv7 } from 'uuidv7'
import type { NewsItem } from '#contract/calls/newsfeed.ts'
import type { Locale } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { holdMembership } from '#server/db/membership.ts'
import { recurringJob, schedule, type JobKind } from '#server/modules/job/service.ts'
import { translate, formatValues } from '#server/texts.ts'
import { campaignJob, mayPush, presentOffer } from './campaign.ts'
import { campaignsOf, type Campaign } from './campaign.store.ts'
import { LETTER_JOB, PUSH_JOB } from './jobs.ts'
import { isNewsKind, NEWS, type NewsKind, type NewsValues } from './kinds.ts'
import { quietFrom, quietUntil } from './quietHours.ts'
import * as store from './store.ts'

export { LETTER_JOB, PUSH_JOB } from './jobs.ts'
export type { NewsKind, NewsValues } from './kinds.ts'

const KEEP_MS = 365 * DAY_MS

export interface Notification<K extends NewsKind> {
  memberId: string
  kind: K
  /** Unique by event: `gift_received:<giftUid>`. */
  key: string
  values: NewsValues[K]
  /** When it happened, ms UTC. */
  at: number
}

/**
 * Notifies a member in the transaction of the event: an entry in the news feed, for most kinds a push (spec 3.21, 4.11
 * to 4.15), and for some a mail. Idempotent by key; no-op for a member who has withdrawn.
 */
export const notifyMember = async <K extends NewsKind>(
  tx: Tx,
  { memberId, kind, key, values, at }: Notification<K>,
): Promise<void> => {
  if (!(await holdMembership(tx, memberId))) return
  const { type, pushHours, letter } = NEWS[kind]
  const id = uuidv7()
  const isNew = await store.insert(tx, { id, memberId, key, kind, type, values, at, readAt: null })
  if (isNew && pushHours !== null)
    await schedule(tx, { kind: PUSH_JOB, key: `push:${id}`, dueAt: at, waitsSince: at, args: { newsId: id } })
  if (isNew && letter)
    await schedule(tx, { kind: LETTER_JOB, key: `letter:${id}`, dueAt: at, waitsSince: at, args: { newsId: id } })
}

/**
 * Deletes a member's entry when its event is undone, in the transaction of the undo; no-op without one. A push that is
 * not sent yet finds no entry, and is dropped.
 */
export const retract = (tx: Tx, memberId: string, key: string): Promise<void> => store.remove(tx, memberId, key)

type Campaigns = ReadonlyMap<string, Campaign>
const campaignIn = ({ values }: store.Row, campaigns: Campaigns): Campaign | undefined =>
  campaigns.get(String(values.campaign))

/** Returns the campaigns of those entries that are offers. */
const campaignsIn = (db: Database | Tx, rows: readonly store.Row[]): Promise<Campaigns> =>
  campaignsOf(db, [...new Set(rows.flatMap(({ kind, values }) => (kind === 'offer' ? [String(values.campaign)] : [])))])

/** Returns the text and link of an entry in one language; null for a kind that this server does not know. */
const presentNews = (
  row: store.Row,
  locale: Locale,
  campaigns: Campaigns,
): Pick<NewsItem, 'title' | 'content' | 'path'> | null => {
  const { kind } = row
  if (!isNewsKind(kind)) return null
  if (kind === 'offer') {
    const offer = campaignIn(row, campaigns)
    return offer ? { ...presentOffer(offer, locale), path: offer.path } : null
  }
  const values = formatValues(row.values, locale)
  return {
    title: translate(locale, `news.${kind}.title`, values),
    content: translate(locale, `news.${kind}.content`, values),
    path: typeof row.values.path === 'string' ? row.values.path : NEWS[kind].path,
  }
}

const GIFT_KEY = /^gift_received:([\da-f-]{36})$/

/** Returns an entry to mail or push; undefined for an unknown one, and for a gift that waits no more. */
const findCurrent = async (db: Database | Tx, id: string): Promise<store.Row | undefined> => {
  const row = await store.find(db, id)
  const giftUid = row && GIFT_KEY.exec(row.key)?.[1]
  return giftUid !== undefined && (await store.isGiftEnded(db, giftUid)) ? undefined : row
}

/**
 * Returns an entry for a mail: recipient, time (ms UTC), template, and `in`, which formats the template's values in a
 * language. Undefined when the entry is deleted, its kind is not mailed, or its gift has ended.
 */
export const readNewsLetter = async (tx: Tx, id: string) => {
  const row = await findCurrent(tx, id)
  const letter = row && isNewsKind(row.kind) ? NEWS[row.kind].letter : undefined
  if (!row || !letter) return undefined
  return { memberId: row.memberId, at: row.at, letter, in: (locale: Locale) => formatValues(row.values, locale) }
}

/**
 * Returns an entry for a push at `now`: recipient, until when a push is useful, until when it has to wait (null: not at
 * all; all ms UTC), and `in`, which gives its text in a language. Undefined for an unknown entry, for a kind that this
 * server does not know, when its gift has ended, and for an offer whose campaign was stopped or to which its member does
 * not agree any more.
 */
export const readNews = async (db: Database | Tx, id: string, now: number) => {
  const row = await findCurrent(db, id)
  if (!row || !isNewsKind(row.kind)) return undefined
  const { type, pushHours } = NEWS[row.kind]
  const campaigns = await campaignsIn(db, [row])
  const offer = campaignIn(row, campaigns)
  if (type === 'ad' && !(offer && (await mayPush(db, offer, row.memberId)))) return undefined
  const waitsUntil = type === 'ad' ? quietUntil(now) : null
  const usefulUntil = row.at + (pushHours ?? 0) * HOUR_MS
  return {
    memberId: row.memberId,
    // The push service must not deliver an offer at night.
    until: type === 'ad' ? Math.min(usefulUntil, quietFrom(waitsUntil ?? now)) : usefulUntil,
    waitsUntil,
    in: (locale: Locale) => presentNews(row, locale, campaigns),
  }
}

/** Returns a page of a member's news, newest first, in one language. */
export const listNews = async (db: Database, wanted: store.NewsFilter, locale: Locale) => {
  const { memberId, type, pageNum, pageSize } = wanted
  const rows = await store.page(db, wanted)
  const campaigns = await campaignsIn(db, rows)
  const list = rows.flatMap((row): NewsItem[] => {
    const texts = presentNews(row, locale, campaigns)
    return texts
      ? [{ newsUid: row.id, type: row.type, ...texts, at: row.at, readYn: row.readAt === null ? 'N' : 'Y' }]
      : []
  })
  return {
    list,
    pageNum,
    pageSize,
    total: await store.countOf(db, memberId, type),
    unread: await store.countUnread(db, memberId),
  }
}

/** Counts the news of a member that were not read. */
export const countUnreadNews = (db: Database, memberId: string): Promise<number> => store.countUnread(db, memberId)

/** Marks entries as read. Returns which of them are read now, and how many of all are left unread. */
export const markRead = async (
  tx: Tx,
  memberId: string,
  ids: string[],
  now: number,
): Promise<{ newsUids: string[]; unread: number }> => {
  await store.markRead(tx, memberId, ids, now)
  return { newsUids: await store.readAmong(tx, memberId, ids), unread: await store.countUnread(tx, memberId) }
}

export const JOB_KINDS: readonly JobKind[] = [
  campaignJob,
  recurringJob('news-forget', DAY_MS, ({ db, clock }) => store.deleteBefore(db, clock() - KEEP_MS)),
]
