import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { validUntil } from '#contract/rules/passWindow.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { product } from '#server/db/schema/catalogue.ts'
import { pass } from '#server/db/schema/pass.ts'
import type { Pass } from './store.ts'

/** The pass of a card that was sold over the counter: nobody's until it is registered, and good at gates at once. */
export const issueCounterPass = async (
  tx: Tx,
  { gdsUid, passType, windowHours }: Pick<typeof product.$inferSelect, 'gdsUid' | 'passType' | 'windowHours'>,
  orderNumber: string,
  now: number,
): Promise<string> => {
  const passUid = uuidv7()
  await tx.insert(pass).values({
    passUid,
    // Each sale over the counter is one of its own, which the till knows and we do not.
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

/** nobody → this member; false when it is somebody's, or was taken back. */
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

/** A member's card passes that were not taken back, newest first. */
export const cardPassesOf = (db: Database, memberId: string): Promise<Pass[]> =>
  db
    .select()
    .from(pass)
    .where(and(eq(pass.memberId, memberId), eq(pass.medium, 'card'), isNull(pass.voided)))
    .orderBy(desc(pass.purchasedAt), pass.ordUid, pass.unit)

/** Notes on a locked pass that its card was handed out. */
export const collectPass = async (tx: Tx, passUid: string, now: number): Promise<void> => {
  await tx.update(pass).set({ collectedAt: now }).where(eq(pass.passUid, passUid))
}

/** How many of these passes were never handed out as a card. */
export const countUncollected = async (tx: Tx, passUids: string[]): Promise<number> => {
  const rows = await tx
    .select({ n: count() })
    .from(pass)
    .where(and(inArray(pass.passUid, passUids), isNull(pass.collectedAt)))
  return rows[0]?.n ?? 0
}
