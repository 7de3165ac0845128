import type { Purchase, PurchaseDetail, TIMELINE } from '#contract/calls/purchase.ts'
import type { RefundItem } from '#contract/calls/refund.ts'
import { HISTORY_MONTHS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { firstStateOf } from '#contract/rules/gift.ts'
import { fromKoreanFields, koreanFields } from '#contract/rules/koreanCalendar.ts'
import { purchaseLabel } from '#contract/rules/purchase.ts'
import { needsDesk, refundAmount, whyNotRefundable } from '#contract/rules/refund.ts'
import type { Database } from '#server/db/connect.ts'
import { isSoldOrder, type SoldOrder } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Reservation, statesOf } from '#server/modules/booking/service.ts'
import { productOf } from '#server/modules/catalogue/service.ts'
import { type GiftRow, lastGifts } from '#server/modules/gift/service.ts'
import { findGoods } from '#server/modules/goods/service.ts'
import { countPurchases, findOrder, type OrderRow, pageOfPurchases } from '#server/modules/order/service.ts'
import { unitsOf } from '#server/modules/pass/service.ts'
import { refundsOf, refundStatesOf } from '#server/modules/refund/service.ts'
import { paceMember } from '#server/modules/session/service.ts'
import { receiptValues } from '#server/pdf/receiptText.ts'
import { renderReceipt } from '#server/pdf/renderReceipt.ts'

type Unit = Awaited<ReturnType<typeof unitsOf>>[number]

/** Returns the same time of day in Korea, three months earlier (spec 9.11). */
const historyBegins = (now: number): number => {
  const korean = koreanFields(now)
  const day = korean.getUTCDate()
  korean.setUTCMonth(korean.getUTCMonth() - HISTORY_MONTHS)
  // Without a 31st in that month, the last day of the month.
  if (korean.getUTCDate() !== day) korean.setUTCDate(0)
  return fromKoreanFields(korean)
}

const nameOf = async (db: Database, order: OrderRow, locale: Locale): Promise<string> =>
  (order.kind === 'pass'
    ? (await productOf(db, order.gdsDtlUid))?.doc.name[locale]
    : (await findGoods(db, order.gdsUid))?.doc.name[locale]) ?? ''

const isGiven = ({ pass }: Unit, order: OrderRow): boolean => pass.memberId !== order.memberId

const labelOf = (order: OrderRow, units: Unit[]): Purchase['label'] =>
  order.kind === 'pass'
    ? purchaseLabel(
        units.map((unit) => (isGiven(unit, order) && unit.pass.voided === null ? ('given' as const) : unit.state)),
      )
    : null

/** Older rows did not store the amount of a late payment: it is 0 there, and means the order's amount. */
const refundedOf = ({ state, reason, amount, refunded }: OrderRow): number =>
  state === 'refunded' && reason !== 'amount' && refunded === 0 ? amount : refunded

interface Facts {
  units: Unit[]
  /** State of the latest refund request. */
  requestState: RefundItem['state'] | undefined
  /** State of the reservation that the order pays. */
  reservationState: Reservation['state'] | undefined
  locale: Locale
}

/** A reservation is cancelled without a refund request; its money is promised until the refund is done. */
const refundStateOf = (
  { state, refunded }: OrderRow,
  { requestState, reservationState }: Facts,
): NonNullable<Purchase['refundState']> | null => {
  if (state === 'paid' && reservationState === 'cancel_asked') return 'requested'
  if (state === 'paid' && reservationState === 'cancelled' && refunded > 0) return 'completed'
  return requestState ?? null
}

const summaryOf = async (db: Database, order: SoldOrder, facts: Facts): Promise<Purchase> => ({
  ordUid: order.ordUid,
  orderNumber: order.orderNumber,
  kind: order.kind,
  gdsUid: order.gdsUid,
  name: await nameOf(db, order, facts.locale),
  passType: order.passType,
  medium: order.medium,
  count: order.passCnt,
  amount: order.amount,
  orderedAt: order.orderedAt,
  paidAt: order.paidAt,
  label: labelOf(order, facts.units),
  refunded: refundedOf(order),
  refundState: refundStateOf(order, facts),
})

/**
 * Returns a page of the orders of the last three months that were paid, also those whose money went back, newest first
 * (spec 1.23, 9.11).
 */
export const listPurchases = async (
  { db, clock }: Deps,
  memberId: string,
  { pageNum, pageSize, locale }: { pageNum: number; pageSize: number; locale: Locale },
) => {
  const now = clock()
  const since = historyBegins(now)
  const orders = await pageOfPurchases(db, memberId, since, { pageNum, pageSize })
  const ordUids = orders.map(({ ordUid }) => ordUid)
  const units = await unitsOf(db, ordUids, now)
  const requestStates = await refundStatesOf(db, ordUids)
  const reservationStates = await statesOf(db, ordUids)
  const list: Purchase[] = []
  for (const order of orders)
    list.push(
      await summaryOf(db, order, {
        units: units.filter(({ pass }) => pass.ordUid === order.ordUid),
        requestState: requestStates.get(order.ordUid),
        reservationState: reservationStates.get(order.ordUid),
        locale,
      }),
    )
  return { list, pageNum, pageSize, total: await countPurchases(db, memberId, since) }
}

type Step = PurchaseDetail['timeline'][number]
const step = (what: (typeof TIMELINE)[number], at: number | null, details: Partial<Step> = {}): Step[] =>
  at === null ? [] : [{ what, at, passUid: null, amount: null, ...details }]

const timelineOf = (order: OrderRow, gifts: GiftRow[], refunds: RefundItem[]): Step[] =>
  [
    ...step('ordered', order.orderedAt),
    ...step('paid', order.paidAt, { amount: order.amount }),
    ...step('closed', order.closedAt),
    ...step('disputed', order.disputedAt),
    ...gifts.flatMap(({ passUid, sentAt, endedAt }) => [
      ...step('gift_sent', sentAt, { passUid }),
      ...step('gift_ended', endedAt, { passUid }),
    ]),
    ...refunds.flatMap(({ requestedAt, endedAt, state, cancelAmt: amount }) => [
      ...step('refund_requested', requestedAt, { amount }),
      ...(state === 'requested'
        ? []
        : step(state === 'completed' ? 'refund_completed' : 'refund_denied', endedAt, { amount })),
    ]),
  ].toSorted((a, b) => a.at - b.at)

const giftStateOf = (gift: GiftRow | undefined) => (gift ? firstStateOf(gift.state) : null)

/** Returns a purchase of the member, of any age. Throws `E_NOT_FOUND`, also for another's and for an unpaid order. */
export const readPurchase = async (
  { db, clock }: Deps,
  ordUid: string,
  memberId: string,
  locale: Locale,
): Promise<PurchaseDetail> => {
  const order = await findOrder(db, ordUid)
  if (order?.memberId !== memberId || !isSoldOrder(order) || (order.state !== 'paid' && order.state !== 'refunded'))
    throw new Refusal('E_NOT_FOUND')
  const now = clock()
  const units = await unitsOf(db, [ordUid], now)
  const refunds = await refundsOf(db, order)
  const reservationState = (await statesOf(db, [ordUid])).get(ordUid)
  const gifts = await lastGifts(
    db,
    memberId,
    units.map(({ pass }) => pass.passUid),
  )
  const blocked = order.state !== 'paid' || order.disputedAt !== null
  const mayGoBack = (unit: Unit): boolean => !blocked && whyNotRefundable(unit.pass, memberId) === null
  const open = refunds.filter(({ state }) => state !== 'denied')
  const amountLeft = order.amount - open.reduce((sum, { cancelAmt }) => sum + cancelAmt, 0)
  const unitsLeft = units.length - open.reduce((sum, { passUids }) => sum + passUids.length, 0)
  const back = units.filter(mayGoBack).length
  const refundSteps = Array.from({ length: back }, (_, nth) => refundAmount(amountLeft, unitsLeft, nth + 1))
  return {
    ...(await summaryOf(db, order, { units, requestState: refunds.at(-1)?.state, reservationState, locale })),
    unitPrice: order.unitPrice,
    discount: order.discount,
    points: order.points,
    receiptPlaceUid: order.receiptPlaceUid,
    method: order.method,
    buyer: { name: order.buyerName, email: order.buyerEmail, mobile: order.buyerMobile },
    cancelUntil: order.cancelUntil,
    units: units.map((unit) => ({
      passUid: unit.pass.passUid,
      state: isGiven(unit, order) ? null : unit.state,
      gift: giftStateOf(gifts.find(({ passUid }) => passUid === unit.pass.passUid)),
      refundYn: mayGoBack(unit) ? 'Y' : 'N',
      deskYn: needsDesk(order.cancelUntil, [unit.pass], now) ? 'Y' : 'N',
    })),
    refundable: refundSteps.at(-1) ?? 0,
    refundSteps,
    refunds,
    timeline: timelineOf(order, gifts, refunds),
  }
}

/**
 * Returns the receipt of a purchase of the member as PDF, in `locale`. Throws `E_NOT_FOUND` as `readPurchase`,
 * `E_THROTTLED`, `E_BUSY`.
 */
export const readReceipt = async (
  deps: Deps,
  ordUid: string,
  memberId: string,
  locale: Locale,
): Promise<{ orderNumber: string; bytes: Buffer }> => {
  const purchase = await readPurchase(deps, ordUid, memberId, locale)
  await paceMember(deps, 'receipt', memberId)
  const paidAt = purchase.paidAt ?? purchase.orderedAt
  const values = receiptValues({ ...purchase, paidAt }, deps.config.seller, locale)
  return { orderNumber: purchase.orderNumber, bytes: await renderReceipt(locale, values, paidAt) }
}
