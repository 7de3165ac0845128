import { uuidv7 } from 'uuidv7'
import { PAYMENT_METHODS, type Quote } from '#contract/calls/pass.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { CANCEL_DAYS, QUOTE_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { priceOf } from '#contract/rules/price.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { maySell, productOf } from '#server/modules/catalogue/service.ts'
import { fitCoupons, type Payable } from '#server/modules/coupon/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import { isShort } from '#server/modules/stock/service.ts'
import { promoPercent } from './promo.ts'
import { buyerOf } from './writeOrder.ts'
import * as store from './store.ts'

/** What a caller wants to buy. `price` and `isPay` are what the caller expects; the server checks them. */
export interface QuoteInput {
  gdsDtlUid: string
  passCnt: number
  couponUid?: string | undefined
  promoCode?: string | undefined
  /** Points to spend. */
  points?: number | undefined
  /** KRW before any discount code: units × the price shown. */
  price?: number | undefined
  isPay?: 'Y' | 'N' | undefined
}

/** Caller, time and language. */
interface QuoteContext {
  memberId: string
  now: number
  locale: Locale
  config: Pick<Config, 'payment' | 'points'>
}

/** Returns a pass order in the form that coupon rules take. */
export const payableOf = (gdsDtlUid: string, amount: number): Payable => ({
  kind: 'pass',
  gdsDtlUid,
  gdsTycd: GOODS_TYPE.pass,
  amount,
})

/**
 * Returns the discount: the `percent` of a promotion code, or the `off` (KRW) of one of the fitting `coupons`; 0 where
 * nothing applies. Throws `E_ONE_DISCOUNT` for both; `E_PROMO_CODE` for a code that is unknown, not valid now, or used up;
 * `E_COUPON` for a coupon that does not fit.
 */
export const discountOf = async (
  tx: Tx,
  { couponUid, promoCode }: { couponUid: string | undefined; promoCode: string | null },
  coupons: Quote['coupons'],
  { memberId, now }: { memberId: string; now: number },
): Promise<{ percent: number; off: number }> => {
  if (couponUid !== undefined && promoCode) throw new Refusal('E_ONE_DISCOUNT')
  const percent = promoCode ? await promoPercent(tx, promoCode, memberId, now) : 0
  if (percent === undefined) throw new Refusal('E_PROMO_CODE')
  if (couponUid === undefined) return { percent, off: 0 }
  const chosen = coupons.find((coupon) => coupon.couponUid === couponUid)
  if (!chosen) throw new Refusal('E_COUPON')
  return { percent: 0, off: chosen.discount }
}

/**
 * Prices an order and fixes that price for half an hour (spec 3.29, 3.30, 4.9). Takes no coupon, points or stock.
 * Throws `E_NOT_FOUND`, `E_NOT_ON_SALE`, `E_SOLD_OUT`, `E_ONE_DISCOUNT`, `E_COUPON`, `E_PROMO_CODE`, `E_POINTS`,
 * `E_PRICE_CHANGED`.
 */
export const quoteOrder = async (
  tx: Tx,
  wanted: QuoteInput,
  { memberId, now, locale, config }: QuoteContext,
): Promise<Quote> => {
  const product = await productOf(tx, wanted.gdsDtlUid)
  if (!product) throw new Refusal('E_NOT_FOUND')
  if (!maySell({ ...product, isSample: product.doc.sample }, config)) throw new Refusal('E_NOT_ON_SALE')
  const { gdsUid, gdsDtlUid, passType, medium, windowHours } = product
  const { passCnt, points = 0 } = wanted
  if (product.soldOut || (await isShort(tx, gdsDtlUid, passCnt, { counted: medium === 'card' })))
    throw new Refusal('E_SOLD_OUT')

  const sum = product.price * passCnt
  const promoCode = wanted.promoCode?.trim().toUpperCase() || null
  const coupons = await fitCoupons(tx, memberId, payableOf(gdsDtlUid, sum), now, locale)
  const { percent, off } = await discountOf(tx, { couponUid: wanted.couponUid, promoCode }, coupons, { memberId, now })
  const priced = priceOf({ price: product.price, discounted: null }, passCnt, percent)
  const payable = priced.amount - off
  const pointsUsable = config.points.spend ? Math.min(await balanceOf(tx, memberId, now), payable) : 0
  if (points > pointsUsable) throw new Refusal('E_POINTS')
  const amount = payable - points
  const isPay = amount > 0 ? 'Y' : 'N'
  if ((wanted.price ?? sum) !== sum || (wanted.isPay ?? isPay) !== isPay) throw new Refusal('E_PRICE_CHANGED')

  const quote = {
    quoteUid: uuidv7(),
    gdsUid,
    gdsDtlUid,
    passType,
    medium,
    passCnt,
    unitPrice: priced.unitPrice,
    discount: priced.discount + off,
    points,
    amount,
    couponUid: wanted.couponUid ?? null,
    windowHours,
    cancelDays: CANCEL_DAYS,
    expiresAt: now + QUOTE_TTL_MS,
  }
  const buyer = await buyerOf(tx, memberId)
  await store.insertQuote(tx, {
    ...quote,
    memberId,
    kind: 'pass',
    priceSn: null,
    promoCode,
    cartUid: null,
    quotedAt: now,
  })
  return { ...quote, coupons, pointsUsable, methods: [...PAYMENT_METHODS], buyer }
}
