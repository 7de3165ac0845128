import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'

/** What a mail says and to whom, until its job has sent it or given it up; then the row is deleted. */
export const mailContent = pgTable('mail_content', {
  /** A key sends one mail. */
  key: text('key').primaryKey(),
  to: text('to').notNull(),
  locale: text('locale', { enum: LOCALES }).notNull(),
  letter: text('letter').notNull(),
  values: jsonb('values').$type<Record<string, string>>().notNull(),
  writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
  /** Expiry: the mail is not sent later than this. */
  until: bigint('until', { mode: 'number' }).notNull(),
})

/**
 * The mail queue of earlier releases: `job` takes its due rows over (decision 0120). A row that is done is emptied; its
 * key stays, so that it sends no second mail.
 */
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
