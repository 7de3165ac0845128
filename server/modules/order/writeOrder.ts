import { uuidv7 } from 'uuidv7'
import type { PAYMENT_METHODS, Quote } from '#contract/calls/pass.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Member, readMember } from '#server/modules/member/service.ts'
import { NUMBER_TRIES, readableNumber } from './orderNumber.ts'
import * as store from './store.ts'

/** How long after an order the server first asks the gateway about its payment. */
const FIRST_ASK_MS = 5_000

export type Buyer = Quote['buyer']

/** Returns what an order stores of its buyer. */
export const asBuyer = (member: Pick<Member, 'engNm' | 'engSurname' | 'email' | 'mobile'>): Buyer => ({
  name: `${member.engNm} ${member.engSurname}`,
  email: member.email,
  mobile: member.mobile,
})

/** Returns the member as a buyer. Throws `E_TOKEN` when the account no longer exists. */
export const buyerOf = async (db: Database | Tx, memberId: string): Promise<Buyer> => {
  const member = await readMember(db, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  return asBuyer(member)
}

/**
 * Writes the order of a quote with the key of its payment, or returns the existing one: a quote has one order. The
 * caller takes coupon, points and stock in the same transaction only when `isNew` is true.
 */
export const writeOrder = async (
  db: Database | Tx,
  quote: store.Quote,
  checkout: {
    method: (typeof PAYMENT_METHODS)[number]
    locale: Locale
    buyer: Buyer
    /** ms until which goods can be cancelled; null for passes, which get it when they are paid. */
    cancelUntil: number | null
    /** Where card passes are to be collected; null otherwise. */
    receiptPlaceUid?: string | null
    now: number
  },
): Promise<{ order: store.Order; isNew: boolean }> => {
  const { method, locale, buyer, cancelUntil, receiptPlaceUid = null, now } = checkout
  const { quotedAt: _, expiresAt: __, ...terms } = quote
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const row: store.Order = {
      ordUid: uuidv7(),
      ...terms,
      orderNumber: readableNumber('HP', now),
      state: 'pending',
      reason: null,
      method,
      locale,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      buyerMobile: buyer.mobile,
      receiptPlaceUid,
      paymentKey: uuidv7(),
      payUrl: null,
      orderedAt: now,
      chargeAt: null,
      paidAt: null,
      cancelUntil,
      closedAt: null,
      refunded: 0,
      disputedAt: null,
    }
    const placed = await store.insertOrder(db, row, now + FIRST_ASK_MS)
    if (placed) return { order: placed, isNew: true }
    const before = await store.findByQuote(db, quote.quoteUid)
    if (before) return { order: before, isNew: false }
  }
  throw new Error('no free order number')
}
