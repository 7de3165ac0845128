import { type GoodsOrder, type Order, PAYMENT_METHODS } from '#contract/calls/pass.ts'
import type { Locale } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isPassOrder, isSoldOrder, type PassOrder } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { maySell, receiptPlaceName } from '#server/modules/catalogue/service.ts'
import { spendCoupon } from '#server/modules/coupon/service.ts'
import { lockHolds, requireRoomForHold } from '#server/modules/hold/service.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import { spendPoints } from '#server/modules/point/service.ts'
import { takeStock } from '#server/modules/stock/service.ts'
import { GatewayRefused, GatewayUnknown, type PaymentMessage } from '#server/outside/payment/gateway.ts'
import { followDispute } from './dispute.ts'
import { chargedOrderOf, setPayUrlOfLines } from './cart.store.ts'
import { asBuyer, buyerOf, writeOrder } from './writeOrder.ts'
import { takePromoUse } from './promo.ts'
import { payableOf } from './quote.ts'
import { receiptJob } from './receipt.ts'
import { close, paymentJob, settle, trySettle } from './settle.ts'
import * as store from './store.ts'

export { discountOf, payableOf as payableOfPasses, quoteOrder } from './quote.ts'
export { chargedOrderOf, linesOfCart, putIntoCart, quotesOfCart } from './cart.store.ts'
export { takePromoUse, whileGuessingCode } from './promo.ts'
export { seedPromoCodes } from './seed.ts'
export { buyerOf, close, settle, trySettle, writeOrder }
export { NUMBER_TRIES, readableNumber } from './orderNumber.ts'
export {
  amountsOf as amountsOfOrders,
  countPurchases,
  releaseRefund,
  lockOrder,
  pageOfPurchases,
  reserveRefund,
} from './purchases.store.ts'
export {
  findByNumber as findOrderByNumber,
  findByQuote as findOrderByQuote,
  findOrder,
  findQuote,
  insertQuote,
  lastGoodsQuote,
  renameBuyer,
  type Order as OrderRow,
  type Quote as QuoteRow,
} from './store.ts'

const shared = (row: store.Order) => ({
  ordUid: row.ordUid,
  orderNumber: row.orderNumber,
  state: row.state,
  reason: row.reason,
  gdsUid: row.gdsUid,
  amount: row.amount,
  orderedAt: row.orderedAt,
  paidAt: row.paidAt,
  cancelUntil: row.cancelUntil,
  payUrl: row.state === 'pending' ? row.payUrl : null,
})
const presentPassOrder = (row: PassOrder): Order => ({
  ...shared(row),
  kind: 'pass',
  passType: row.passType,
  medium: row.medium,
  passCnt: row.passCnt,
  gdsDtlUid: row.gdsDtlUid,
  method: row.method,
  promoCode: row.promoCode,
  couponUid: row.couponUid,
})
/** Returns the order that pays a reservation, as the API shows it. */
export const presentGoodsOrder = (row: store.Order): GoodsOrder => ({
  ...shared(row),
  kind: 'goods',
  goodsCnt: row.passCnt,
})
/** Throws `E_NOT_FOUND` for the order of a reservation, which is read through the reservation. */
const requirePasses = (row: store.Order): PassOrder => {
  if (!isPassOrder(row)) throw new Refusal('E_NOT_FOUND')
  return row
}

export interface Purchase {
  quoteUid: string
  method?: string | undefined
  agreeYn: 'Y' | 'N'
  /** Where card passes are to be collected. */
  receiptPlaceUid?: string | undefined
}

/** An order of passes, and the name that the gateway's page shows for it. */
export interface Placed {
  row: PassOrder
  orderName: string
}

/**
 * Writes the order of a quote with the key of its payment, or returns the existing one: a quote has one order. Throws
 * `E_AGREEMENT_REQUIRED`, `E_PAYMENT_METHOD`, `E_NOT_FOUND`, `E_QUOTE_EXPIRED`, `E_NOT_ON_SALE`, `E_SOLD_OUT`,
 * `E_TOKEN`, `E_HOLDS`, `E_COUPON`, `E_PROMO_CODE`, `E_POINTS`.
 */
export const placeOrder = async (
  db: Database,
  { quoteUid, method: wanted, agreeYn, receiptPlaceUid }: Purchase,
  {
    memberId,
    locale,
    now,
    config,
    pace,
  }: {
    memberId: string
    locale: Locale
    now: number
    config: Pick<Config, 'payment'>
    /** Limits the rate of orders that hold stock. */
    pace?: () => Promise<unknown>
  },
): Promise<Placed> => {
  if (agreeYn !== 'Y') throw new Refusal('E_AGREEMENT_REQUIRED')
  const method = PAYMENT_METHODS.find((offered) => offered === wanted)
  if (!method) throw new Refusal('E_PAYMENT_METHOD')
  const sale = await store.findSale(db, quoteUid, memberId)
  // The discount of a cart's line counts in its cart only.
  if (sale?.quote.kind !== 'pass' || sale.quote.cartUid !== null) throw new Refusal('E_NOT_FOUND')
  const { quote, order: before, product, buyer, stocked } = sale
  const placed = (order: store.Order): Placed => {
    const row = requirePasses(order)
    return { row, orderName: `${product?.name[row.locale] ?? row.passType} × ${row.passCnt}` }
  }
  if (before) return placed(before)
  if (now >= quote.expiresAt) throw new Refusal('E_QUOTE_EXPIRED')
  if (!product || !maySell(product, config)) throw new Refusal('E_NOT_ON_SALE')
  if (product.soldOut || (quote.medium === 'card' && !stocked)) throw new Refusal('E_SOLD_OUT')
  if (!buyer) throw new Refusal('E_TOKEN')

  const place = (quote.medium === 'card' && receiptPlaceUid) || null
  if (place !== null && !receiptPlaceName(place)) throw new Refusal('E_NOT_FOUND')
  const checkout = { method, locale, buyer: asBuyer(buyer), cancelUntil: null, receiptPlaceUid: place, now }
  // Without coupon, code, points and stock the order is one statement, which is atomic without a transaction.
  if (quote.couponUid === null && quote.promoCode === null && quote.points === 0 && !stocked)
    return placed((await writeOrder(db, quote, checkout)).order)
  if (stocked) await pace?.()
  return db.transaction(async (tx) => {
    if (stocked) {
      await lockHolds(tx, memberId)
      const twin = await store.findByQuote(tx, quoteUid)
      if (twin) return placed(twin)
      await requireRoomForHold(tx, memberId)
    }
    const { order, isNew } = await writeOrder(tx, quote, checkout)
    if (isNew) await takeAll(tx, order, stocked, now)
    return placed(order)
  })
}

/**
 * Takes promotion code, coupon, points and stock of a new order; `release` returns them, and a code is free again with
 * the state of its order. Lock order: code or coupon → points → stock.
 */
const takeAll = async (tx: Tx, order: store.Order, stocked: boolean, now: number): Promise<void> => {
  const { ordUid, memberId, gdsDtlUid, couponUid, points, passCnt, unitPrice } = order
  await takePromoUse(tx, order)
  if (couponUid !== null)
    await spendCoupon(tx, { couponUid, memberId, ordUid, ...payableOf(gdsDtlUid, unitPrice * passCnt) }, now)
  await spendPoints(tx, { memberId, ordUid, amount: points }, now)
  if (stocked) await takeStock(tx, { ordUid, gdsDtlUid, units: passCnt, counted: order.medium === 'card' })
}

/**
 * Opens the payment of a pending order at the gateway and returns the order; idempotent. An order that is not pending
 * is returned unchanged; for a line of a cart the payment is that of the cart. The gateway's page shows `orderName`. A free order is paid at once without the gateway. Throws
 * `E_GATEWAY` when the gateway refuses or gives no answer.
 */
export const openPaymentOf = async (deps: Deps, row: store.Order, orderName: string): Promise<store.Order> => {
  if (row.state !== 'pending' || row.payUrl) return row
  if (row.cartUid !== null) {
    const { payUrl } = await openPaymentOf(deps, await chargedOrderOf(deps.db, row), orderName)
    return { ...row, payUrl }
  }
  if (row.amount === 0) return settle(deps, row)
  const { publicUrl } = deps.config
  try {
    const { payUrl } = await deps.payment.prepare({
      key: row.paymentKey,
      amount: row.amount,
      orderNumber: row.orderNumber,
      orderName,
      method: row.method,
      locale: row.locale,
      returnUrl: `${publicUrl}/api/v1/payment/return?ordUid=${row.ordUid}&kind=${row.kind}`,
      webhookUrl: `${publicUrl}/api/v1/payment/webhook`,
    })
    await store.setPayUrl(deps.db, row.ordUid, payUrl)
    if (row.kind === 'cart') await setPayUrlOfLines(deps.db, row.quoteUid, payUrl)
    return { ...row, payUrl }
  } catch (error) {
    if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error
    deps.log.warn({ order: row.ordUid, reason: error.message }, 'a payment could not be opened')
    throw new Refusal('E_GATEWAY')
  }
}

/** Opens the payment of an order of passes. Throws `E_GATEWAY`. */
export const openPayment = async (deps: Deps, { row, orderName }: Placed): Promise<Order> =>
  presentPassOrder(requirePasses(await openPaymentOf(deps, row, orderName)))

/** Returns the member's order of any kind; settles a pending one first. Throws `E_NOT_FOUND`, also for another's. */
export const ownOrder = async (deps: Deps, ordUid: string, memberId: string): Promise<store.Order> => {
  const row = await store.findOrder(deps.db, ordUid)
  if (row?.memberId !== memberId) throw new Refusal('E_NOT_FOUND')
  return row.state === 'pending' ? trySettle(deps, row) : row
}

/** Returns the member's order of passes; settles a pending one first. Throws `E_NOT_FOUND`, also for another's. */
export const readOrder = async (deps: Deps, ordUid: string, memberId: string): Promise<Order> =>
  presentPassOrder(requirePasses(await ownOrder(deps, ordUid, memberId)))

/**
 * Returns the member's order of passes or of goods; settles a pending one first. Throws `E_NOT_FOUND`, also for
 * another's.
 */
export const readEitherOrder = async (deps: Deps, ordUid: string, memberId: string): Promise<Order | GoodsOrder> => {
  const row = await ownOrder(deps, ordUid, memberId)
  if (!isSoldOrder(row)) throw new Refusal('E_NOT_FOUND')
  return isPassOrder(row) ? presentPassOrder(row) : presentGoodsOrder(row)
}

/**
 * Logs a report about a payment with its source, then settles and returns the order; undefined for an unknown order.
 */
export const settleAfterReport = async (
  deps: Deps,
  ordUid: string,
  source: store.Source,
  result: string,
): Promise<store.Order | undefined> => {
  const row = await store.logPaymentReport(deps.db, { by: 'ordUid', name: ordUid, source, result, at: deps.clock() })
  return row && trySettle(deps, row)
}

/** Settles the order of a signed gateway message before the message is acknowledged. Throws what `settle` throws. */
export const settleAfterMessage = async (deps: Deps, { key, disputed }: PaymentMessage): Promise<void> => {
  const message = { source: 'webhook', result: 'message', at: deps.clock() } as const
  const row = await store.logPaymentReport(deps.db, { by: 'paymentKey', name: key, ...message })
  if (row) await followDispute(deps, await settle(deps, row), disputed)
}

export const JOB_KINDS: readonly JobKind[] = [
  paymentJob,
  receiptJob,
  recurringJob('quotes-forget', HOUR_MS, ({ db, clock }) => store.deleteQuotes(db, clock() - DAY_MS)),
]
