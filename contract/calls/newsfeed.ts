import * as z from 'zod/mini'
import { call, page } from './call.ts'
import { instant, paging, uuid, yn } from './fields.ts'
import { partChange } from './sync.ts'

/** Kinds of entries in the news feed (spec 3.21). */
export const NEWS_TYPES = ['event', 'noti', 'reserve', 'coupon', 'ad'] as const

export const newsItem = z.object({
  newsUid: uuid,
  type: z.enum(NEWS_TYPES),
  /** Both in the language of the call. */
  title: z.string(),
  content: z.string(),
  /** Path of the page on this site to open; null: none. */
  path: z.nullable(z.string()),
  at: instant,
  readYn: yn,
})
export type NewsItem = z.infer<typeof newsItem>

export const list = call({
  method: 'GET',
  path: '/newsfeed/list',
  who: 'member',
  addition: true,
  summary: "The member's news, newest first",
  query: z.strictObject({ ...paging, type: z.optional(z.enum(NEWS_TYPES)) }),
  data: z.object({ ...page(newsItem).shape, /** Unread entries of all types. */ unread: z.int() }),
})

export const READ_MAX = 200

export const read = call({
  method: 'POST',
  path: '/newsfeed/read',
  who: 'member',
  addition: true,
  summary: 'Marks these entries as read: a set, so writing it twice is writing it once. Foreign ids are passed over',
  body: z.strictObject({ newsUids: z.array(uuid).check(z.minLength(1), z.maxLength(READ_MAX)) }),
  data: z.object({
    unread: z.int(),
    /** Those of the requested entries that are read now; missing in answers that an earlier release has stored. */
    newsUids: z.optional(z.array(uuid)),
    /** How the news have changed by this; missing as above, or when they changed otherwise meanwhile. */
    change: z.optional(partChange),
  }),
})
