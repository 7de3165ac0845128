import { msg } from '@lingui/core/macro'
import { read, READ_MAX } from '#contract/calls/newsfeed.ts'
import type { Data } from '#contract/calls/call.ts'
import type { Command } from '../command.ts'

export interface NewsRead {
  newsUids: string[]
}

/** Marks entries of the news feed as read. Untried marks are merged into one action (O6). */
export const newsRead: Command<'news.read', NewsRead, Data<typeof read>> = {
  name: 'news.read',
  version: 1,
  home: 'member',
  lane: () => 'news',
  coalesce: (earlier, { newsUids }) => {
    if (earlier.refused !== null) return { do: 'replace' }
    const all = [...new Set([...(earlier.args as NewsRead).newsUids, ...newsUids])]
    return earlier.attempts === 0 && all.length <= READ_MAX
      ? { do: 'replace', args: { newsUids: all } }
      : { do: 'keepBoth' }
  },
  dropOnRefusal: () => [],
  send: (api, body, { id, owner }) => api.call(read, { body }, { key: id, owner }),
  apply: async (db, data, { newsUids }) => {
    // Answers that an earlier release has stored do not name the entries.
    const readUids = data.newsUids ?? newsUids
    if ('newsfeed' in db) await db.newsfeed.where('newsUid').anyOf(readUids).modify({ readYn: 'Y' })
  },
  part: 'newsfeed',
  project: (read, { newsUids }, _row, waiting) => {
    if (waiting !== 'refused') for (const newsUid of newsUids) read.add(newsUid)
  },
  describe: () => ({ title: msg`Mark news as read` }),
  refusals: {},
  isShownLocked: false,
  hidesPass: false,
}
