import type { CartOrder } from '#contract/calls/cart.ts'
import { PAYMENT_METHODS } from '#contract/calls/pass.ts'
import type { Locale } from '#contract/locales.ts'
import { slotsOf } from '#contract/rules/priceSn.ts'
import type { Config } from '#server/config.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { SoldOrder } from '#server/db/schema/order.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findByOrder, attachOrder } from '#server/modules/booking/service.ts'
import { maySell, productOf } from '#server/modules/catalogue/service.ts'
import { spendCouponOnCart, type Payable } from '#server/modules/coupon/service.ts'
import { findGoods, spanOf, type Option } from '#server/modules/goods/service.ts'
import { lockHolds, requireRoomForHold } from '#server/modules/hold/service.ts'
import {
  buyerOf,
  findOrderByQuote,
  findQuote,
  linesOfCart,
  openPaymentOf,
  ownOrder,
  payableOfPasses,
  quotesOfCart,
  takePromoUse,
  writeOrder,
  type OrderRow,
  type QuoteRow,
} from '#server/modules/order/service.ts'
import { spendPoints } from '#server/modules/point/service.ts'
import { lockSlotsWithHolds, payableOfGoods, requireOption, reserve } from '#server/modules/reserve/service.ts'
import { isShort, stockOf, takeStock } from '#server/modules/stock/service.ts'

export { quoteCart } from './quote.ts'

/**
 * A cart is bought as a whole. Its order is charged; each line is an order of passes, or an order of goods with its
 * reservation, which holds its own share of the amount. One transaction writes all orders and takes coupon, points,
 * stock and rooms, so a line that is gone leaves nothing bought and nothing held. Lock order: member → code or coupon →
 * points → stock and rooms, lines in the order of `quotesOfCart`; of an option the member's unpaid holds, then all rooms,
 * then codes.
 */

interface Buying {
  memberId: string
  locale: Locale
  now: number
  config: Config
}

export interface CartPurchase {
  quoteUid: string
  method?: string | undefined
  agreeYn: 'Y' | 'N'
}

/** What a line needs to be written: until when goods can be cancelled, and what a coupon sees. */
interface Sellable {
  quote: QuoteRow
  /** Goods only. */
  option?: Option
  cancelUntil: number | null
  payable: Payable
}

/** Returns a line that can still be sold. Throws `E_NOT_ON_SALE`, `E_SOLD_OUT`, `E_NOT_FOUND`, `E_RESERVE_DATE`. */
const sellable = async (tx: Tx, quote: QuoteRow, { config, now }: Buying): Promise<Sellable> => {
  const { gdsDtlUid, priceSn, passCnt } = quote
  const sum = quote.unitPrice * passCnt
  if (priceSn === null) {
    const product = await productOf(tx, gdsDtlUid)
    if (!product || !maySell({ ...product, isSample: product.doc.sample }, config)) throw new Refusal('E_NOT_ON_SALE')
    if (product.soldOut || (await isShort(tx, gdsDtlUid, passCnt, { counted: quote.medium === 'card' })))
      throw new Refusal('E_SOLD_OUT')
    return { quote, cancelUntil: null, payable: payableOfPasses(gdsDtlUid, sum) }
  }
  const { goods, option } = await requireOption(tx, gdsDtlUid, config)
  const span = spanOf(goods, option, priceSn, now)
  if (!span) throw new Refusal('E_RESERVE_DATE')
  return { quote, option, cancelUntil: span.cancelUntil, payable: payableOfGoods(goods.gdsTycd, gdsDtlUid, sum) }
}

/**
 * Locks all slots that the lines take of the option of this one, behind the member's unpaid holds of it and with their
 * slots. A reservation locks holds, slots and codes in this order, so a cart must not lock a hold or a slot for its second
 * line after the slots or the codes of its first (deadlocks). Without a second line of the option there is nothing to lock
 * ahead.
 */
const lockSlotsAhead = async (
  tx: Tx,
  { option }: Sellable,
  lines: readonly Sellable[],
  { memberId, now }: Buying,
): Promise<void> => {
  const slots = lines.flatMap(({ quote: { gdsDtlUid, priceSn } }) =>
    gdsDtlUid === option?.gdsDtlUid && priceSn !== null ? [slotsOf(priceSn)] : [],
  )
  if (option && slots.length > 1) await lockSlotsWithHolds(tx, { memberId, option, span: { slots: slots.flat() }, now })
}

/** Takes what a written line sells: stock of passes, or a reservation with its rooms. */
const take = async (tx: Tx, { quote }: Sellable, { ordUid }: OrderRow, buying: Buying): Promise<void> => {
  const { memberId, now } = buying
  const { gdsDtlUid, passCnt: units } = quote
  if (quote.kind === 'pass') {
    if ((await stockOf(tx, gdsDtlUid)) !== null) await requireRoomForHold(tx, memberId)
    await takeStock(tx, { ordUid, gdsDtlUid, units, counted: quote.medium === 'card' })
    return
  }
  const { rsvtUid } = await reserve(tx, { quoteUid: quote.quoteUid, inCart: quote.cartUid }, buying)
  if (!(await attachOrder(tx, rsvtUid, ordUid, now)))
    throw new Error('a reservation that was just made cannot be ordered')
}

/** Runs `work` for each line, in turn. A refusal names the line. */
const eachLine = async <Line, Result>(
  lines: readonly Line[],
  optionOf: (line: Line) => string,
  work: (line: Line) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (const line of lines)
    try {
      results.push(await work(line))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reason = error.code.slice(2).toLowerCase()
      throw new Refusal(error.code, { fields: [{ field: `lines.${optionOf(line)}`, reason }] })
    }
  return results
}

const writeCart = async (
  tx: Tx,
  cart: QuoteRow,
  method: (typeof PAYMENT_METHODS)[number],
  buying: Buying,
): Promise<OrderRow> => {
  const { memberId, locale, now } = buying
  await lockHolds(tx, memberId)
  const twin = await findOrderByQuote(tx, cart.quoteUid)
  if (twin) return twin
  const quotes = await quotesOfCart(tx, cart.quoteUid)
  const lines = await eachLine(
    quotes,
    ({ gdsDtlUid }) => gdsDtlUid,
    (quote) => sellable(tx, quote, buying),
  )
  const buyer = await buyerOf(tx, memberId)
  const write = async (quote: QuoteRow, cancelUntil: number | null): Promise<OrderRow> =>
    (await writeOrder(tx, quote, { method, locale, buyer, cancelUntil, now })).order
  const order = await write(cart, null)
  const written: { line: Sellable; row: OrderRow }[] = []
  for (const line of lines) written.push({ line, row: await write(line.quote, line.cancelUntil) })

  const { ordUid, couponUid } = order
  const payables = lines.map(({ payable }) => payable)
  await takePromoUse(tx, order)
  if (couponUid !== null) await spendCouponOnCart(tx, { couponUid, memberId, ordUid, lines: payables }, now)
  for (const { row } of written) await spendPoints(tx, { memberId, ordUid: row.ordUid, amount: row.points }, now)
  await eachLine(
    written,
    ({ row }) => row.gdsDtlUid,
    async ({ line, row }) => {
      await lockSlotsAhead(tx, line, lines, buying)
      await take(tx, line, row, buying)
    },
  )
  return order
}

/**
 * Writes the order of a priced cart with its lines, or returns the existing one: a quote has one order. Throws
 * `E_AGREEMENT_REQUIRED`, `E_PAYMENT_METHOD`, `E_NOT_FOUND`, `E_QUOTE_EXPIRED`, `E_TOKEN`, `E_COUPON`, `E_PROMO_CODE`,
 * `E_POINTS`, and with the line in `fields` `E_NOT_ON_SALE`, `E_SOLD_OUT`, `E_RESERVE_DATE`, `E_NO_ROOM`, `E_HOLDS`.
 */
export const placeCart = async (
  db: Database,
  { quoteUid, method: wanted, agreeYn }: CartPurchase,
  { pace, ...buying }: Buying & { pace: () => Promise<unknown> },
): Promise<OrderRow> => {
  if (agreeYn !== 'Y') throw new Refusal('E_AGREEMENT_REQUIRED')
  const method = PAYMENT_METHODS.find((offered) => offered === wanted)
  if (!method) throw new Refusal('E_PAYMENT_METHOD')
  const before = await findOrderByQuote(db, quoteUid)
  if (before?.memberId === buying.memberId && before.kind === 'cart') return before
  const cart = await db.transaction((tx) => findQuote(tx, quoteUid, buying.memberId))
  if (cart?.kind !== 'cart') throw new Refusal('E_NOT_FOUND')
  if (buying.now >= cart.expiresAt) throw new Refusal('E_QUOTE_EXPIRED')
  await pace()
  return db.transaction((tx) => writeCart(tx, cart, method, buying))
}

const nameOf = async (db: Database, line: SoldOrder, locale: Locale): Promise<string> =>
  (line.kind === 'pass'
    ? (await productOf(db, line.gdsDtlUid))?.doc.name[locale]
    : (await findGoods(db, line.gdsUid))?.doc.name[locale]) ?? ''

const present = async (db: Database, row: OrderRow, locale: Locale): Promise<CartOrder> => {
  const lines: CartOrder['lines'] = []
  for (const line of await linesOfCart(db, row.quoteUid)) {
    const { kind, ordUid, orderNumber, gdsUid, gdsDtlUid, priceSn, passCnt: count, amount } = line
    const reservation = kind === 'goods' ? await findByOrder(db, ordUid) : undefined
    const rsvtUid = reservation?.rsvtUid ?? null
    const name = await nameOf(db, line, locale)
    lines.push({ kind, ordUid, rsvtUid, orderNumber, gdsUid, gdsDtlUid, priceSn, name, count, amount })
  }
  const { ordUid, orderNumber, state, reason, amount, orderedAt, paidAt } = row
  const payUrl = state === 'pending' ? row.payUrl : null
  return { kind: 'cart', ordUid, orderNumber, state, reason, amount, orderedAt, paidAt, payUrl, lines }
}

/** Opens the one payment of a cart and returns its order. Throws `E_GATEWAY`. */
export const openCartPayment = async (deps: Deps, row: OrderRow, locale: Locale): Promise<CartOrder> => {
  const [first, ...further] = await linesOfCart(deps.db, row.quoteUid)
  const name = first ? `${await nameOf(deps.db, first, row.locale)} × ${first.passCnt}` : row.orderNumber
  const opened = await openPaymentOf(deps, row, further.length === 0 ? name : `${name} + ${further.length}`)
  return present(deps.db, opened, locale)
}

/** Returns the member's cart order; settles a pending one first. Throws `E_NOT_FOUND`, also for another's. */
export const readCartOrder = async (
  deps: Deps,
  ordUid: string,
  { memberId, locale }: { memberId: string; locale: Locale },
): Promise<CartOrder> => {
  const row = await ownOrder(deps, ordUid, memberId)
  if (row.kind !== 'cart') throw new Refusal('E_NOT_FOUND')
  return present(deps.db, row, locale)
}
