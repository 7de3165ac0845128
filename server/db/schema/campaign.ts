import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Texts } from '#contract/locales.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Offers that an operator sends to the members who have agreed to them. Their entries in `news` name the campaign, so
 * that its texts are stored once.
 */
export const newsCampaign = pgTable('news_campaign', {
  /** Chosen by the operator: a campaign is sent once. */
  campaign: text('campaign').primaryKey(),
  title: jsonb('title').$type<Texts>().notNull(),
  content: jsonb('content').$type<Texts>().notNull(),
  /** Address of the app that the entries open. */
  path: text('path').notNull(),
  /** Telephone number or address of the sender, which the law wants in each offer. */
  contact: text('contact').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The last member, in the order of ids, who was written to or passed over; null: none yet. */
  reached: uuid('reached'),
  /** Entries written. */
  sent: integer('sent').notNull().default(0),
  /** When the last entry was written. */
  endedAt: instant('ended_at'),
  /** When an operator stopped it: no more entries, and no more pushes. */
  stoppedAt: instant('stopped_at'),
})
