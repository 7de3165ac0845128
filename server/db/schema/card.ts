import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

const facts = () => ({
  /** The product for which it was printed. */
  gdsUid: text('gds_uid').notNull(),
  state: text('state', { enum: ['stock', 'live', 'blocked'] }).notNull(),
  passUid: uuid('pass_uid'),
  /** The gate of the exchange desk that handed it out; null: sold over the counter. */
  gateUid: uuid('gate_uid'),
  /** When a member first registered it. */
  registeredAt: instant('registered_at'),
})

/**
 * Printed cards. `stock`: at an exchange desk, opens no gate. `live`: handed to a traveller, each with its pass.
 * `blocked`: for good. The number and the QR code of a card open gates, so this table stores only hashes and an
 * encrypted copy.
 */
export const card = pgTable(
  'printed_card',
  {
    /** Keyed hash of the 16 digits on the back. */
    numberHash: text('number_hash').primaryKey(),
    /** The digits of the number that are shown. */
    lastFour: text('last_four').notNull(),
    /** Keyed hash of the text of the QR code. */
    qrHash: text('qr_hash').notNull(),
    /** The text of the QR code, encrypted, from which gate lists are made. */
    qrSealed: text('qr_sealed').notNull(),
    ...facts(),
  },
  (table) => [
    uniqueIndex('printed_card_qr').on(table.qrHash),
    uniqueIndex('printed_card_pass').on(table.passUid),
    index('printed_card_state').on(table.state),
  ],
)

/** Cards of earlier releases with numbers and QR codes in plain text. Each start moves the rows to `printed_card`. */
export const clearCard = pgTable(
  'card',
  {
    cardNumber: text('card_number').primaryKey(),
    qrNumber: text('qr_number').notNull(),
    ...facts(),
  },
  (table) => [
    uniqueIndex('card_qr').on(table.qrNumber),
    uniqueIndex('card_pass').on(table.passUid),
    index('card_state').on(table.state),
  ],
)
