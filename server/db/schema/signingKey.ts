import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { KEY_KINDS } from '#server/keyRing.ts'

const instant = (name: string) => bigint(name, { mode: 'number' })

/**
 * Generations of the keys that sign certificates of passes and tokens; the keys themselves derive from the root secret
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
  },
  (table) => [primaryKey({ columns: [table.kind, table.generation] })],
)
