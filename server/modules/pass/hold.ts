import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { passState, type PassState } from '#contract/rules/passState.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { pass } from '#server/db/schema/pass.ts'
import { admissionsOf, rebound, type Pass } from './store.ts'

/**
 * A pass in one hand at a time. A gift and a request for a refund each claim it by one conditional UPDATE of its row, a
 * gate admits under the same row's lock; so it is never given away, given back and used at once.
 */

/** Units of these orders, by unit, each with its state at `now`. */
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
  const begun = units.filter(({ activatedAt }) => activatedAt !== null)
  const all = await admissionsOf(
    db,
    begun.map(({ passUid }) => passUid),
  )
  return units.map((unit) => {
    const entries = all.filter(({ passUid }) => passUid === unit.passUid)
    return { pass: unit, state: passState({ ...unit, type: unit.passType, entries }, now) }
  })
}

/** The same, held until the transaction ends; always in the order of their ids. */
export const lockUnits = (tx: Tx, ordUid: string): Promise<Pass[]> =>
  tx.select().from(pass).where(eq(pass.ordUid, ordUid)).orderBy(asc(pass.passUid)).for('update')

/** One pass, held until the transaction ends. */
export const lockPass = async (tx: Tx, passUid: string): Promise<Pass | undefined> => {
  const rows = await tx.select().from(pass).where(eq(pass.passUid, passUid)).for('update')
  return rows[0]
}

/** In nobody's hand: not begun, not taken back, in no gift and in no request. */
const isFree = () => and(isNull(pass.activatedAt), isNull(pass.voided), isNull(pass.giftUid), isNull(pass.refundUid))

/** Puts a free pass of this member into a gift; false when it is not free any more, or a card that was handed out. */
export const claimForGift = async (tx: Tx, passUid: string, memberId: string, giftUid: string): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({ giftUid })
    .where(and(eq(pass.passUid, passUid), eq(pass.memberId, memberId), isNull(pass.collectedAt), isFree()))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Takes a pass out of the gift it lies in: it stays with its holder. */
export const leaveGift = async (tx: Tx, passUid: string, giftUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ giftUid: null })
    .where(and(eq(pass.passUid, passUid), eq(pass.giftUid, giftUid)))
}

/** Moves a pass to its new holder. No phone shows it, and every code that was handed out is void. */
export const movePass = async (
  tx: Tx,
  { passUid, giftUid, memberId, holder }: { passUid: string; giftUid: string; memberId: string; holder: string },
): Promise<boolean> => {
  const rows = await tx
    .update(pass)
    .set({
      memberId,
      holder,
      // It was what the giver called it.
      name: null,
      giftUid: null,
      deviceUid: null,
      ...rebound,
    })
    .where(and(eq(pass.passUid, passUid), eq(pass.giftUid, giftUid), isNull(pass.activatedAt), isNull(pass.voided)))
    .returning({ passUid: pass.passUid })
  return rows.length === 1
}

/** Puts free units into a request for a refund; how many it got. */
export const claimForRefund = async (tx: Tx, passUids: string[], refundUid: string): Promise<number> => {
  const rows = await tx
    .update(pass)
    .set({ refundUid })
    .where(and(inArray(pass.passUid, passUids), isFree()))
    .returning({ passUid: pass.passUid })
  return rows.length
}

/** Takes the units of a request out of use; how many there were. A unit that was begun stays as it is. */
export const voidUnits = async (tx: Tx, refundUid: string): Promise<number> => {
  const rows = await tx
    .update(pass)
    .set({ voided: 'refund' })
    .where(and(eq(pass.refundUid, refundUid), isNull(pass.activatedAt), isNull(pass.voided)))
    .returning({ passUid: pass.passUid })
  return rows.length
}

/** Gives the units of a denied request back to their holder. */
export const restoreUnits = async (tx: Tx, refundUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ refundUid: null, voided: sql`case when ${pass.voided} = 'refund' then null else ${pass.voided} end` })
    .where(eq(pass.refundUid, refundUid))
}

/** Blocks every pass of an order whose payment was taken back; what was given back already stays so. */
export const blockUnits = async (tx: Tx, ordUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ voided: 'cancelled' })
    .where(and(eq(pass.ordUid, ordUid), isNull(pass.voided)))
}

/** Ends the block. */
export const unblockUnits = async (tx: Tx, ordUid: string): Promise<void> => {
  await tx
    .update(pass)
    .set({ voided: null })
    .where(and(eq(pass.ordUid, ordUid), eq(pass.voided, 'cancelled')))
}
