import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CONFLICT_REASONS, PLACE_KINDS, type JournalEntry } from '#contract/calls/gate.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })
const place = () => ({
  kind: text('place_kind', { enum: PLACE_KINDS }).notNull(),
  placeUid: text('place_uid').notNull(),
})

/** Enrolment codes, which an operator gives to staff: usable once, within ten minutes. */
export const gateCode = pgTable(
  'gate_code',
  {
    /** Keyed hash; the code itself is shown once and not stored. */
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
    /** When its journal was last known to be empty; entries from before that go to the desk. */
    contactAt: instant('contact_at').notNull(),
    /** Highest sequence number stored from its journal. */
    seq: integer('seq').notNull().default(0),
  },
  (table) => [uniqueIndex('gate_credential').on(table.credentialHash)],
)

/** The code that a gate holds for a pass, or for a voucher by the id of its reservation: genuine, but of another time; the next code may prove it (G7). */
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

/** Live codes that have opened a gate; each opens one gate once. */
export const codeSeen = pgTable(
  'code_seen',
  {
    seenId: text('seen_id').primaryKey(),
    /** The entry that it made, which a retry of the same scan finds. */
    entryUid: uuid('entry_uid').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('code_seen_at').on(table.at)],
)

/** Journal entries that contradict the server's data, for the desk (`npm run gate:conflicts`). Card codes are hashed. Rows are never dropped; their notes are after five years (spec 9.13). */
export const gateConflict = pgTable(
  'gate_conflict',
  {
    gateUid: uuid('gate_uid').notNull(),
    entryUid: uuid('entry_uid').notNull(),
    reason: text('reason', { enum: CONFLICT_REASONS }).notNull(),
    /** The pass of the code; null if the code could not be read. */
    passUid: uuid('pass_uid'),
    entry: jsonb('entry').$type<JournalEntry>().notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gateUid, table.entryUid] }),
    index('gate_conflict_pass').on(table.passUid),
    index('gate_conflict_uploaded').on(table.uploadedAt, table.entryUid),
    // Conflicts of cards are found, and named anew, by the hash that is their code.
    index('gate_conflict_card')
      .on(sql`(entry ->> 'code')`)
      .where(sql`entry ->> 'code' like 'card:%'`),
  ],
)
