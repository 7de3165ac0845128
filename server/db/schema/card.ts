import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => bigint(name, { mode: 'number' })

const facts = () => ({
  /** The product it was printed for. */
  gdsUid: text('gds_uid').notNull(),
  state: text('state', { enum: ['stock', 'live', 'blocked'] }).notNull(),
  passUid: uuid('pass_uid'),
  /** Which gate of an exchange desk handed it out; null: sold over the counter. */
  gateUid: uuid('gate_uid'),
  /** When a member first registered it. */
  registeredAt: instant('registered_at'),
})

/**
 * Cards as they came from the printer. `stock`: lies at a desk and opens nothing. `live`: in a traveller's hand, each
 * with its pass. `blocked`: never again. What stands on a card opens gates, so this table cannot be read for it.
 */
export const card = pgTable(
  'printed_card',
  {
    /** Keyed hash of the 16 digits on the back. */
    numberHash: text('number_hash').primaryKey(),
    /** Of the 16 digits, what people may see. */
    lastFour: text('last_four').notNull(),
    /** Keyed hash of what the printed QR code says. */
    qrHash: text('qr_hash').notNull(),
    /** The same, encrypted: the lists of gates are made from it. */
    qrSealed: text('qr_sealed').notNull(),
    ...facts(),
  },
  (table) => [
    uniqueIndex('printed_card_qr').on(table.qrHash),
    uniqueIndex('printed_card_pass').on(table.passUid),
    index('printed_card_state').on(table.state),
  ],
)

/** Cards of earlier releases, numbers and QR codes in clear: each start moves what stands in it and empties it. */
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
