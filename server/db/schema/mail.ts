import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { LOCALES } from '#contract/locales.ts'

/** Mails on their way. A row is written before anything is handed over, and emptied afterwards. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** One key, one mail. */
    key: text('key').primaryKey(),
    to: text('to').notNull(),
    locale: text('locale', { enum: LOCALES }).notNull(),
    letter: text('letter').notNull(),
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
    /** Not worth sending afterwards. */
    until: bigint('until', { mode: 'number' }).notNull(),
    attempts: integer('attempts').notNull(),
    /** Due from then on; null: handed over or given up. */
    nextAt: bigint('next_at', { mode: 'number' }),
  },
  (table) => [index('mail_outbox_next').on(table.nextAt)],
)
