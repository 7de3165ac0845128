import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { COUPON_KINDS, COUPON_TARGETS } from '#contract/calls/coupon.ts'
import type { Texts } from '#contract/locales.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** An issue of coupons. Its terms never change once somebody holds one: other terms are another issue. */
export const couponIssue = pgTable(
  'coupon_issue',
  {
    couponPblcnUid: text('coupon_pblcn_uid').primaryKey(),
    name: jsonb('name').$type<Texts>().notNull(),
    kind: text('kind', { enum: COUPON_KINDS }).notNull(),
    /** Percent or KRW, by `kind`. */
    value: integer('value').notNull(),
    /** The most that a percentage takes off, KRW. */
    maxDiscount: integer('max_discount'),
    /** Smallest sum that it fits, KRW. */
    minAmount: integer('min_amount').notNull().default(0),
    /** What it is good for; null: everything. */
    target: text('target', { enum: COUPON_TARGETS }),
    gdsTycd: text('gds_tycd'),
    gdsDtlUid: text('gds_dtl_uid'),
    /** `download`: members take it themselves. `paper`: by a printed number. `given`: by us alone. */
    way: text('way', { enum: ['download', 'paper', 'given'] }).notNull(),
    /** When it may be taken. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    /** Good through this many Korean days after the day it was taken. */
    validDays: integer('valid_days'),
    /** Good until then, whenever it was taken. */
    expiresAt: instant('expires_at'),
    /** How many may still be taken; null: as many as ask. */
    available: integer('available'),
    /** Made up for development. */
    sample: boolean('sample').notNull(),
  },
  (table) => [check('coupon_issue_available', sql`${table.available} >= 0`)],
)

/** Printed numbers. Each is taken once. */
export const paperCoupon = pgTable('paper_coupon', {
  /** In capitals, without spaces and dashes. */
  couponUid: text('coupon_uid').primaryKey(),
  couponPblcnUid: text('coupon_pblcn_uid').notNull(),
  takenAt: instant('taken_at'),
})

/** A member's coupon. `ordUid`: the order that holds or has used it; it comes back when that order is closed. */
export const coupon = pgTable(
  'coupon',
  {
    couponUid: text('coupon_uid').primaryKey(),
    couponPblcnUid: text('coupon_pblcn_uid').notNull(),
    /** Shown to people: the printed number, or one like it. */
    number: text('number').notNull(),
    memberId: uuid('member_id').notNull(),
    /** What can be taken only once: the issue by this member, or the printed number by anybody. */
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
