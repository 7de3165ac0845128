import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { member } from './member.ts'

/** The set of a member's favourite attractions; adding one twice has no further effect. */
export const favourite = pgTable(
  'favourite',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    gdsUid: text('gds_uid').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.gdsUid] }),
    index('favourite_newest').on(table.memberId, table.at),
  ],
)
