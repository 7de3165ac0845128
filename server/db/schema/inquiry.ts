import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { member } from './member.ts'

/** A 1:1 inquiry. A guest's has no member, only an email address. */
export const inquiry = pgTable(
  'inquiry',
  {
    /** Made by the client: the same id is the same inquiry (O1). */
    id: uuid('id').primaryKey(),
    /** Displayed as Q-000123. */
    number: integer('number').notNull(),
    memberId: uuid('member_id').references(() => member.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    content: text('content').notNull(),
    writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
    answer: text('answer'),
    answeredAt: bigint('answered_at', { mode: 'number' }),
    /** Language of the author, for the answer that a guest gets by mail. */
    locale: text('locale', { enum: LOCALES }).notNull().default(DEFAULT_LOCALE),
  },
  (table) => [
    uniqueIndex('inquiry_number').on(table.number),
    index('inquiry_newest').on(table.memberId, table.writtenAt),
  ],
)

/** Counters instead of sequences, which differ between engines. A number whose transaction failed is used again. */
export const counter = pgTable('counter', { name: text('name').primaryKey(), value: integer('value').notNull() })
