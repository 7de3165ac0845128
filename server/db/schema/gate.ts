import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CONFLICT_REASONS, PLACE_KINDS, type JournalEntry } from '#contract/calls/gate.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })
const place = () => ({
  kind: text('place_kind', { enum: PLACE_KINDS }).notNull(),
  placeUid: text('place_uid').notNull(),
})

/** What an operator gives to staff: good for ten minutes and once. */
export const gateCode = pgTable(
  'gate_code',
  {
    /** Keyed hash: the code itself is said once. */
    codeHash: text('code_hash').primaryKey(),
    ...place(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('gate_code_expires').on(table.expiresAt)],
)

/** A scanner at one place. */
export const gate = pgTable(
  'gate',
  {
    gateUid: uuid('gate_uid').primaryKey(),
    ...place(),
    label: text('label'),
    /** SHA-256 of 32 random bytes. */
    credentialHash: text('credential_hash').notNull(),
    enrolledAt: instant('enrolled_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When its journal was last known to be empty; younger entries alone are entered. */
    contactAt: instant('contact_at').notNull(),
    /** Highest sequence taken from its journal. */
    seq: integer('seq').notNull().default(0),
  },
  (table) => [uniqueIndex('gate_credential').on(table.credentialHash)],
)

/** A good code of another time, waiting at this gate for its next one. */
export const gateHeld = pgTable(
  'gate_held',
  {
    gateUid: uuid('gate_uid').notNull(),
    passUid: uuid('pass_uid').notNull(),
    epoch: integer('epoch').notNull(),
    time: instant('time').notNull(),
    arrivedAt: instant('arrived_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gateUid, table.passUid] }), index('gate_held_arrived').on(table.arrivedAt)],
)

/** Live codes that opened a gate: none opens another. */
export const codeSeen = pgTable(
  'code_seen',
  {
    seenId: text('seen_id').primaryKey(),
    /** Which entry it made: the same entry may ask again. */
    entryUid: uuid('entry_uid').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('code_seen_at').on(table.at)],
)

/** Entries of journals that contradict what is known, for the desk; codes of cards are hashed. Never dropped. */
export const gateConflict = pgTable(
  'gate_conflict',
  {
    gateUid: uuid('gate_uid').notNull(),
    entryUid: uuid('entry_uid').notNull(),
    reason: text('reason', { enum: CONFLICT_REASONS }).notNull(),
    /** Whose code it is, when it could be read. */
    passUid: uuid('pass_uid'),
    entry: jsonb('entry').$type<JournalEntry>().notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gateUid, table.entryUid] }), index('gate_conflict_pass').on(table.passUid)],
)
