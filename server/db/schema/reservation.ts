import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { RESERVATION_STATES } from '#contract/rules/reservation.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Why a reservation ended: by its member, hold expired, payment failed or charged back, place declined, silent, or closed
 * on its days.
 */
export const ENDS = ['member', 'hold', 'payment', 'charge_back', 'declined', 'unanswered', 'closed'] as const

/** Rooms, seats or vouchers reserved for a member. The displayed state is derived (contract/rules/reservation.ts). */
export const reservation = pgTable(
  'reservation',
  {
    rsvtUid: uuid('rsvt_uid').primaryKey(),
    /** Number for people and on the voucher: HR-261121-7F3A. */
    rsvtNumber: text('rsvt_number').notNull(),
    memberId: uuid('member_id').notNull(),
    /** A quote makes one reservation. */
    quoteUid: uuid('quote_uid').notNull(),
    /** Its order; null until the payment begins. Then every transition of an unpaid one begins with its order. */
    ordUid: uuid('ord_uid'),
    gdsUid: text('gds_uid').notNull(),
    gdsDtlUid: text('gds_dtl_uid').notNull(),
    gdsTycd: text('gds_tycd').notNull(),
    priceSn: text('price_sn').notNull(),
    goodsCnt: integer('goods_cnt').notNull(),
    /** KRW, before any discount. */
    amount: integer('amount').notNull(),
    /** Hotels: KRW of each night for one room. Null for everything else, and in rows of earlier releases. */
    nightPrices: jsonb('night_prices').$type<number[]>(),
    state: text('state', { enum: RESERVATION_STATES }).notNull(),
    confirmation: text('confirmation', { enum: ['instant', 'request'] }).notNull(),
    /** Time of use `[startsAt, endsAt)`; that of a voucher starts at its payment. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Validity of a voucher in days; null for everything else. */
    validDays: integer('valid_days'),
    cancelUntil: instant('cancel_until'),
    holdUntil: instant('hold_until').notNull(),
    guestName: text('guest_name').notNull(),
    guestEmail: text('guest_email').notNull(),
    guestMobile: text('guest_mobile'),
    /** A request of the guest to the place. */
    wish: text('wish'),
    reservedAt: instant('reserved_at').notNull(),
    paidAt: instant('paid_at'),
    confirmedAt: instant('confirmed_at'),
    /** When a gate redeemed its voucher, which gate, and the id of that scan; null: not redeemed. */
    usedAt: instant('used_at'),
    usedGateUid: uuid('used_gate_uid'),
    usedEntryUid: uuid('used_entry_uid'),
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
