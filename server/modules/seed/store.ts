import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connect.ts'
import { seedRecord } from '#server/db/schema/operator.ts'

export type SeedRecord = typeof seedRecord.$inferSelect

/** Returns the seed records of one kind, by id. */
export const recordsOf = async (tx: Tx, kind: string): Promise<Map<string, SeedRecord>> => {
  const rows = await tx.select().from(seedRecord).where(eq(seedRecord.kind, kind))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stores the hashes of what the seed wrote. */
export const setHashes = async (tx: Tx, kind: string, rows: { id: string; hash: string }[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insert(seedRecord)
    .values(rows.map((row) => ({ kind, ...row })))
    .onConflictDoUpdate({ target: [seedRecord.kind, seedRecord.id], set: { hash: sql`excluded.hash` } })
}

/** Deletes these seed records: the seed no longer owns their rows. */
export const forget = async (tx: Tx, kind: string, ids: string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.delete(seedRecord).where(and(eq(seedRecord.kind, kind), inArray(seedRecord.id, ids)))
}

/** Marks a seeded row as edited by an operator. No-op for a row that no seed wrote. */
export const markEdited = async (
  tx: Tx,
  { kind, id, operator, now }: { kind: string; id: string; operator: string; now: number },
): Promise<void> => {
  await tx
    .update(seedRecord)
    .set({ editedAt: now, editedBy: operator })
    .where(and(eq(seedRecord.kind, kind), eq(seedRecord.id, id)))
}
