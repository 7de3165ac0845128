import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { validUntil } from '#contract/rules/passWindow.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { product } from '#server/db/schema/catalogue.ts'
import { pass } from '#server/db/schema/pass.ts'
import type { Pass } from './store.ts'

/**
 * Issues the pass of a card sold over the counter and returns its `passUid`. It is valid at gates at once, without a
 * member until it is registered.
 */
export const issueCounterPass = async (
  tx: Tx,
  { gdsUid, passType, windowHours }: Pick<typeof product.$inferSelect, 'gdsUid' | 'passType' | 'windowHours'>,
  orderNumber: string,
  now: number,
): Promise<string> => {
  const passUid = uuidv7()
  await tx.insert(pass).values({
    passUid,
    // A counter sale has no order here: the till keeps it. The id only makes the row unique.
    ordUid: uuidv7(),
    unit: 0,
    orderNumber,
    memberId: null,
    gdsUid,
    passType,
    medium: 'card',
    holder: '',
    windowHours,
    purchasedAt: now,
    validUntil: validUntil(now),
    collectedAt: now,
  })
  return passUid
}

/** Gives a pass without a member to this member. Returns false when it has a member or was voided. */
export const adoptPass = async (
  tx: Tx,
  { passUid, memberId, holder }: { passUid: string; memberId: string; holder: string },
): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({ memberId, holder })
    .where(and(eq(pass.passUid, passUid), isNull(pass.memberId), isNull(pass.voided)))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Returns a member's card passes that were not voided, newest first. */
export const cardPassesOf = (db: Database, memberId: string): Promise<Pass[]> =>
  db
    .select()
    .from(pass)
    .where(and(eq(pass.memberId, memberId), eq(pass.medium, 'card'), isNull(pass.voided)))
    .orderBy(desc(pass.purchasedAt), pass.ordUid, pass.unit)

/** Records that the card of a pass was handed out at `now`. The caller holds the lock of the pass's row. */
export const collectPass = async (tx: Tx, passUid: string, now: number): Promise<void> => {
  await tx.update(pass).set({ collectedAt: now }).where(eq(pass.passUid, passUid))
}

/** Counts those of these passes whose card was never handed out. */
export const countUncollected = async (tx: Tx, passUids: string[]): Promise<number> => {
  const rows = await tx
    .select({ n: count() })
    .from(pass)
    .where(and(inArray(pass.passUid, passUids), isNull(pass.collectedAt)))
  return rows[0]?.n ?? 0
}
