import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { RESERVATION_STATES } from '#contract/rules/reservation.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** Why it ended: its member, the hold ran out, the payment failed or was taken back, the place said no or nothing. */
export const ENDS = ['member', 'hold', 'payment', 'charge_back', 'declined', 'unanswered'] as const

/** Rooms, seats or vouchers kept for a member. What is shown of its state is derived (contract/rules/reservation.ts). */
export const reservation = pgTable(
  'reservation',
  {
    rsvtUid: uuid('rsvt_uid').primaryKey(),
    /** Shown to people and on the voucher: HR-261121-7F3A. */
    rsvtNumber: text('rsvt_number').notNull(),
    memberId: uuid('member_id').notNull(),
    /** One quote, one reservation. */
    quoteUid: uuid('quote_uid').notNull(),
    /** Its payment; null until that begins. Then every move of an unpaid one begins with a move of the order. */
    ordUid: uuid('ord_uid'),
    gdsUid: text('gds_uid').notNull(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    gdsTycd: text('gds_tycd').notNull(),
    priceSn: text('price_sn').notNull(),
    goodsCnt: integer('goods_cnt').notNull(),
    /** KRW, before any discount. */
    amount: integer('amount').notNull(),
    state: text('state', { enum: RESERVATION_STATES }).notNull(),
    confirmation: text('confirmation', { enum: ['instant', 'request'] }).notNull(),
    /** Use `[startsAt, endsAt)`; of a voucher from its payment on. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Days a voucher is good for; null for all else. */
    validDays: integer('valid_days'),
    cancelUntil: instant('cancel_until'),
    holdUntil: instant('hold_until').notNull(),
    guestName: text('guest_name').notNull(),
    guestEmail: text('guest_email').notNull(),
    guestMobile: text('guest_mobile'),
    /** A wish of the guest. */
    wish: text('wish'),
    reservedAt: instant('reserved_at').notNull(),
    paidAt: instant('paid_at'),
    confirmedAt: instant('confirmed_at'),
    cancelAskedAt: instant('cancel_asked_at'),
    endedAt: instant('ended_at'),
    end: text('end_reason', { enum: ENDS }),
  },
  (table) => [
    uniqueIndex('reservation_number').on(table.rsvtNumber),
    uniqueIndex('reservation_quote').on(table.quoteUid),
    uniqueIndex('reservation_order').on(table.ordUid),
    index('reservation_member').on(table.memberId, table.reservedAt),
  ],
)
