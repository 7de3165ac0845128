import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'

/** The mail queue. A row is written before its mail is sent, and emptied afterwards. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** A key sends one mail. */
    key: text('key').primaryKey(),
    to: text('to').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    letter: text('letter').notNull(),
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
    /** Expiry: the mail is not sent later than this. */
    until: bigint('until', { mode: 'number' }).notNull(),
    attempts: integer('attempts').notNull(),
    /** Due from then on; null: sent or given up. */
    nextAt: bigint('next_at', { mode: 'number' }),
  },
  (table) => [index('mail_outbox_next').on(table.nextAt)],
)
