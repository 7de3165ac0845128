import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { NEWS_TYPES } from '#contract/calls/newsfeed.ts'
import type { Texts } from '#contract/locales.ts'
import { member } from './member.ts'

/** Events in a member's news feed; the text is made in the language of the reader. */
export const news = pgTable(
  'news',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** A key makes one entry. */
    key: text('key').notNull(),
    /** A kind of `server/modules/news/kinds.ts`. */
    kind: text('kind').notNull(),
    type: text('type', { enum: NEWS_TYPES }).notNull(),
    values: jsonb('values').$type<Record<string, string | number | Texts>>().notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
    readAt: bigint('read_at', { mode: 'number' }),
  },
  (table) => [uniqueIndex('news_key').on(table.key), index('news_newest').on(table.memberId, table.at)],
)
