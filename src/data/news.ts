import { READ_MAX, type NewsItem } from '#contract/calls/newsfeed.ts'
import { projectNews } from '#sync/mirror/project.ts'
import { newsRead } from '#sync/outbox/commands/newsRead.ts'
import { queueAction } from './queueAction.ts'
import type { Outcome } from './outcome.ts'
import { createPartHook } from './partHook.ts'

interface News {
  /** Newest first; with the queued read marks. */
  list: NewsItem[]
  unread: number
}

const newsOf = (list: NewsItem[]): News => ({ list, unread: list.filter(({ readYn }) => readYn === 'N').length })

/** Returns the member's news feed. */
export const useNews = createPartHook<'newsfeed', News>('newsfeed', {
  none: { list: [], unread: 0 },
  tables: (db) => [db.newsfeed, db.outbox],
  read: async (db) => newsOf(projectNews(await db.newsfeed.toArray(), await db.outbox.toArray())),
  fromMemory: newsOf,
})

/** Marks entries as read; resolves when the actions are stored on this phone, or sent. */
export const markRead = async (newsUids: readonly string[]): Promise<Outcome<null>> => {
  for (let from = 0; from < newsUids.length; from += READ_MAX) {
    const queued = await queueAction(newsRead, { newsUids: newsUids.slice(from, from + READ_MAX) })
    if (!queued.ok) return queued
  }
  return { ok: true, data: null }
}
