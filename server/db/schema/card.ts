import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Cards as they came from the printer. `stock`: lies at a desk and opens nothing. `live`: in a traveller's hand, each
 * with its pass. `blocked`: never again.
 */
export const card = pgTable(
  'card',
  {
    /** 16 digits, on the back. */
    cardNumber: text('card_number').primaryKey(),
    /** What its printed QR code says. */
    qrNumber: text('qr_number').notNull(),
    /** The product it was printed for. */
    gdsUid: text('gds_uid').notNull(),
    state: text('state', { enum: ['stock', 'live', 'blocked'] }).notNull(),
    passUid: uuid('pass_uid'),
    /** Which gate of an exchange desk handed it out; null: sold over the counter. */
    gateUid: uuid('gate_uid'),
    /** When a member first registered it. */
    registeredAt: instant('registered_at'),
  },
  (table) => [
    uniqueIndex('card_qr').on(table.qrNumber),
    uniqueIndex('card_pass').on(table.passUid),
    index('card_state').on(table.state),
  ],
)
