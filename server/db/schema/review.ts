import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { REPORT_REASONS } from '#contract/calls/review.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Reviews of goods by guests after use. Their photos are rows of `file` with `usedBy`. */
export const review = pgTable(
  'review',
  {
    reviewUid: uuid('review_uid').primaryKey(),
    /** A reservation has one review. */
    rsvtUid: uuid('rsvt_uid').notNull(),
    gdsUid: text('gds_uid').notNull(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    /** null: the author has deleted the account. */
    memberId: uuid('member_id'),
    /** Displayed name: Mei L. */
    author: text('author').notNull(),
    rating: integer('rating').notNull(),
    content: text('content').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Hidden by the desk. */
    hidden: boolean('hidden').notNull().default(false),
    /** Reply of the place. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    uniqueIndex('review_reservation').on(table.rsvtUid),
    index('review_goods').on(table.gdsUid, table.writtenAt),
  ],
)

/** Reports of reviews, for the desk. A member can report a review once. */
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
