import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { member } from './member.ts'

/** Questions about goods, with the operator's answer. They go with the member who asked them. */
export const question = pgTable(
  'question',
  {
    /** Made by the client: the same id is the same question (O1). */
    questionUid: uuid('question_uid').primaryKey(),
    gdsUid: text('gds_uid').notNull(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** Displayed name: Mei L. */
    author: text('author').notNull(),
    content: text('content').notNull(),
    /** For its author and the operator alone. */
    isPrivate: boolean('is_private').notNull(),
    writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
    /** Hidden by the operator, from everybody but its author. */
    hidden: boolean('hidden').notNull().default(false),
    answer: text('answer'),
    answeredAt: bigint('answered_at', { mode: 'number' }),
  },
  (table) => [
    index('question_goods').on(table.gdsUid, table.writtenAt),
    index('question_member').on(table.memberId, table.writtenAt),
  ],
)
