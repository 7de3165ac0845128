import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'
import { gateHeld } from '#server/db/schema/gate.ts'

/** Stores a held code; replaces an earlier one of the same pass at this gate. */
export const hold = async (db: Database, row: typeof gateHeld.$inferInsert): Promise<void> => {
  const { epoch, time, arrivedAt } = row
  await db
    .insert(gateHeld)
    .values(row)
    .onConflictDoUpdate({ target: [gateHeld.gateUid, gateHeld.passUid], set: { epoch, time, arrivedAt } })
}

/** Returns the code of a pass or a voucher that this gate holds; undefined: none. */
export const heldOf = async (db: Database, gateUid: string, passUid: string) =>
  (
    await db
      .select()
      .from(gateHeld)
      .where(and(eq(gateHeld.gateUid, gateUid), eq(gateHeld.passUid, passUid)))
  )[0]
