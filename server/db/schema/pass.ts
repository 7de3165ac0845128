import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    /** Who holds it now. */
    memberId: uuid('member_id').notNull(),
    gdsUid: text('gds_uid').notNull(),
    passType: text('pass_type', { enum: PASS_TYPES }).notNull(),
    medium: text('medium', { enum: MEDIA }).notNull(),
    /** Name on the pass. */
    holder: text('holder').notNull(),
    windowHours: integer('window_hours').notNull(),
    purchasedAt: instant('purchased_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    activatedAt: instant('activated_at'),
    voided: text('voided', { enum: ['cancelled', 'refund'] }),
    /** The phone that shows it. */
    deviceUid: uuid('device_uid'),
    /** Raised by each binding; older certificates are void. */
    epoch: integer('epoch').notNull().default(0),
    /** Layer 1 of the live code for this epoch, base64url. */
    certificate: text('certificate'),
    certificateNotAfter: instant('certificate_not_after'),
  },
  (table) => [
    uniqueIndex('pass_unit').on(table.ordUid, table.unit),
    index('pass_member').on(table.memberId, table.purchasedAt),
    index('pass_device').on(table.deviceUid),
  ],
)

/** Entries made with a pass. Two gates without a network can both admit one: both entries stay. */
export const admission = pgTable(
  'admission',
  {
    admissionUid: uuid('admission_uid').primaryKey(),
    passUid: uuid('pass_uid').notNull(),
    gdsUid: text('gds_uid').notNull(),
    /** The attraction's group at that time. */
    group: text('pass_group', { enum: GROUPS }),
    at: instant('at').notNull(),
  },
  (table) => [index('admission_pass').on(table.passUid, table.at)],
)
