import { and, asc, count, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connect.ts'
import { gate } from '#server/db/schema/gate.ts'
import { rootSecret, signingKey } from '#server/db/schema/signingKey.ts'
import type { KeyGeneration, RootState } from '#server/keyRing.ts'

/** Returns the stored generations. */
export const listGenerations = (db: Database | Tx): Promise<KeyGeneration[]> => db.select().from(signingKey)

/** Locks the generations until the transaction ends, and returns them: two commands run one after the other. */
export const lockGenerations = async (tx: Tx): Promise<KeyGeneration[]> => {
  await tx.execute(sql`lock table ${signingKey} in exclusive mode`)
  return listGenerations(tx)
}

/** Inserts a generation, or replaces it. */
export const putGeneration = async (tx: Tx, row: KeyGeneration): Promise<void> => {
  await tx
    .insert(signingKey)
    .values(row)
    .onConflictDoUpdate({ target: [signingKey.kind, signingKey.generation], set: row })
}

/** Returns the stored roots, in the order in which they begin to sign. */
export const listRoots = (db: Database | Tx): Promise<RootState[]> =>
  db.select().from(rootSecret).orderBy(asc(rootSecret.signsAt), asc(rootSecret.madeAt), asc(rootSecret.rootId))

/** Inserts a root, or replaces it. Call it under the lock of the generations. */
export const putRoot = async (tx: Tx, row: RootState): Promise<void> => {
  await tx.insert(rootSecret).values(row).onConflictDoUpdate({ target: rootSecret.rootId, set: row })
}

/** Records that everything which can be sealed anew is sealed under this root. */
export const markSealed = async (db: Database, rootId: string, sealedAt: number): Promise<void> => {
  await db
    .update(rootSecret)
    .set({ sealedAt })
    .where(and(eq(rootSecret.rootId, rootId), isNull(rootSecret.sealedAt)))
}

/** Counts gates that had no contact since `instant` (ms UTC), without revoked ones. */
export const countSilentGates = async (db: Database, instant: number): Promise<number> => {
  const rows = await db
    .select({ n: count() })
    .from(gate)
    .where(and(isNull(gate.revokedAt), lt(gate.contactAt, instant)))
  return rows[0]?.n ?? 0
}
