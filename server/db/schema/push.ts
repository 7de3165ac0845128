import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'
import { member } from './member.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** A phone that receives pushes. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id, { onDelete: 'cascade' }),
    /** The session on that phone; once it has ended or its row is deleted, no push is sent there. */
    sessionId: uuid('session_id').notNull(),
    endpoint: text('endpoint').notNull(),
    /** Base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    subscribedAt: instant('subscribed_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscription_endpoint').on(table.endpoint),
    index('push_subscription_member').on(table.memberId, table.subscribedAt),
  ],
)

/** The switch for pushes; members without a row receive them. */
export const pushSetting = pgTable('push_setting', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id, { onDelete: 'cascade' }),
  on: boolean('is_on').notNull(),
  at: instant('at').notNull(),
})
