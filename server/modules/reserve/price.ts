import { uuidv7 } from 'uuidv7'
import type { FittingCoupon } from '#contract/calls/coupon.ts'
import type { GoodsQuote } from '#contract/calls/reserve.ts'
import { QUOTE_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { priceOf } from '#contract/rules/price.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isSaleStopped, maySell } from '#server/modules/catalogue/service.ts'
import { fitCoupons, type Payable } from '#server/modules/coupon/service.ts'
import {
  cancelDaysOf,
  findOption,
  spanOf,
  unitPricesOf,
  vacanciesOf,
  type Goods,
  type Option,
} from '#server/modules/goods/service.ts'
import { discountOf, insertQuote, lastGoodsQuote, type QuoteRow } from '#server/modules/order/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import { leftForMember, ownHolds } from './ownHolds.ts'

/** Returns an option that can be sold, with its goods. Throws `E_NOT_FOUND`, `E_NOT_ON_SALE`. */
export const requireOption = async (
  db: Database | Tx,
  gdsDtlUid: string,
  config: Pick<Config, 'payment'>,
): Promise<{ goods: Goods; option: Option }> => {
  const offer = await findOption(db, gdsDtlUid)
  if (!offer) throw new Refusal('E_NOT_FOUND')
  const { goods, option } = offer
  const state = {
    onSale: goods.onSale && option.onSale,
    isSample: goods.doc.sample,
    isStopped: await isSaleStopped(db),
  }
  if (!maySell(state, config)) throw new Refusal('E_NOT_ON_SALE')
  return offer
}

/**
 * Lists the hotels with a free room for a stay (`20261201-20261203`), as `/reserve/vacancy` returns them; none while
 * sales are stopped. What `memberId` (null: a guest) holds without an order counts as free. Throws `E_RESERVE_DATE` for
 * days that are not on sale.
 */
export const listVacancies = async (
  db: Database,
  priceSn: string,
  { memberId, now, config }: { memberId: string | null; now: number; config: Pick<Config, 'payment'> },
) => {
  const isStopped = await isSaleStopped(db)
  const list = await vacanciesOf(db, priceSn, {
    now,
    without: await ownHolds(db, memberId, { now }),
    maySell: ({ onSale, doc }) => maySell({ onSale, isSample: doc.sample, isStopped }, config),
  })
  if (!list) throw new Refusal('E_RESERVE_DATE')
  return list
}

/** Caller, time and language, and the gateway that would take the payment. */
export interface PriceContext {
  memberId: string
  now: number
  locale: Locale
  config: Pick<Config, 'payment'>
}

export interface GoodsQuoteInput {
  goodsDtlId: string
  goodsCnt: number
  priceSn: string
  /** What the caller expects to pay for all units, KRW. */
  price?: number | undefined
}

/**
 * Prices `goodsCnt` units of what `priceSn` names and fixes that price for half an hour; reserves nothing (spec 7.31,
 * `/reserve/goods-info`). What the member holds without an order counts as left. Throws `E_NOT_FOUND`, `E_NOT_ON_SALE`, `E_RESERVE_DATE`, `E_NO_ROOM`,
 * `E_PRICE_CHANGED`.
 */
export const quoteGoods = async (
  tx: Tx,
  { goodsDtlId, goodsCnt, priceSn, price }: GoodsQuoteInput,
  { memberId, now, locale, config }: PriceContext,
): Promise<GoodsQuote> => {
  const { goods, option } = await requireOption(tx, goodsDtlId, config)
  const span = spanOf(goods, option, priceSn, now)
  if (!span) throw new Refusal('E_RESERVE_DATE')
  const unitsLeft = await leftForMember(tx, { memberId, option, span, now })
  if (unitsLeft < goodsCnt) throw new Refusal('E_NO_ROOM')
  const nights = span.slots.length
  const unitPrices = unitPricesOf({ goods, option }, priceSn)
  const sum = unitPrices.reduce((total, each) => total + each, 0)
  const nightPrices = goods.doc.type === 'hotel' ? unitPrices : null
  const priced = priceOf({ price: sum, discounted: null }, goodsCnt)
  if ((price ?? priced.amount) !== priced.amount) throw new Refusal('E_PRICE_CHANGED')
  const quoteUid = uuidv7()
  const expiresAt = now + QUOTE_TTL_MS
  const cancelDays = cancelDaysOf(goods)
  const { gdsUid, gdsTycd } = goods
  await insertQuote(tx, {
    quoteUid,
    memberId,
    kind: 'goods',
    gdsUid,
    gdsDtlUid: goodsDtlId,
    passType: null,
    medium: null,
    windowHours: null,
    priceSn,
    nightPrices,
    passCnt: goodsCnt,
    ...priced,
    points: 0,
    couponUid: null,
    promoCode: null,
    cartUid: null,
    cancelDays,
    quotedAt: now,
    expiresAt,
  })
  return {
    quoteUid,
    gdsUid,
    gdsTycd,
    goodsDtlId,
    goodsNm: goods.doc.name[locale],
    optionNm: option.doc.name[locale],
    priceSn,
    goodsCnt,
    nights,
    unitPrice: priced.unitPrice,
    ...(nightPrices && { nightPrices }),
    amount: priced.amount,
    left: unitsLeft,
    startsAt: span.startsAt,
    endsAt: span.endsAt,
    cancelUntil: span.cancelUntil,
    cancelDays,
    confirmation: option.confirmation,
    expiresAt,
  }
}

/** Returns a reservation in the form that coupon rules take. */
export const payableOf = (gdsTycd: string, gdsDtlUid: string, amount: number): Payable => ({
  kind: 'reserve',
  gdsDtlUid,
  gdsTycd,
  amount,
})

/**
 * Returns the coupons that fit an option, for the amount of the member's newest unexpired quote, else the price of one
 * unit. Throws `E_NOT_FOUND`, `E_NOT_ON_SALE`.
 */
export const couponsFor = async (db: Database, gdsDtlUid: string, { memberId, now, locale, config }: PriceContext) => {
  const { goods, option } = await requireOption(db, gdsDtlUid, config)
  const priced = await lastGoodsQuote(db, { memberId, gdsDtlUid, now })
  const amount = priced ? priced.unitPrice * priced.passCnt : option.price
  return { amount, list: await fitCoupons(db, memberId, payableOf(goods.gdsTycd, gdsDtlUid, amount), now, locale) }
}

/** Discounts that the member asks for. */
export interface Discounts {
  couponUid?: string | undefined
  promoCode?: string | undefined
  points?: number | undefined
}

/** What a reservation costs, in KRW: `sum` before the discounts, `amount` to pay after all of them. */
export interface Bill {
  sum: number
  discount: number
  points: number
  amount: number
  couponUid: string | null
  promoCode: string | null
  coupons: FittingCoupon[]
  pointsUsable: number
}

/** Prices a reservation with its discounts. Throws `E_ONE_DISCOUNT`, `E_COUPON`, `E_PROMO_CODE`, `E_POINTS`. */
export const billOf = async (
  tx: Tx,
  quote: QuoteRow,
  gdsTycd: string,
  less: Discounts,
  { memberId, now, locale, config }: { memberId: string; now: number; locale: Locale; config: Config['points'] },
): Promise<Bill> => {
  const sum = quote.unitPrice * quote.passCnt
  const { couponUid, points = 0 } = less
  const promoCode = less.promoCode?.trim().toUpperCase() || null
  const coupons = await fitCoupons(tx, memberId, payableOf(gdsTycd, quote.gdsDtlUid, sum), now, locale)
  const { percent, off } = await discountOf(tx, { couponUid, promoCode }, coupons, { memberId, now })
  const discount = priceOf({ price: quote.unitPrice, discounted: null }, quote.passCnt, percent).discount + off
  const pointsUsable = config.spend ? Math.min(await balanceOf(tx, memberId, now), sum - discount) : 0
  if (points > pointsUsable) throw new Refusal('E_POINTS')
  return {
    sum,
    discount,
    points,
    amount: sum - discount - points,
    couponUid: couponUid ?? null,
    promoCode,
    coupons,
    pointsUsable,
  }
}
