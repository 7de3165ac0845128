import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { KEY_KINDS } from '#server/keyRing.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Generations of the keys that sign certificates of passes and tokens; the keys themselves derive from a root secret
 * and are stored nowhere. A kind without rows has its first generation.
 */
export const signingKey = pgTable(
  'signing_key',
  {
    kind: text('kind', { enum: KEY_KINDS }).notNull(),
    /** From 1. */
    generation: integer('generation').notNull(),
    madeAt: instant('made_at').notNull(),
    /** From then on it signs, until a later generation does. */
    signsAt: instant('signs_at').notNull(),
    /** When it was revoked: what it has signed is refused. */
    revokedAt: instant('revoked_at'),
    /** The root from which it derives; null: the first one of the installation. */
    rootId: text('root_id'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.generation] })],
)

/**
 * Root secrets that were rotated, and the one that signs; empty before the first rotation. A root is a line of the file
 * `keys/secret`, or a setting, and stored here by its id alone.
 */
export const rootSecret = pgTable('root_secret', {
  rootId: text('root_id').primaryKey(),
  madeAt: instant('made_at').notNull(),
  /** From then on all secrets derive from it, until those of a later root do. */
  signsAt: instant('signs_at').notNull(),
  /** When it was revoked: what only it has signed is refused. */
  revokedAt: instant('revoked_at'),
  /** When all QR texts of cards and codes of goods were sealed under it. */
  sealedAt: instant('sealed_at'),
})
