import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { type Order, PAYMENT_METHODS, type Quote } from '#contract/calls/pass.ts'
import { CANCEL_DAYS, QUOTE_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { priceOf } from '#contract/rules/price.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps, Job } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { readMember } from '#server/modules/member/service.ts'
import { GatewayRefused, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { reconcile, settle, trySettle } from './settle.ts'
import * as store from './store.ts'

export { seedPromoCodes } from './seed.ts'
export { settle, trySettle }

const KST_MS = 9 * 3_600_000
const DAY_MS = 86_400_000

/** What a caller wants to buy. `price` and `isPay` are claims about it. */
export interface Wanted {
  gdsDtlUid: string
  passCnt: number
  couponUid?: string | undefined
  promoCode?: string | undefined
  /** KRW before any discount code: units × the price shown. */
  price?: number | undefined
  isPay?: 'Y' | 'N' | undefined
}

const buyerOf = async (db: Database | Tx, memberId: string): Promise<Quote['buyer']> => {
  const member = await readMember(db, memberId)
  if (!member) throw new Refusal('E_TOKEN')
  return { name: `${member.engNm} ${member.engSurname}`, email: member.email, mobile: member.mobile }
}

/**
 * Prices an order and holds the price for half an hour (specification 3, 5). Throws `E_NOT_FOUND`, `E_NOT_ON_SALE`,
 * `E_SOLD_OUT`, `E_ONE_DISCOUNT`, `E_COUPON`, `E_PROMO_CODE`, `E_PRICE_CHANGED`.
 */
export const quoteOrder = async (tx: Tx, wanted: Wanted, memberId: string, now: number): Promise<Quote> => {
  const product = await productOf(tx, wanted.gdsDtlUid)
  if (!product) throw new Refusal('E_NOT_FOUND')
  if (!product.onSale) throw new Refusal('E_NOT_ON_SALE')
  if (product.soldOut) throw new Refusal('E_SOLD_OUT')
  const promoCode = wanted.promoCode?.trim().toUpperCase() || null
  if (wanted.couponUid !== undefined && promoCode) throw new Refusal('E_ONE_DISCOUNT')
  // No coupon has been issued to anybody yet.
  if (wanted.couponUid !== undefined) throw new Refusal('E_COUPON')
  const percent = promoCode ? await store.promoPercent(tx, promoCode, now) : 0
  if (percent === undefined) throw new Refusal('E_PROMO_CODE')
  const priced = priceOf({ price: product.price, discounted: null }, wanted.passCnt, percent)
  const claimsHold =
    (wanted.price ?? priced.unitPrice * wanted.passCnt) === priced.unitPrice * wanted.passCnt &&
    (wanted.isPay ?? (priced.amount > 0 ? 'Y' : 'N')) === (priced.amount > 0 ? 'Y' : 'N')
  if (!claimsHold) throw new Refusal('E_PRICE_CHANGED')

  const { gdsUid, gdsDtlUid, passType, medium, windowHours } = product
  const buyer = await buyerOf(tx, memberId)
  const row: store.Quote = {
    quoteUid: uuidv7(),
    memberId,
    gdsUid,
    gdsDtlUid,
    passType,
    medium,
    passCnt: wanted.passCnt,
    ...priced,
    promoCode,
    windowHours,
    cancelDays: CANCEL_DAYS,
    quotedAt: now,
    expiresAt: now + QUOTE_TTL_MS,
  }
  await store.insertQuote(tx, row)
  const { memberId: _, medium: __, promoCode: ___, quotedAt: ____, ...shown } = row
  return { ...shown, methods: [...PAYMENT_METHODS], buyer }
}

const shown = (row: store.Order): Order => ({
  ordUid: row.ordUid,
  orderNumber: row.orderNumber,
  state: row.state,
  reason: row.reason,
  gdsUid: row.gdsUid,
  passType: row.passType,
  passCnt: row.passCnt,
  amount: row.amount,
  orderedAt: row.orderedAt,
  paidAt: row.paidAt,
  cancelUntil: row.cancelUntil,
  payUrl: row.state === 'pending' ? row.payUrl : null,
})

/** No 0, O, 1, I, L: it is read over the phone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const NUMBER_TRIES = 8

/** HP-261121-7F3A, by the day in Korea. */
const orderNumber = (now: number): string => {
  const day = new Date(now + KST_MS).toISOString().slice(2, 10).replaceAll('-', '')
  return `HP-${day}-${Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')}`
}

export interface Purchase {
  quoteUid: string
  method?: string | undefined
  agreeYn: 'Y' | 'N'
}

/**
 * Writes the order of a quote with the key of its payment, or finds it: one quote is one order.
 * Throws `E_AGREEMENT_REQUIRED`, `E_PAYMENT_METHOD`, `E_NOT_FOUND`, `E_QUOTE_EXPIRED`, `E_NOT_ON_SALE`, `E_SOLD_OUT`.
 */
export const placeOrder = async (
  tx: Tx,
  { quoteUid, method: wanted, agreeYn }: Purchase,
  { memberId, locale, now }: { memberId: string; locale: Locale; now: number },
): Promise<Order> => {
  if (agreeYn !== 'Y') throw new Refusal('E_AGREEMENT_REQUIRED')
  const method = PAYMENT_METHODS.find((offered) => offered === wanted)
  if (!method) throw new Refusal('E_PAYMENT_METHOD')
  const quote = await store.findQuote(tx, quoteUid, memberId)
  if (!quote) throw new Refusal('E_NOT_FOUND')
  const before = await store.findByQuote(tx, quoteUid)
  if (before) return shown(before)
  if (now >= quote.expiresAt) throw new Refusal('E_QUOTE_EXPIRED')
  const product = await productOf(tx, quote.gdsDtlUid)
  if (!product?.onSale) throw new Refusal('E_NOT_ON_SALE')
  if (product.soldOut) throw new Refusal('E_SOLD_OUT')

  const buyer = await buyerOf(tx, memberId)
  const { quotedAt: _, expiresAt: __, ...terms } = quote
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const placed = await store.insertOrder(tx, {
      ordUid: uuidv7(),
      ...terms,
      orderNumber: orderNumber(now),
      state: 'pending',
      reason: null,
      method,
      locale,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      buyerMobile: buyer.mobile,
      paymentKey: uuidv7(),
      payUrl: null,
      orderedAt: now,
      chargeAt: null,
      paidAt: null,
      cancelUntil: null,
      closedAt: null,
    })
    if (placed) await store.insertJob(tx, placed.ordUid, now + 5_000)
    const order = placed ?? (await store.findByQuote(tx, quoteUid))
    if (order) return shown(order)
  }
  throw new Error('no free order number')
}

/** Opens the payment of a pending order at the gateway; asking again finds it. Throws `E_GATEWAY`. */
export const openPayment = async (deps: Deps, ordUid: string): Promise<Order> => {
  const row = await store.findOrder(deps.db, ordUid)
  if (!row) throw new Refusal('E_NOT_FOUND')
  if (row.state !== 'pending' || row.payUrl) return shown(row)
  const { publicUrl } = deps.config
  const name = (await productOf(deps.db, row.gdsDtlUid))?.doc.name[row.locale] ?? row.passType
  try {
    const { payUrl } = await deps.payment.prepare({
      key: row.paymentKey,
      amount: row.amount,
      orderNumber: row.orderNumber,
      orderName: `${name} × ${row.passCnt}`,
      method: row.method,
      locale: row.locale,
      returnUrl: `${publicUrl}/api/v1/payment/return?ordUid=${ordUid}`,
      webhookUrl: `${publicUrl}/api/v1/payment/webhook`,
    })
    await store.setPayUrl(deps.db, ordUid, payUrl)
    return shown({ ...row, payUrl })
  } catch (error) {
    if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error
    deps.log.warn({ order: ordUid, reason: error.message }, 'a payment could not be opened')
    throw new Refusal('E_GATEWAY')
  }
}

/** The member's own order, settled first while it is pending. Throws `E_NOT_FOUND`, for another's too. */
export const readOrder = async (deps: Deps, ordUid: string, memberId: string): Promise<Order> => {
  const row = await store.findOrder(deps.db, ordUid)
  if (row?.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  return shown(row.state === 'pending' ? ((await trySettle(deps, ordUid)) ?? row) : row)
}

/** Notes what was heard of a payment and from whom, and settles. An unknown order is nothing. */
export const heard = async (deps: Deps, ordUid: string, source: store.Source, result: string): Promise<void> => {
  if (!(await store.findOrder(deps.db, ordUid))) return
  await store.log(deps.db, ordUid, source, result, deps.clock())
  await trySettle(deps, ordUid)
}

/** A signed message about a payment: settled before it is acknowledged. Throws when it could not be. */
export const heardOfPayment = async (deps: Deps, paymentKey: string): Promise<void> => {
  const row = await store.findByPaymentKey(deps.db, paymentKey)
  if (!row) return
  await store.log(deps.db, row.ordUid, 'webhook', 'message', deps.clock())
  await settle(deps, row.ordUid)
}

export const jobs: Job[] = [
  { name: 'payments', everyMs: 1_000, run: reconcile },
  { name: 'quotes', everyMs: 3_600_000, run: ({ db, clock }) => store.forgetQuotes(db, clock() - DAY_MS) },
]
