import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { CERT_PURPOSES } from '#contract/calls/cert.ts'

/** The current code of a mailbox and purpose; a new one replaces it. */
export const certCode = pgTable(
  'cert_code',
  {
    email: text('email').notNull(),
    purpose: text('purpose', { enum: CERT_PURPOSES }).notNull(),
    /** Keyed hash over email, purpose and code. */
    hash: text('hash').notNull(),
    tries: integer('tries').notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    resendAt: bigint('resend_at', { mode: 'number' }).notNull(),
    /** Set by the first correct attempt, so that a retry after a lost response gets the same proof. */
    proofId: uuid('proof_id'),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] }), index('cert_code_expires').on(table.expiresAt)],
)

/** A proof of a mailbox (`certUid`): usable once, within half an hour. */
export const certProof = pgTable(
  'cert_proof',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose', { enum: CERT_PURPOSES }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    usedAt: bigint('used_at', { mode: 'number' }),
  },
  (table) => [index('cert_proof_expires').on(table.expiresAt)],
)
