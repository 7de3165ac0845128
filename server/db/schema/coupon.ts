import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { COUPON_KINDS, COUPON_TARGETS } from '#contract/calls/coupon.ts'
import type { Texts } from '#contract/locales.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** An issue of coupons. Its terms never change once a member holds one; other terms need another issue. */
export const couponIssue = pgTable(
  'coupon_issue',
  {
    couponPblcnUid: text('coupon_pblcn_uid').primaryKey(),
    name: jsonb('name').$type<Texts>().notNull(),
    kind: text('kind', { enum: COUPON_KINDS }).notNull(),
    /** Percent or KRW, by `kind`. */
    value: integer('value').notNull(),
    /** Cap of a percentage, KRW; null: none. */
    maxDiscount: integer('max_discount'),
    /** Smallest sum that gets the discount, KRW. */
    minAmount: integer('min_amount').notNull().default(0),
    /** What it can be spent on; null: everything. */
    target: text('target', { enum: COUPON_TARGETS }),
    gdsTycd: text('gds_tycd'),
    gdsDtlUid: text('gds_dtl_uid'),
    /** How members get it. `download`: they take it. `paper`: by a printed number. `given`: the server gives it. */
    way: text('way', { enum: ['download', 'paper', 'given'] }).notNull(),
    /** Members can take it from `startsAt` to `endsAt`. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    /** Days of validity after the Korean day on which it is taken. */
    validDays: integer('valid_days'),
    /** End of validity, whenever it was taken. */
    expiresAt: instant('expires_at'),
    /** How many can still be taken; null: unlimited. */
    available: integer('available'),
    /** Sample data for development. */
    sample: boolean('sample').notNull(),
  },
  (table) => [check('coupon_issue_available', sql`${table.available} >= 0`)],
)

/** Printed numbers of paper coupons. Each can be taken once. */
export const paperCoupon = pgTable('paper_coupon', {
  /** In capitals, without spaces and dashes. */
  couponUid: text('coupon_uid').primaryKey(),
  couponPblcnUid: text('coupon_pblcn_uid').notNull(),
  takenAt: instant('taken_at'),
})

/** A member's coupon. `ordUid`: the order that holds or has used it; a closed order releases it. */
export const coupon = pgTable(
  'coupon',
  {
    couponUid: text('coupon_uid').primaryKey(),
    couponPblcnUid: text('coupon_pblcn_uid').notNull(),
    /** Number for people: the printed one, or a generated one of the same form. */
    number: text('number').notNull(),
    memberId: uuid('member_id').notNull(),
    /** Unique key of what can be taken once: the issue and the member, or the printed number. */
    takenKey: text('taken_key').notNull(),
    takenAt: instant('taken_at').notNull(),
    expiresAt: instant('expires_at'),
    ordUid: uuid('ord_uid'),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('coupon_taken').on(table.takenKey),
    index('coupon_member').on(table.memberId, table.takenAt),
    index('coupon_order').on(table.ordUid),
  ],
)
