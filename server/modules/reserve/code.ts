import { and, eq, gt } from 'drizzle-orm'
import type { VoucherCode } from '#contract/calls/vouchers.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Keys } from '#server/keys.ts'
import { codesOf, markShown, markUsed } from '#server/modules/goods/service.ts'
import { openCode } from '#server/modules/goodsCode/service.ts'
import { lockOrder } from '#server/modules/order/service.ts'
import { ownReservation } from './service.ts'

/** Returns the codes of a reservation as its member may see them: the text of one that was not shown is null. */
export const presentCodes = async (db: Database | Tx, keys: Keys, rsvtUid: string): Promise<VoucherCode[]> =>
  (await codesOf(db, rsvtUid)).map((row) => ({
    codeUid: row.codeUid,
    code: row.shownAt === null ? null : openCode(keys, row),
    expiresAt: row.expiresAt,
    shownAt: row.shownAt,
    usedAt: row.usedAt,
  }))

/**
 * Shows the codes of a paid reservation, which from then on cannot be cancelled for a refund. Repeatable. Throws
 * `E_NOT_FOUND`, also for another member's reservation and one without codes; `E_RESERVE_STATE` unless it is confirmed.
 */
export const showCodes = async (
  tx: Tx,
  keys: Keys,
  { rsvtUid, memberId, now }: { rsvtUid: string; memberId: string; now: number },
): Promise<VoucherCode[]> => {
  const { ordUid } = await ownReservation(tx, rsvtUid, memberId)
  // A cancellation takes the same lock, so a code is either shown or refunded.
  if (ordUid !== null) await lockOrder(tx, ordUid)
  if ((await ownReservation(tx, rsvtUid, memberId)).state !== 'confirmed') throw new Refusal('E_RESERVE_STATE')
  if ((await codesOf(tx, rsvtUid)).length === 0) throw new Refusal('E_NOT_FOUND')
  await markShown(tx, rsvtUid, now)
  await tx
    .update(reservation)
    .set({ cancelUntil: now })
    .where(and(eq(reservation.rsvtUid, rsvtUid), gt(reservation.cancelUntil, now)))
  return presentCodes(tx, keys, rsvtUid)
}

/**
 * Marks a shown code as used, once, for its member. Throws `E_NOT_FOUND`; `E_RESERVE_STATE` for a code that was not
 * shown, is used already, or belongs to no such reservation.
 */
export const spendCode = async (
  tx: Tx,
  keys: Keys,
  { rsvtUid, codeUid, memberId, now }: { rsvtUid: string; codeUid: string; memberId: string; now: number },
): Promise<VoucherCode[]> => {
  await ownReservation(tx, rsvtUid, memberId)
  if (!(await markUsed(tx, { rsvtUid, codeUid }, now))) throw new Refusal('E_RESERVE_STATE')
  return presentCodes(tx, keys, rsvtUid)
}
