import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { REPORT_REASONS } from '#contract/calls/review.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** What a guest says about goods after use; its photos are files that it uses. */
export const review = pgTable(
  'review',
  {
    reviewUid: uuid('review_uid').primaryKey(),
    /** One reservation, one review. */
    rsvtUid: uuid('rsvt_uid').notNull(),
    gdsUid: text('gds_uid').notNull(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    /** null: its author has left. */
    memberId: uuid('member_id'),
    /** As shown: Mei L. */
    author: text('author').notNull(),
    rating: integer('rating').notNull(),
    content: text('content').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Taken down by the desk. */
    hidden: boolean('hidden').notNull().default(false),
    /** Of the place. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    uniqueIndex('review_reservation').on(table.rsvtUid),
    index('review_goods').on(table.gdsUid, table.writtenAt),
  ],
)

/** For the desk to look at. One member, one report of a review. */
export const reviewReport = pgTable(
  'review_report',
  {
    reviewUid: uuid('review_uid')
      .notNull()
      .references(() => review.reviewUid, { onDelete: 'cascade' }),
    memberId: uuid('member_id').notNull(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    detail: text('detail'),
    reportedAt: instant('reported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewUid, table.memberId] })],
)
