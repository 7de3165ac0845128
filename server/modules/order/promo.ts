import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as store from './promo.store.ts'
import type { Order } from './store.ts'

/**
 * Promotion codes. An order that is pending or paid uses its code once; one that is declined or cancelled frees it, by
 * its state alone. A refund frees nothing.
 */

type Limits = Pick<store.PromoCode, 'code' | 'usesMax' | 'memberUsesMax'>

/** Returns whether a code has room for this member after `further` orders that are not counted yet. */
const hasRoom = async (
  db: Database | Tx,
  { code, usesMax, memberUsesMax }: Limits,
  memberId: string,
  further: 0 | 1,
): Promise<boolean> => {
  if (memberUsesMax !== null && (await store.countUses(db, code, memberId)) + further > memberUsesMax) return false
  return usesMax === null || (await store.countUses(db, code)) + further <= usesMax
}

/**
 * Returns the percentage of a promotion that this member can use at `now` (ms UTC); undefined for an unknown code, and
 * for one that is not valid or used up.
 */
export const promoPercent = async (
  db: Database | Tx,
  code: string,
  memberId: string,
  now: number,
): Promise<number | undefined> => {
  const promo = await store.findCode(db, code)
  if (!promo || promo.startsAt > now || (promo.endsAt !== null && promo.endsAt <= now)) return undefined
  return (await hasRoom(db, promo, memberId, 1)) ? promo.percent : undefined
}

/**
 * Checks in the transaction that has written an order that its code has not more uses than it may have. Concurrent
 * orders with one code wait for each other. Throws `E_PROMO_CODE`.
 */
export const takePromoUse = async (
  tx: Tx,
  { promoCode, memberId }: Pick<Order, 'promoCode' | 'memberId'>,
): Promise<void> => {
  if (promoCode === null) return
  const unlocked = await store.findCode(tx, promoCode)
  // A code without limits is not locked: its orders need not wait for each other.
  if (!unlocked || (unlocked.usesMax === null && unlocked.memberUsesMax === null)) return
  // A statement of its own: the count after it sees what the transactions before have committed.
  const promo = await store.lockCode(tx, promoCode)
  if (promo && !(await hasRoom(tx, promo, memberId, 0))) throw new Refusal('E_PROMO_CODE')
}
