import { uuidv7 } from 'uuidv7'
import type { CartQuote, WantedLine } from '#contract/calls/cart.ts'
import { PAYMENT_METHODS } from '#contract/calls/pass.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { QUOTE_TTL_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { billCartLines, type CartProblem } from '#contract/rules/cart.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { couponCovers, fitCoupons, type Payable } from '#server/modules/coupon/service.ts'
import {
  buyerOf,
  discountOf,
  insertQuote,
  payableOfPasses,
  putIntoCart,
  quoteOrder,
} from '#server/modules/order/service.ts'
import { balanceOf } from '#server/modules/point/service.ts'
import { payableOfGoods, quoteGoods } from '#server/modules/reserve/service.ts'

/** Caller, time and language, and the settings that prices depend on. */
export interface CartContext {
  memberId: string
  now: number
  locale: Locale
  config: Pick<Config, 'payment' | 'points'>
}

export interface CartInput {
  lines: WantedLine[]
  couponUid?: string | undefined
  promoCode?: string | undefined
  /** Points to spend. */
  points?: number | undefined
}

/** A line as it stands today: priced, or with the reason why it cannot be bought. */
type Priced = { kind: 'pass' | 'goods'; wanted: WantedLine } & (
  | { quoteUid: string; unitPrice: number; payable: Payable; problem: 'price' | null }
  | { quoteUid: null; problem: CartProblem }
)

const PROBLEMS: Partial<Record<ErrorCode, CartProblem>> = {
  E_NOT_FOUND: 'not_offered',
  E_NOT_ON_SALE: 'not_offered',
  E_SOLD_OUT: 'sold_out',
  E_NO_ROOM: 'sold_out',
  E_RESERVE_DATE: 'date',
}

const quoteLine = async (tx: Tx, { gdsDtlUid, count, priceSn }: WantedLine, context: CartContext) => {
  if (priceSn === undefined) {
    const { quoteUid, unitPrice } = await quoteOrder(tx, { gdsDtlUid, passCnt: count }, context)
    return { quoteUid, unitPrice, payable: payableOfPasses(gdsDtlUid, unitPrice * count) }
  }
  const wanted = { goodsDtlId: gdsDtlUid, goodsCnt: count, priceSn }
  const { quoteUid, unitPrice, gdsTycd } = await quoteGoods(tx, wanted, context)
  return { quoteUid, unitPrice, payable: payableOfGoods(gdsTycd, gdsDtlUid, unitPrice * count) }
}

const priceLine = async (tx: Tx, wanted: WantedLine, context: CartContext): Promise<Priced> => {
  const kind = wanted.priceSn === undefined ? ('pass' as const) : ('goods' as const)
  try {
    const priced = await quoteLine(tx, wanted, context)
    return { kind, wanted, ...priced, problem: priced.unitPrice === wanted.unitPrice ? null : 'price' }
  } catch (error) {
    const problem = error instanceof Refusal ? PROBLEMS[error.code] : undefined
    if (!problem) throw error
    return { kind, wanted, quoteUid: null, problem }
  }
}

/**
 * Prices a cart and, if all its lines can be bought at the prices that the visitor saw, fixes the prices for half an
 * hour under one `quoteUid`. Takes no coupon, points or stock. Throws `E_ONE_DISCOUNT`, `E_COUPON`, `E_PROMO_CODE`,
 * `E_POINTS`, `E_TOKEN`.
 */
export const quoteCart = async (tx: Tx, wanted: CartInput, context: CartContext): Promise<CartQuote> => {
  const { memberId, now, locale, config } = context
  const lines: Priced[] = []
  for (const line of wanted.lines) lines.push(await priceLine(tx, line, context))
  const priced = lines.filter((line) => line.quoteUid !== null)

  const payables = priced.map(({ payable }) => payable)
  const sum = payables.reduce((total, { amount }) => total + amount, 0)
  const promoCode = wanted.promoCode?.trim().toUpperCase() || null
  const coupons = await fitCoupons(tx, memberId, payables, now, locale)
  const isComplete = lines.every(({ problem }) => problem === null)
  // A coupon that only fits together with a line that cannot be bought is not the visitor's mistake.
  const couponUid = isComplete
    ? wanted.couponUid
    : coupons.find((coupon) => coupon.couponUid === wanted.couponUid)?.couponUid
  const { percent, off } = await discountOf(tx, { couponUid, promoCode }, coupons, { memberId, now })
  const discount = Math.floor((sum * percent) / 100) + off
  const pointsUsable = config.points.spend ? Math.min(await balanceOf(tx, memberId, now), sum - discount) : 0
  if (isComplete && (wanted.points ?? 0) > pointsUsable) throw new Refusal('E_POINTS')
  const points = Math.min(wanted.points ?? 0, pointsUsable)
  const chosen = coupons.find((coupon) => coupon.couponUid === couponUid)
  const bills = billCartLines(
    payables.map((payable) => ({ sum: payable.amount, isDiscounted: !chosen || couponCovers(chosen, payable) })),
    { discount, points },
  )
  const billOf = new Map(priced.map(({ quoteUid }, nth) => [quoteUid, bills[nth]]))

  const quoteUid = isComplete ? uuidv7() : null
  const expiresAt = now + QUOTE_TTL_MS
  const amount = sum - discount - points
  if (quoteUid !== null) {
    await insertQuote(tx, {
      quoteUid,
      memberId,
      kind: 'cart',
      gdsUid: '',
      gdsDtlUid: '',
      passType: null,
      medium: null,
      windowHours: null,
      priceSn: null,
      passCnt: 1,
      unitPrice: sum,
      discount,
      points,
      amount,
      couponUid: couponUid ?? null,
      promoCode,
      cancelDays: null,
      cartUid: null,
      quotedAt: now,
      expiresAt,
    })
    for (const [nth, line] of priced.entries()) {
      const bill = bills[nth]
      if (!bill) throw new Error('a line without its bill')
      const share = { discount: bill.discount, points: bill.points, amount: bill.amount }
      await putIntoCart(tx, line.quoteUid, { cartUid: quoteUid, ...share })
    }
  }
  return {
    quoteUid,
    lines: lines.map(({ kind, wanted: { gdsDtlUid, priceSn, count, unitPrice }, ...line }) => ({
      kind,
      gdsDtlUid,
      priceSn: priceSn ?? null,
      count,
      unitPrice: line.quoteUid === null ? unitPrice : line.unitPrice,
      ...((line.quoteUid === null ? undefined : billOf.get(line.quoteUid)) ?? {
        sum: 0,
        discount: 0,
        points: 0,
        amount: 0,
      }),
      problem: line.problem,
    })),
    sum,
    discount,
    points,
    amount,
    couponUid: couponUid ?? null,
    coupons,
    pointsUsable,
    methods: [...PAYMENT_METHODS],
    expiresAt,
    buyer: await buyerOf(tx, memberId),
  }
}
