import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { passState, type PassState } from '#contract/rules/passState.ts'
import { windowEnd } from '#contract/rules/passWindow.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { pass } from '#server/db/schema/pass.ts'
import { admissionsOf, rebound, type Pass } from './store.ts'

/**
 * Exclusive claims on a pass. A gift and a refund request each claim it by one conditional UPDATE of its row, and a
 * gate admits under that row's lock. So a pass is never given away, refunded and used at the same time.
 */

/** Returns the passes, each with its state at `now`. */
const withStates = async (
  db: Database | Tx,
  passes: Pass[],
  now: number,
): Promise<{ pass: Pass; state: PassState }[]> => {
  const activated = passes.filter(({ activatedAt }) => activatedAt !== null)
  const all = await admissionsOf(
    db,
    activated.map(({ passUid }) => passUid),
  )
  return passes.map((pass) => {
    const entries = all.filter(({ passUid }) => passUid === pass.passUid)
    return { pass, state: passState({ ...pass, type: pass.passType, entries }, now) }
  })
}

/** Returns a member's passes that can still be used, oldest first. */
export const livePassesOf = async (db: Database | Tx, memberId: string, now: number) => {
  const held = await db
    .select()
    .from(pass)
    .where(and(eq(pass.memberId, memberId), isNull(pass.voided)))
    .orderBy(asc(pass.purchasedAt), asc(pass.passUid))
  return (await withStates(db, held, now)).flatMap(({ pass: one, state }) => {
    if (state !== 'unused' && state !== 'in_use') return []
    const { passUid, passType, name, validUntil, activatedAt, windowHours } = one
    const expiresAt = activatedAt === null ? null : windowEnd(activatedAt, windowHours)
    return [{ passUid, passType, name, state, validUntil, expiresAt }]
  })
}

/** Returns the units of these orders in order of unit, each with its state at `now`. */
export const unitsOf = async (
  db: Database | Tx,
  ordUids: string[],
  now: number,
): Promise<{ pass: Pass; state: PassState }[]> => {
  if (ordUids.length === 0) return []
  const units = await db
    .select()
    .from(pass)
    .where(inArray(pass.ordUid, ordUids))
    .orderBy(asc(pass.ordUid), asc(pass.unit))
  return withStates(db, units, now)
}

/** Returns the units of an order and locks their rows until the transaction ends, always in order of their ids. */
export const lockUnits = (tx: Tx, ordUid: string): Promise<Pass[]> =>
  tx.select().from(pass).where(eq(pass.ordUid, ordUid)).orderBy(asc(pass.passUid)).for('update')

/** Returns one pass and locks its row until the transaction ends. */
export const lockPass = async (tx: Tx, passUid: string): Promise<Pass | undefined> => {
  const rows = await tx.select().from(pass).where(eq(pass.passUid, passUid)).for('update')
  return rows[0]
}

/** Neither entered with, nor used for a discount, nor voided: `isUsed` of the refund rules, as SQL. */
const isUnused = () => and(isNull(pass.activatedAt), isNull(pass.discountUsedAt), isNull(pass.voided))
/** Unused, and in no gift or refund request. */
const isFree = () => and(isUnused(), isNull(pass.giftUid), isNull(pass.refundUid))

/** Puts a free pass of this member into a gift. Returns false when it is not free, or is a card that was handed out. */
export const claimForGift = async (tx: Tx, passUid: string, memberId: string, giftUid: string): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({ giftUid })
    .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId), isNull(pass.collectedAt), isFree()))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Takes a pass out of its gift; it stays with its holder. */
export const leaveGift = async (tx: Tx, passUid: string, giftUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ giftUid: null })
    .where(and(eq(pass.passUid, passUid), eq(pass.giftUid, giftUid)))
}

/** Moves a pass to its new holder, unbound and with all codes void. Returns false when it was used or left the gift. */
export const movePass = async (
  tx: Tx,
  { passUid, giftUid, memberId, holder }: { passUid: string; giftUid: string; memberId: string; holder: string },
): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({
      memberId,
      holder,
      // The name was the giver's.
      name: null,
      giftUid: null,
      deviceUid: null,
      ...rebound,
    })
    .where(and(eq(pass.passUid, passUid), eq(pass.giftUid, giftUid), isUnused()))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Puts free units into a refund request and returns how many it claimed. */
export const claimForRefund = async (tx: Tx, passUids: string[], refundUid: string): Promise<number> => {
  const rows = await tx
    .update(pass)
    .set({ refundUid })
    .where(and(inArray(pass.passUid, passUids), isFree()))
    .returning({ passUid: pass.passUid })
  return rows.length
}

/** Voids the units of a request and returns how many. Skips units that were used. */
export const voidUnits = async (tx: Tx, refundUid: string): Promise<number> => {
  const rows = await tx
    .update(pass)
    .set({ voided: 'refund' })
    .where(and(eq(pass.refundUid, refundUid), isUnused()))
    .returning({ passUid: pass.passUid })
  return rows.length
}

/**
 * Frees the units of a denied request, so that their holder can use them again. One that a dispute blocked stays
 * blocked.
 */
export const restoreUnits = async (tx: Tx, refundUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ refundUid: null, voided: sql`case when ${pass.voided} = 'refund' then null else ${pass.voided} end` })
    .where(eq(pass.refundUid, refundUid))
}

/** Blocks every pass of an order whose charge was taken back; skips those that are already voided. */
export const blockUnits = async (tx: Tx, ordUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ voided: 'cancelled' })
    .where(and(eq(pass.ordUid, ordUid), isNull(pass.voided)))
}

/** Makes valid again the passes of an order that `blockUnits` blocked, because its charge was upheld. */
export const unblockUnits = async (tx: Tx, ordUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ voided: null })
    .where(and(eq(pass.ordUid, ordUid), eq(pass.voided, 'cancelled')))
}
