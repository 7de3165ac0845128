import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buyPass } from '#contract/calls/pass.ts'
import { pgLog } from '#contract/calls/pgLog.ts'
import * as point from '#contract/calls/point.ts'
import { buyDetail, buyList } from '#contract/calls/purchase.ts'
import { refundPass } from '#contract/calls/refund.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { CART_LINES_MAX, QUOTE_TTL_MS, RECONCILE_MS } from '#contract/limits.ts'
import { goodsStock } from '#server/db/schema/goods.ts'
import { order as orderTable, quote } from '#server/db/schema/order.ts'
import { earnPoints } from '#server/modules/point/service.ts'
import { setStock, stockOf } from '#server/modules/stock/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PERFUME, YACHT } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe.each(drawnEngines())('a cart on %s', (engine) => {
  let shop: CartShop
  let token = ''
  let memberId = ''
  let stranger = ''
  beforeAll(async () => {
    shop = await openCartShop({ engine, env: { POINTS_EARN_PERCENT: '5', POINTS_SPEND: '1' } })
    stranger = (await shop.visitor()).accessToken
  })
  beforeEach(async () => {
    const member = await shop.visitor()
    token = member.accessToken
    memberId = member.memberId
  })
  afterAll(() => shop.close())

  const grant = (amount: number) =>
    shop.deps.db.transaction((tx) =>
      earnPoints(
        tx,
        { earnPercent: 100, validDays: 1_825 },
        { memberId, ordUid: randomUUID(), paid: amount, finalAt: 0 },
        shop.clock(),
      ),
    )
  const balance = async () => (await shop.call(point.list, { token })).data?.balance
  const agreed = { method: 'overseas_card', agreeYn: 'Y' } as const
  const mixed = async () => [await shop.passLine(), await shop.goodsLine(), await shop.goodsLine(YACHT)]
  const order = async (id: string) => (await shop.read(token, id)).data

  test('is not priced without a token, empty, too long, with a wrong quantity, with two discounts, with a foreign coupon or too many points', async () => {
    const line = await shop.passLine()
    expect((await shop.quote(undefined, { lines: [line] })).http).toBe(400)
    expect((await shop.quote(token, { lines: [] })).http).toBe(422)
    expect((await shop.quote(token, { lines: Array.from({ length: CART_LINES_MAX + 1 }, () => line) })).http).toBe(422)
    expect((await shop.quote(token, { lines: [{ ...line, count: 7 }] })).http).toBe(422)
    const couponUid = await shop.give((await shop.visitor()).memberId)
    const refusal = async (less: object) => (await shop.quote(token, { lines: [line], ...less })).status.code
    expect(await refusal({ couponUid })).toBe('E_COUPON')
    expect(await refusal({ couponUid, promoCode: 'HARBOR10' })).toBe('E_ONE_DISCOUNT')
    expect(await refusal({ promoCode: 'NOBODY' })).toBe('E_PROMO_CODE')
    expect(await refusal({ points: 1 })).toBe('E_POINTS')
  })

  test('names each line that has another price, is sold out, is not offered or has no such day, and then has no quote', async () => {
    const pass = await shop.passLine()
    // Far from the first slot, which later tests buy at later times.
    const full = await shop.goodsLine(PERFUME, 12)
    const soldOut = { gdsDtlUid: PERFUME, slot: full.priceSn ?? '', total: 8, taken: 8 }
    await shop.deps.db.insert(goodsStock).values(soldOut)
    const { data } = await shop.quote(token, {
      lines: [
        { ...pass, unitPrice: 48_000 },
        full,
        { ...full, count: 1, priceSn: '20200101T1000' },
        { ...pass, gdsDtlUid: 'nothing' },
        await shop.goodsLine(YACHT),
      ],
    })
    expect(data?.lines.map(({ problem }) => problem)).toEqual(['price', 'sold_out', 'date', 'not_offered', null])
    expect(data?.lines[0]).toMatchObject({ unitPrice: 49_000, sum: 98_000 })
    expect(data?.quoteUid).toBeNull()
  })

  test('is not bought without a token, consent or method, by another member, with a quote of another kind, or once its quote has expired', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: await mixed() })
    expect((await shop.buy(undefined, { quoteUid, ...agreed })).http).toBe(400)
    expect((await shop.buy(token, { quoteUid, ...agreed, agreeYn: 'N' })).status.code).toBe('E_AGREEMENT_REQUIRED')
    expect((await shop.buy(token, { quoteUid, ...agreed, method: 'cash' })).status.code).toBe('E_PAYMENT_METHOD')
    expect((await shop.buy(stranger, { quoteUid, ...agreed })).status.code).toBe('E_NOT_FOUND')
    const goodsQuote = await shop.quoteOf(token, PERFUME, await shop.nameOf(PERFUME))
    expect((await shop.buy(token, { quoteUid: goodsQuote, ...agreed })).status.code).toBe('E_NOT_FOUND')
    shop.advance(QUOTE_TTL_MS + 1_000)
    expect((await shop.buy(token, { quoteUid, ...agreed })).status.code).toBe('E_QUOTE_EXPIRED')
    expect(await shop.stateOf(memberId)).toEqual({ orders: [], reservations: [], usedCoupons: 0 })
  })

  test('a line’s share of the discount cannot be used alone: neither its passes nor its goods are sold outside the cart', async () => {
    const couponUid = await shop.give(memberId, { value: 50_000 })
    await shop.quoted(token, { lines: await mixed(), couponUid })
    const quotes = await shop.deps.db.select().from(quote)
    for (const line of quotes.filter((row) => row.memberId === memberId && row.cartUid !== null)) {
      const { quoteUid } = line
      const answer =
        line.kind === 'pass'
          ? await shop.call(buyPass, { token, body: { quoteUid, ...agreed } })
          : await shop.call(reserve.create, { token, body: { quoteUid } })
      expect(answer.status.code).toBe('E_NOT_FOUND')
    }
  })

  test('is one payment: passes and reservations come together, coupon and points are divided to the won, and each line has its own number', async () => {
    await grant(10_000)
    const couponUid = await shop.give(memberId, { value: 10_001 })
    const { quoteUid, amount, lines, ...priced } = await shop.quoted(token, {
      lines: await mixed(),
      couponUid,
      points: 7_777,
    })
    expect(priced).toMatchObject({ sum: 181_000, discount: 10_001, points: 7_777 })
    expect(amount).toBe(181_000 - 10_001 - 7_777)
    expect(sumOf(lines.map((line) => line.amount))).toBe(amount)
    const { ordUid, landing } = await shop.payCart(token, quoteUid)
    expect(landing.headers.location).toBe(`/cart/completed?ord=${ordUid}`)

    const paid = await order(ordUid)
    expect(paid).toMatchObject({ state: 'paid', amount, payUrl: null })
    expect(paid?.lines.map(({ kind, rsvtUid }) => [kind, rsvtUid !== null]).toSorted()).toEqual([
      ['goods', true],
      ['goods', true],
      ['pass', false],
    ])
    expect(sumOf(paid?.lines.map((line) => line.amount) ?? [])).toBe(amount)
    expect((await shop.storedOrder(ordUid)).kept).toBe(amount)
    expect(await shop.passes(token)).toHaveLength(2)
    expect(await shop.stateOf(memberId)).toMatchObject({ reservations: ['confirmed', 'confirmed'], usedCoupons: 1 })
    expect(await balance()).toBe(10_000 - 7_777)
    // Purchases list the lines, not the cart.
    const listed = (await shop.call(buyList, { token, query: {} as never })).data
    expect(listed?.total).toBe(3)
    expect(listed?.list.map((line) => line.ordUid).toSorted()).toEqual(
      paid?.lines.map((line) => line.ordUid).toSorted(),
    )
    expect((await shop.call(buyDetail, { token, params: { id: ordUid } })).status.code).toBe('E_NOT_FOUND')
    expect((await shop.call(pgLog, { token, body: { ordUid, result: 'paid' } })).status.code).toBe('E_NOT_FOUND')
    expect((await shop.read(stranger, ordUid)).status.code).toBe('E_NOT_FOUND')
    expect((await shop.read(token, paid?.lines[0]?.ordUid ?? '')).status.code).toBe('E_NOT_FOUND')
  })

  test('bought twice is one order and one payment', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: await mixed() })
    const first = await shop.bought(token, quoteUid)
    expect(await shop.bought(token, quoteUid)).toEqual(first)
    expect((await shop.stateOf(memberId)).orders).toHaveLength(4)
  })

  test('a promotion code takes its percentage of the whole cart, and a free cart is paid without the gateway', async () => {
    const { lines, discount } = await shop.quoted(token, { lines: await mixed(), promoCode: 'harbor10' })
    expect(discount).toBe(18_100)
    expect(sumOf(lines.map((line) => line.discount))).toBe(18_100)
    await grant(200_000)
    const free = await shop.quoted(token, { lines: await mixed(), points: 181_000 })
    expect(await shop.bought(token, free.quoteUid)).toMatchObject({ state: 'paid', amount: 0, payUrl: null })
    expect(await shop.passes(token)).toHaveLength(2)
  })

  test.each(['decline', 'domestic'] as const)(
    '%s on the bank’s page gives back rooms, stock, coupon and points of all lines',
    async (choice) => {
      await grant(5_000)
      const couponUid = await shop.give(memberId)
      const gdsDtlUid = await shop.optionOf('pass-24h-mobile')
      await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, 100))
      const before = await shop.takenUnits(PERFUME)
      const { quoteUid } = await shop.quoted(token, { lines: await mixed(), couponUid, points: 5_000 })
      const { ordUid } = await shop.payCart(token, quoteUid, choice)
      await shop.reconcileAll()
      const closed = await order(ordUid)
      expect(closed?.state).toBe('declined')
      const { orders, ...state } = await shop.stateOf(memberId)
      expect(new Set(orders.map((row) => row.state))).toEqual(new Set([closed?.state]))
      expect(state).toEqual({ reservations: ['lapsed', 'lapsed'], usedCoupons: 0 })
      expect(await balance()).toBe(5_000)
      expect(await shop.takenUnits(PERFUME)).toEqual(before)
      expect(await stockOf(shop.deps.db, gdsDtlUid)).toBe(100)
      await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, null))
    },
  )

  test('that nobody pays is closed with all its lines, and money that comes later goes back in full', async () => {
    const { quoteUid, amount } = await shop.quoted(token, { lines: await mixed() })
    const { ordUid, payUrl } = await shop.bought(token, quoteUid)
    shop.advance(RECONCILE_MS + 1_000)
    await shop.reconcileAll()
    expect(await order(ordUid)).toMatchObject({ state: 'cancelled', reason: 'abandoned' })
    shop.post.closed = true
    await shop.bank.press(payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    shop.post.closed = false
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'refunded', reason: 'late', kept: 0 })
    expect(await shop.passes(token)).toHaveLength(0)
    expect(amount).toBeGreaterThan(0)
    // As a single order that was paid too late, each line is in the history, with its share of what went back.
    const { data } = await shop.call(buyList, { token, query: {} })
    expect(data?.list).toHaveLength(3)
    for (const { refunded, amount: price } of data?.list ?? []) expect(refunded).toBe(price)
    expect(sumOf(data?.list.map(({ refunded }) => refunded) ?? [])).toBe(amount)
    for (const { ordUid: id } of data?.list ?? [])
      expect((await shop.call(buyDetail, { token, params: { id } })).data).toMatchObject({ refundable: 0 })
    const lines = (await shop.rowsOf(memberId)).filter(({ kind }) => kind !== 'cart')
    expect(lines.map(({ state, reason }) => [state, reason])).toEqual(lines.map(() => ['refunded', 'late']))
    // A repeated report changes nothing.
    await shop.returnFromPayment(ordUid)
    expect((await shop.rowsOf(memberId)).filter(({ kind }) => kind !== 'cart')).toEqual(lines)
  })

  test('of which another amount was paid is closed, and its lines share what went back', async () => {
    const { quoteUid, amount } = await shop.quoted(token, { lines: await mixed() })
    const { ordUid, payUrl } = await shop.bought(token, quoteUid)
    await shop.deps.db
      .update(orderTable)
      .set({ amount: amount - 1 })
      .where(eq(orderTable.ordUid, ordUid))
    shop.post.closed = true
    await shop.bank.press(payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    shop.post.closed = false
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'refunded', reason: 'amount', kept: 0 })
    const lines = (await shop.rowsOf(memberId)).filter(({ kind }) => kind !== 'cart')
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(new Set(['amount']))
    expect(sumOf(lines.map(({ refunded }) => refunded))).toBe(amount)
  })

  test('cancelling a held reservation before the payment closes the whole cart, and paying it again leads to the cart’s page', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: await mixed() })
    const { ordUid, payUrl, lines } = await shop.bought(token, quoteUid)
    const rsvtUid = lines.find((line) => line.rsvtUid !== null)?.rsvtUid ?? ''
    const resumed = await shop.payInfo(token, { reserveId: rsvtUid, ...agreed })
    expect(resumed.data?.order?.payUrl).toBe(payUrl)
    await shop.cancel(token, rsvtUid)
    expect(await order(ordUid)).toMatchObject({ state: 'cancelled' })
    expect(await shop.stateOf(memberId)).toMatchObject({ reservations: ['cancelled', 'cancelled'] })
  })

  test('a line’s refund goes back from the cart’s payment; all lines give back exactly what was captured, the points, and last of all the coupon', async () => {
    await grant(3_333)
    const couponUid = await shop.give(memberId, { value: 10_001 })
    const { quoteUid, amount } = await shop.quoted(token, { lines: await mixed(), couponUid, points: 3_333 })
    const { ordUid, lines } = await shop.payCart(token, quoteUid)
    const pass = lines.find(({ kind }) => kind === 'pass')
    const goods = lines.filter(({ kind }) => kind === 'goods')
    if (!pass) throw new Error('no line of passes')

    const [unit] = await shop.passes(token)
    const halfRefund = await shop.call(refundPass, {
      token,
      body: { rsvtUid: pass.ordUid, whyCd: 'other', passUids: [unit?.passUid ?? ''] } as never,
    })
    expect(halfRefund.data?.cancelAmt).toBe(Math.floor(pass.amount / 2))
    await shop.jobs()
    expect((await shop.storedOrder(ordUid)).kept).toBe(amount - Math.floor(pass.amount / 2))
    for (const { rsvtUid } of goods) await shop.cancel(token, rsvtUid ?? '')
    await shop.jobs()
    expect((await shop.storedOrder(ordUid)).kept).toBe(pass.amount - Math.floor(pass.amount / 2))
    expect((await shop.stateOf(memberId)).usedCoupons).toBe(1)
    await shop.call(refundPass, { token, body: { rsvtUid: pass.ordUid, whyCd: 'other' } as never })
    await shop.jobs()
    const stored = await shop.storedOrder(ordUid)
    expect(stored).toMatchObject({ kept: 0, refunded: amount })
    expect((await shop.stateOf(memberId)).usedCoupons).toBe(0)
    expect(await balance()).toBe(3_333)
  })

  test('a charge-back of the cart blocks its passes and ends its reservations, without a refund', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: await mixed() })
    const { ordUid, lines } = await shop.payCart(token, quoteUid)
    const { paymentKey } = await shop.storedOrder(ordUid)
    await shop.dispute(paymentKey, true)
    expect((await shop.rowsOf(memberId)).every(({ disputedAt }) => disputedAt !== null)).toBe(true)
    expect(new Set((await shop.stateOf(memberId)).reservations)).toEqual(new Set(['cancelled']))
    const pass = lines.find(({ kind }) => kind === 'pass')
    const refund = { rsvtUid: pass?.ordUid ?? '', whyCd: 'other' } as never
    expect((await shop.call(refundPass, { token, body: refund })).status.code).toBe('E_REFUND')
    await shop.dispute(paymentKey, false)
    expect((await shop.rowsOf(memberId)).every(({ disputedAt }) => disputedAt === null)).toBe(true)
  })

  test('a line that sold out after the price was fixed leaves nothing bought and nothing held, and is named', async () => {
    const couponUid = await shop.give(memberId)
    const { quoteUid } = await shop.quoted(token, { lines: await mixed(), couponUid })
    const gdsDtlUid = await shop.optionOf('pass-24h-mobile')
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, 1))
    const before = await shop.takenUnits(PERFUME)
    const refused = await shop.buy(token, { quoteUid, ...agreed })
    await shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, null))
    expect(refused.status.code).toBe('E_SOLD_OUT')
    expect(refused.status.fields).toEqual([{ field: `lines.${gdsDtlUid}`, reason: 'sold_out' }])
    expect(await shop.stateOf(memberId)).toEqual({ orders: [], reservations: [], usedCoupons: 0 })
    expect(await shop.takenUnits(PERFUME)).toEqual(before)
  })
})
