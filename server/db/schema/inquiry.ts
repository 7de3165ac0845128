import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { member } from './member.ts'

/** A 1:1 inquiry. A guest's has no member; its email alone says who wrote it. */
export const inquiry = pgTable(
  'inquiry',
  {
    /** Made by the client: the same id is the same inquiry. */
    id: uuid('id').primaryKey(),
    /** Shown as Q-000123. */
    number: integer('number').notNull(),
    memberId: uuid('member_id').references(() => member.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    content: text('content').notNull(),
    writtenAt: bigint('written_at', { mode: 'number' }).notNull(),
    answer: text('answer'),
    answeredAt: bigint('answered_at', { mode: 'number' }),
    /** The language of its author: a guest's answer goes out by mail. */
    locale: text('locale', { enum: LOCALES }).notNull().default(DEFAULT_LOCALE),
  },
  (table) => [
    uniqueIndex('inquiry_number').on(table.number),
    index('inquiry_newest').on(table.memberId, table.writtenAt),
  ],
)

/** Counters of our own: no sequence behaves alike on every engine. A number whose transaction failed is given again. */
export const counter = pgTable('counter', { name: text('name').primaryKey(), value: integer('value').notNull() })
