import { PAYMENT_METHODS, type GoodsOrder } from '#contract/calls/pass.ts'
import type { Reservation } from '#contract/calls/reserve.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import * as booking from '#server/modules/booking/service.ts'
import { spendCoupon } from '#server/modules/coupon/service.ts'
import { findOption } from '#server/modules/goods/service.ts'
import {
  buyerOf,
  findOrder,
  findQuote,
  openPaymentOf,
  presentGoodsOrder,
  takePromoUse,
  trySettle,
  writeOrder,
  type OrderRow,
} from '#server/modules/order/service.ts'
import { spendPoints } from '#server/modules/point/service.ts'
import { presentOne } from './present.ts'
import { billOf, payableOf, requireOption, type Bill, type Discounts } from './price.ts'
import { ownReservation, type CallContext } from './service.ts'

/** The payment of a reservation. A reservation has one order, which is written before the gateway is called. */

/** What a reservation costs and how it can be paid. `order`: the order that pays it; null before there is one. */
export interface PayInfo extends Omit<Bill, 'couponUid' | 'promoCode'> {
  reservation: Reservation
  methods: (typeof PAYMENT_METHODS)[number][]
  order: GoodsOrder | null
}

const billed = (order: OrderRow): Omit<Bill, 'couponUid' | 'promoCode'> => ({
  sum: order.unitPrice * order.passCnt,
  discount: order.discount,
  points: order.points,
  amount: order.amount,
  coupons: [],
  pointsUsable: 0,
})

const billFor = async (
  tx: Tx,
  row: booking.Reservation,
  less: Discounts,
  asking: CallContext,
  config: Config['points'],
) => {
  const quote = await findQuote(tx, row.quoteUid, row.memberId)
  if (row.state !== 'held' || asking.now >= row.holdUntil || !quote) throw new Refusal('E_HOLD_OVER')
  return { quote, bill: await billOf(tx, quote, row.gdsTycd, less, { ...asking, config }) }
}

/**
 * Returns what the reservation costs with this coupon, code and points, without spending them; once it has an order,
 * what that order costs. Throws `E_NOT_FOUND`; `E_HOLD_OVER` when it has no order and is no longer held; what `billOf`
 * throws.
 */
export const previewPayment = async (
  tx: Tx,
  { reserveId, ...less }: Discounts & { reserveId: string },
  asking: CallContext,
  config: Config['points'],
): Promise<PayInfo> => {
  const row = await ownReservation(tx, reserveId, asking.memberId)
  const order = row.ordUid === null ? undefined : await findOrder(tx, row.ordUid)
  const reservation = await presentOne(tx, row, asking.locale, asking.now)
  const methods = [...PAYMENT_METHODS]
  if (order) return { reservation, ...billed(order), methods, order: presentGoodsOrder(order) }
  const { couponUid: _, promoCode: __, ...bill } = (await billFor(tx, row, less, asking, config)).bill
  return { reservation, ...bill, methods, order: null }
}

/**
 * Writes the order that pays a reservation, with its discounts, or finds the existing one; returns its `ordUid`. Lock
 * order: code or coupon → points → reservation. Throws
 * `E_AGREEMENT_REQUIRED`, `E_PAYMENT_METHOD`, `E_NOT_FOUND`, `E_NOT_ON_SALE`, `E_HOLD_OVER`, `E_COUPON`,
 * `E_ONE_DISCOUNT`, `E_PROMO_CODE`, `E_POINTS`, `E_TOKEN`.
 */
export const orderReservation = async (
  tx: Tx,
  wanted: Discounts & { reserveId: string; method: string; agreeYn?: 'Y' | 'N' | undefined },
  asking: CallContext,
  config: Pick<Config, 'payment' | 'points'>,
): Promise<string> => {
  const { memberId, locale, now } = asking
  if (wanted.agreeYn !== 'Y') throw new Refusal('E_AGREEMENT_REQUIRED')
  const method = PAYMENT_METHODS.find((offered) => offered === wanted.method)
  if (!method) throw new Refusal('E_PAYMENT_METHOD')
  const row = await ownReservation(tx, wanted.reserveId, memberId)
  if (row.ordUid !== null) return row.ordUid
  await requireOption(tx, row.gdsDtlUid, config)
  const { quote, bill } = await billFor(tx, row, wanted, asking, config.points)
  const { discount, points, amount, couponUid, promoCode } = bill
  const { order, isNew } = await writeOrder(
    tx,
    { ...quote, discount, points, amount, couponUid, promoCode },
    { method, locale, buyer: await buyerOf(tx, memberId), cancelUntil: row.cancelUntil, now },
  )
  const { ordUid } = order
  if (!isNew) return ordUid
  await takePromoUse(tx, order)
  if (couponUid !== null)
    await spendCoupon(tx, { couponUid, memberId, ordUid, ...payableOf(row.gdsTycd, row.gdsDtlUid, bill.sum) }, now)
  await spendPoints(tx, { memberId, ordUid, amount: points }, now)
  // Last: a cart of the same member locks the code or coupon, then a reservation that it ends (deadlocks).
  // The reservation ended meanwhile: the transaction rolls back, without an order and with nothing spent.
  if (!(await booking.attachOrder(tx, row.rsvtUid, ordUid, now))) throw new Refusal('E_HOLD_OVER')
  return ordUid
}

const nameOf = async (db: Database, order: OrderRow): Promise<string> => {
  const named = await findOption(db, order.gdsDtlUid)
  const names = named ? [named.goods.doc.name[order.locale], named.option.doc.name[order.locale]] : [order.gdsUid]
  return `${names.join(' · ')} × ${order.passCnt}`
}

/** Opens the payment of an order of goods; settles it if it is open already. Throws `E_GATEWAY`, `E_NOT_FOUND`. */
export const openReservationPayment = async (deps: Deps, ordUid: string): Promise<void> => {
  const order = await findOrder(deps.db, ordUid)
  if (!order) throw new Refusal('E_NOT_FOUND')
  if (order.state === 'pending' && order.payUrl) await trySettle(deps, order)
  else await openPaymentOf(deps, order, await nameOf(deps.db, order))
}
