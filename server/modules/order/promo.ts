import { HOLDS_MAX } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { whileGuessing } from '#server/modules/session/service.ts'
import * as store from './promo.store.ts'
import type { Order } from './store.ts'

/**
 * Promotion codes. An order that is pending or paid uses its code once; one that is declined or cancelled frees it, by
 * its state alone. A refund frees nothing.
 */

/** `E_PROMO_CODE` for a code that exists and is valid, but is used up: whoever types it does not guess. */
class PromoCodeSpent extends Refusal {
  constructor() {
    super('E_PROMO_CODE')
  }
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'E_PROMO_CODE' && !(error instanceof PromoCodeSpent)

/**
 * Runs `work`, which checks the member's `promoCode`, if there is one. Codes that are unknown or not valid now count as
 * wrong guesses, those that are used up do not. Throws `E_THROTTLED` after too many wrong ones (security 8.11).
 */
export const whileGuessingCode = <T>(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  { promoCode, memberId }: { promoCode: string | undefined; memberId: string },
  work: () => Promise<T>,
): Promise<T> =>
  promoCode?.trim() ? whileGuessing(deps, { what: 'promoCode', memberId, isWrong: isWrongCode }, work) : work()

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
 * Returns the percentage of a promotion that this member can use at `now` (ms UTC); undefined for a code that is unknown
 * or not valid. Throws `E_PROMO_CODE` for one that is used up.
 */
export const promoPercent = async (
  db: Database | Tx,
  code: string,
  memberId: string,
  now: number,
): Promise<number | undefined> => {
  const promo = await store.findCode(db, code)
  if (!promo || promo.startsAt > now || (promo.endsAt !== null && promo.endsAt <= now)) return undefined
  if (!(await hasRoom(db, promo, memberId, 1))) throw new PromoCodeSpent()
  return promo.percent
}

/**
 * Checks in the transaction that has written an order that its code has not more uses than it may have, and that the
 * member holds at most `HOLDS_MAX` unpaid ones of a code that all members share: one account must not hold them all.
 * Concurrent orders with one code wait for each other. Throws `E_PROMO_CODE`, `E_HOLDS`.
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
  const isShared = promo !== undefined && promo.usesMax !== null
  if (isShared && (await store.countUses(tx, promoCode, memberId, ['pending'])) > HOLDS_MAX)
    throw new Refusal('E_HOLDS')
  if (promo && !(await hasRoom(tx, promo, memberId, 0))) throw new PromoCodeSpent()
}
