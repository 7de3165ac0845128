import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { GIFT_STATES } from '#contract/calls/gift.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** A gift of a pass (spec 3.10, 4.23). While it is `sent`, the pass refers to it in `giftUid`. */
export const gift = pgTable(
  'gift',
  {
    giftUid: uuid('gift_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    senderId: uuid('sender_id').notNull(),
    /** Null for a gift by link, until somebody has accepted it. */
    recipientId: uuid('recipient_id'),
    state: text('state', { enum: GIFT_STATES }).notNull(),
    message: text('message').notNull(),
    sentAt: instant('sent_at').notNull(),
    endedAt: instant('ended_at'),
    /** Of a gift by link (spec 4.27), else null: SHA-256 of its key, until when it works, and its first opening. */
    linkHash: text('link_hash'),
    expiresAt: instant('expires_at'),
    openedAt: instant('opened_at'),
  },
  (table) => [
    index('gift_sender').on(table.senderId, table.sentAt),
    index('gift_recipient').on(table.recipientId, table.sentAt),
    index('gift_pass').on(table.passUid),
    uniqueIndex('gift_link').on(table.linkHash),
  ],
)
