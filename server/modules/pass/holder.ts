import { and, asc, eq, isNull } from 'drizzle-orm'
import { isNameFixedBy, passState } from '#contract/rules/passState.ts'
import { isUsed } from '#contract/rules/refund.ts'
import type { Tx } from '#server/db/connect.ts'
import { pass } from '#server/db/schema/pass.ts'
import { admissionsOf } from './store.ts'

/**
 * Puts a corrected name on the member's unused passes. Returns false, and changes nothing, while a used pass is still
 * live: its code must not pass to another person under a new name. Gates admit under the same row locks, so a first
 * entry either is visible here or happens under the new name.
 */
export const renameHolder = async (tx: Tx, memberId: string, holder: string, now: number): Promise<boolean> => {
  const ofMember = and(eq(pass.memberId, memberId), isNull(pass.voided))
  const held = await tx.select().from(pass).where(ofMember).orderBy(asc(pass.passUid)).for('update')
  const used = held.filter(isUsed)
  const all = await admissionsOf(
    tx,
    used.map(({ passUid }) => passUid),
  )
  const isInUse = used.some((one) => {
    const entries = all.filter(({ passUid }) => passUid === one.passUid)
    return isNameFixedBy({ ...one, state: passState({ ...one, type: one.passType, entries }, now) })
  })
  if (isInUse) return false
  await tx
    .update(pass)
    .set({ holder })
    .where(and(ofMember, isNull(pass.activatedAt), isNull(pass.discountUsedAt)))
  return true
}
