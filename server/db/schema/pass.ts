import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ENTRY_BY, UNDO_REASONS } from '#contract/calls/gate.ts'
import { GROUPS, MEDIA, PASS_TYPES } from '#contract/codes.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** One unit of an order. Its state is derived (contract/rules/passState.ts), never stored. */
export const pass = pgTable(
  'pass',
  {
    passUid: uuid('pass_uid').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    /** Which of the order's units, from 0. */
    unit: integer('unit').notNull(),
    orderNumber: text('order_number').notNull(),
    /** Who holds it now; null: nobody yet, a card that was sold over the counter and not registered. */
    memberId: uuid('member_id'),
    gdsUid: text('gds_uid').notNull(),
    passType: text('pass_type', { enum: PASS_TYPES }).notNull(),
    medium: text('medium', { enum: MEDIA }).notNull(),
    /** Name on the pass. */
    holder: text('holder').notNull(),
    /** What its member calls it; goes when it changes hands. */
    name: text('name'),
    windowHours: integer('window_hours').notNull(),
    purchasedAt: instant('purchased_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    activatedAt: instant('activated_at'),
    /** By which list of groups its entries count: that of the first entry, set and cleared with `activatedAt`. */
    groupListFrom: instant('group_list_from'),
    /** First discount that stands: it starts no window, but the unit is used for refunds and gifts. */
    discountUsedAt: instant('discount_used_at'),
    voided: text('voided', { enum: ['cancelled', 'refund'] }),
    /** The phone that shows it, or showed it last: one that was signed out is no row any more. */
    deviceUid: uuid('device_uid'),
    /** Raised by each binding; older certificates are void. */
    epoch: integer('epoch').notNull().default(0),
    /** Layer 1 of the live code for this epoch, base64url. */
    certificate: text('certificate'),
    certificateNotAfter: instant('certificate_not_after'),
    /** Until then a certificate of an older epoch could still be good, but for the lists that gates hold. */
    revokedUntil: instant('revoked_until').notNull().default(0),
    /** When the phone drew the newest code that has opened, and when it opened; of this epoch. */
    codeTime: instant('code_time'),
    codeAt: instant('code_at'),
    /** When its card was handed out: since then it is wherever the card is. */
    collectedAt: instant('collected_at'),
    /** The gift it lies in, while that is sent and not answered. */
    giftUid: uuid('gift_uid'),
    /** The request for a refund that it is part of, while that is open or completed. */
    refundUid: uuid('refund_uid'),
  },
  (table) => [
    uniqueIndex('pass_unit').on(table.ordUid, table.unit),
    index('pass_member').on(table.memberId, table.purchasedAt),
    index('pass_device').on(table.deviceUid),
    index('pass_revoked').on(table.revokedUntil),
    index('pass_certificate').on(table.certificateNotAfter),
  ],
)

/** How a use came about, at a gate or a partner. */
const byGate = () => ({
  /** Which scanner. */
  gateUid: uuid('gate_uid'),
  by: text('by', { enum: ENTRY_BY }),
  /** Phone's clock minus the gate's: a phone may believe in another year. */
  skewMs: bigint('skew_ms', { mode: 'number' }),
  /** Made with no network and uploaded later. */
  late: boolean('late').notNull().default(false),
  undoneAt: instant('undone_at'),
  undoReason: text('undo_reason', { enum: UNDO_REASONS }),
  undoNote: text('undo_note'),
})

/** Entries made with a pass. Two gates without a network can both admit one: both entries stay, the second marked. */
export const admission = pgTable(
  'admission',
  {
    admissionUid: uuid('admission_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    gdsUid: text('gds_uid').notNull(),
    /** The attraction's group at that time. */
    group: text('pass_group', { enum: GROUPS }),
    at: instant('at').notNull(),
    /** Why it should not have been; it counts for nothing then. */
    mark: text('mark', { enum: ['used_here', 'allowance_spent'] }),
    ...byGate(),
  },
  (table) => [index('admission_pass').on(table.passUid, table.at)],
)

/**
 * Discounts taken with a pass at partners, once at each. A second one from a scanner that was offline stays, marked.
 */
export const discountUse = pgTable(
  'discount_use',
  {
    entryUid: uuid('entry_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    venueUid: text('venue_uid').notNull(),
    at: instant('at').notNull(),
    /** Why it should not have been recorded; it does not count then. */
    mark: text('mark', { enum: ['used_here'] }),
    ...byGate(),
  },
  (table) => [
    index('discount_use_pass').on(table.passUid, table.at),
    uniqueIndex('discount_use_once')
      .on(table.passUid, table.venueUid)
      .where(sql`undone_at is null and mark is null`),
  ],
)

/** A code for a pass whose phone lost its key: once, for ten minutes, for the holder of that moment. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    /** Keyed hash. */
    codeHash: text('code_hash').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    memberId: uuid('member_id').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Brought forward by a next code. */
    expiresAt: instant('expires_at').notNull(),
    /** The entry that spent it. */
    entryUid: uuid('entry_uid'),
  },
  (table) => [
    index('one_time_code_pass').on(table.passUid, table.madeAt),
    index('one_time_code_expires').on(table.expiresAt),
  ],
)
