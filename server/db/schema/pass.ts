import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ENTRY_BY, UNDO_REASONS } from '#contract/calls/gate.ts'
import { GROUPS, MEDIA, PASS_TYPES, WALLETS } from '#contract/codes.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/** One unit of an order. Its state is derived (contract/rules/passState.ts), never stored. */
export const pass = pgTable(
  'pass',
  {
    passUid: uuid('pass_uid').primaryKey(),
    ordUid: uuid('ord_uid').notNull(),
    /** Index of the unit in its order, from 0. */
    unit: integer('unit').notNull(),
    orderNumber: text('order_number').notNull(),
    /** Its holder; null: a card that was sold over the counter and is not registered yet. */
    memberId: uuid('member_id'),
    gdsUid: text('gds_uid').notNull(),
    passType: text('pass_type', { enum: PASS_TYPES }).notNull(),
    medium: text('medium', { enum: MEDIA }).notNull(),
    /** Name on the pass. */
    holder: text('holder').notNull(),
    /** The member's own name for it; deleted when the pass changes hands. */
    name: text('name'),
    windowHours: integer('window_hours').notNull(),
    purchasedAt: instant('purchased_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    activatedAt: instant('activated_at'),
    /** Group list by which its entries count: that of the first entry, set and cleared with `activatedAt`. */
    groupListFrom: instant('group_list_from'),
    /** First valid discount. It starts no window, but makes the unit count as used for refunds and gifts. */
    discountUsedAt: instant('discount_used_at'),
    voided: text('voided', { enum: ['cancelled', 'refund'] }),
    /** The phone to which it is or was bound last; the row of a phone that was signed out is gone. */
    deviceUid: uuid('device_uid'),
    /** The pass epoch, raised by each binding; certificates of lower epochs are void. */
    epoch: integer('epoch').notNull().default(0),
    /** The certificate of this epoch, base64url. */
    certificate: text('certificate'),
    certificateNotAfter: instant('certificate_not_after'),
    /** Latest end of the certificates of lower epochs; until then gate lists must revoke them. */
    revokedUntil: instant('revoked_until').notNull().default(0),
    /** When the phone drew the newest code of this epoch that has opened a gate, and when that was. */
    codeTime: instant('code_time'),
    codeAt: instant('code_at'),
    /** When its card was handed out; from then on the card carries the pass. */
    collectedAt: instant('collected_at'),
    /** Its gift, while that is sent and not answered. */
    giftUid: uuid('gift_uid'),
    /** Its refund request, while that is open or completed. */
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

/** Columns of a use at an attraction or a partner. */
const byGate = () => ({
  /** The scanner. */
  gateUid: uuid('gate_uid'),
  by: text('by', { enum: ENTRY_BY }),
  /** The phone's clock minus the gate's, ms; a phone may be wrong by years. */
  skewMs: bigint('skew_ms', { mode: 'number' }),
  /** Made offline and uploaded later. */
  late: boolean('late').notNull().default(false),
  undoneAt: instant('undone_at'),
  undoReason: text('undo_reason', { enum: UNDO_REASONS }),
  undoNote: text('undo_note'),
})

/** Entries of passes. Two offline gates can both admit a pass: both entries are stored, the second marked. */
export const admission = pgTable(
  'admission',
  {
    admissionUid: uuid('admission_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    gdsUid: text('gds_uid').notNull(),
    /** The attraction's group at that time. */
    group: text('pass_group', { enum: GROUPS }),
    at: instant('at').notNull(),
    /** Why it should have been refused; a marked entry does not count. */
    mark: text('mark', { enum: ['used_here', 'allowance_spent'] }),
    ...byGate(),
  },
  (table) => [index('admission_pass').on(table.passUid, table.at)],
)

/**
 * Discounts at partners, one per pass and partner. A second one from an offline scanner is stored, marked.
 */
export const discountUse = pgTable(
  'discount_use',
  {
    entryUid: uuid('entry_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    venueUid: text('venue_uid').notNull(),
    at: instant('at').notNull(),
    /** Why it should have been refused; a marked discount does not count. */
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

/** One-time codes for passes whose phone lost its key: usable once, within ten minutes, by the holder who asked. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    /** Keyed hash. */
    codeHash: text('code_hash').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    memberId: uuid('member_id').notNull(),
    madeAt: instant('made_at').notNull(),
    /** A next code sets it to an earlier time. */
    expiresAt: instant('expires_at').notNull(),
    /** The entry that used it. */
    entryUid: uuid('entry_uid'),
  },
  (table) => [
    index('one_time_code_pass').on(table.passUid, table.madeAt),
    index('one_time_code_expires').on(table.expiresAt),
  ],
)

/** Copies of passes in wallet apps. Each has a code of its own, which is derived from `walletUid` and never stored. */
export const walletPass = pgTable(
  'wallet_pass',
  {
    walletUid: uuid('wallet_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    /** The holder who added it; it opens no gate for another holder of the pass. */
    memberId: uuid('member_id').notNull(),
    /** The session of the phone that added it, its last one: when the member signs that session out, the copy ends. */
    sessionId: uuid('session_id').notNull(),
    wallet: text('wallet', { enum: WALLETS }).notNull(),
    /** Keyed hash. */
    codeHash: text('code_hash').notNull(),
    addedAt: instant('added_at').notNull(),
    /** When a later copy, its member, a new password, signing out everywhere or the withdrawal ended it. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('wallet_pass_code').on(table.codeHash),
    uniqueIndex('wallet_pass_live')
      .on(table.passUid, table.wallet)
      .where(sql`ended_at is null`),
    index('wallet_pass_member').on(table.memberId),
    index('wallet_pass_ended').on(table.endedAt),
  ],
)
