import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { GIFT_STATES } from '#contract/calls/gift.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** A gift of a pass (spec 3.10, 4.23). While it is `sent`, the pass refers to it in `giftUid`. */
export const gift = pgTable(
  'gift',
  {
    giftUid: uuid('gift_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    senderId: uuid('sender_id').notNull(),
    recipientId: uuid('recipient_id').notNull(),
    state: text('state', { enum: GIFT_STATES }).notNull(),
    message: text('message').notNull(),
    sentAt: instant('sent_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('gift_sender').on(table.senderId, table.sentAt),
    index('gift_recipient').on(table.recipientId, table.sentAt),
    index('gift_pass').on(table.passUid),
  ],
)
