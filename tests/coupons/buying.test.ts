import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as coupon from '#contract/calls/coupon.ts'
import * as pass from '#contract/calls/pass.ts'
import * as point from '#contract/calls/point.ts'
import { HOLDS_MAX, QUOTE_TTL_MS, RECONCILE_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pointEntry } from '#server/db/schema/point.ts'
import { earnPoints, returnPoints, spendPoints } from '#server/modules/point/service.ts'
import { isShort, returnStock, setStock, takeStock } from '#server/modules/stock/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { buyQuote, giveOne, quoteFor } from './wallet.ts'

const ORDER = '0190a000-0000-7000-8000-000000000002'

describe.each(drawnEngines())('buying with a coupon on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const stateOf = async (token: string, couponUid: string) => {
    for (const psTycd of ['usable', 'used'] as const) {
      const { data } = await shop.call(coupon.myCoupon, { token, query: { psTycd, pageSize: '50' } })
      const listedCoupon = data?.list.find((one) => one.couponUid === couponUid)
      if (listedCoupon) return listedCoupon
    }
    throw new Error('no such coupon')
  }
  const order = async (token: string, body: Record<string, unknown>) => {
    const { data } = await quoteFor(shop, token, body)
    return buyQuote(shop, token, data?.quoteUid ?? '')
  }

  test("another member's, an unknown, a used, an expired coupon and one for other goods are refused", async () => {
    const [{ accessToken: token }, { accessToken: otherToken }] = [await shop.member(), await shop.member()]
    const code = async (couponUid: string) => (await quoteFor(shop, token, { couponUid })).status.code
    expect(await code('nothing')).toBe('E_COUPON')
    expect(await code(await giveOne(shop, otherToken))).toBe('E_COUPON')
    expect(await code(await giveOne(shop, token, { target: 'reserve' }))).toBe('E_COUPON')
    expect(await code(await giveOne(shop, token, { gdsTycd: 'CD0000000079' }))).toBe('E_COUPON')
    expect(await code(await giveOne(shop, token, { gdsDtlUid: 'pass-48h-mobile-std' }))).toBe('E_COUPON')
    expect(await code(await giveOne(shop, token, { minAmount: 49_001 }))).toBe('E_COUPON')
    const short = await giveOne(shop, token, { expiresAt: shop.clock() + HOUR_MS })
    expect(await code(short)).toBe('200')
    shop.advance(HOUR_MS)
    expect(await code(short)).toBe('E_COUPON')
    const couponUid = await giveOne(shop, token)
    expect((await quoteFor(shop, token, { couponUid, promoCode: 'HARBOR10' })).status.code).toBe('E_ONE_DISCOUNT')
    expect((await order(token, { couponUid })).data).toMatchObject({ amount: 44_000 })
    expect(await code(couponUid)).toBe('E_COUPON')
  })

  test('a quote lists the coupons that fit, the best first, and is priced with the chosen one', async () => {
    const { accessToken: token } = await shop.member()
    const small = await giveOne(shop, token, { value: 3_000 })
    const large = await giveOne(shop, token, { kind: 'percent', value: 10, maxDiscount: 9_000 })
    await giveOne(shop, token, { target: 'reserve' })
    const open = (await quoteFor(shop, token, { passCnt: 2 })).data
    expect(open?.coupons.map(({ couponUid, discount }) => [couponUid, discount])).toEqual([
      [large, 9_000],
      [small, 3_000],
    ])
    expect(open).toMatchObject({ couponUid: null, discount: 0, amount: 98_000, pointsUsable: 0 })
    const query = { gdsDtlUid: open?.gdsDtlUid, passCnt: '2', price: '98000', couponUid: large } as const
    const priced = await shop.call(pass.buyPassPayInfo, { token, query })
    expect(priced.data).toMatchObject({ couponUid: large, discount: 9_000, amount: 89_000 })
    // A quote does not use the coupon.
    expect(await stateOf(token, large)).toMatchObject({ state: 'usable' })
  })

  test('an order uses its coupon, a second order with it is refused, and a declined order returns it', async () => {
    const { accessToken: token } = await shop.member()
    const couponUid = await giveOne(shop, token)
    const [first, second] = [await quoteFor(shop, token, { couponUid }), await quoteFor(shop, token, { couponUid })]
    const bought = await buyQuote(shop, token, first.data?.quoteUid ?? '')
    const ordUid = bought.data?.ordUid ?? ''
    expect(await stateOf(token, couponUid)).toMatchObject({ state: 'used', ordUid })
    expect((await buyQuote(shop, token, second.data?.quoteUid ?? '')).status.code).toBe('E_COUPON')
    await shop.bank.press(bought.data?.payUrl ?? '', 'decline')
    await shop.returnFromPayment(ordUid)
    expect(await shop.order(token, ordUid)).toMatchObject({ state: 'declined' })
    expect(await stateOf(token, couponUid)).toMatchObject({ state: 'usable', ordUid: null, usedAt: null })
    expect((await buyQuote(shop, token, second.data?.quoteUid ?? '')).data).toMatchObject({ amount: 44_000 })
  })

  test('a paid order keeps its coupon used', async () => {
    const { accessToken: token } = await shop.member()
    const couponUid = await giveOne(shop, token)
    const { data } = await order(token, { couponUid, passCnt: 2 })
    await shop.bank.press(data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(data?.ordUid ?? '')
    expect(await shop.storedOrder(data?.ordUid ?? '')).toMatchObject({ state: 'paid', passes: 2, kept: 93_000 })
    expect(await stateOf(token, couponUid)).toMatchObject({ state: 'used' })
  })

  test('with a coupon that covers the whole amount the pass is issued at once, without the gateway', async () => {
    const { accessToken: token } = await shop.member()
    const couponUid = await giveOne(shop, token, { value: 60_000 })
    // `isPay` is what the caller expects: Y is refused, because nothing is left to pay (spec 3.30).
    const claim = await quoteFor(shop, token, { couponUid, isPay: 'Y' })
    expect(claim.status.code).toBe('E_PRICE_CHANGED')
    const { data } = await quoteFor(shop, token, { couponUid, isPay: 'N' })
    expect(data).toMatchObject({ discount: 49_000, amount: 0 })
    const bought = await buyQuote(shop, token, data?.quoteUid ?? '')
    expect(bought.data).toMatchObject({ state: 'paid', payUrl: null })
    expect(await shop.passes(token)).toHaveLength(1)
  })

  test('with points switched off none are spent and none are earned', async () => {
    const { accessToken: token } = await shop.member()
    expect((await quoteFor(shop, token, { points: 1 })).status.code).toBe('E_POINTS')
    expect(await quoteFor(shop, token, { points: -1 })).toMatchObject({ http: 422 })
    const { data } = await order(token, {})
    await shop.bank.press(data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(data?.ordUid ?? '')
    const points = await shop.call(point.list, { token })
    expect(points.data).toMatchObject({ list: [], total: 0, balance: 0, earnPercent: 0, spendYn: 'N' })
  })

  test("a member's unpaid orders with tracked stock are limited, and a paid, declined or abandoned one makes room", async () => {
    const { accessToken: token } = await shop.member()
    const gdsDtlUid = await shop.optionOf('pass-big3-mobile')
    const stock = (units: number | null) => shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, units))
    await stock(40)
    const quoted = async () => (await quoteFor(shop, token, { gdsDtlUid, passCnt: 1 })).data?.quoteUid ?? ''
    const buy = async () => buyQuote(shop, token, await quoted())
    const requoted = await quoted()
    const [first, second, third] = [await buyQuote(shop, token, requoted), await buy(), await buy()]
    for (let nth = 3; nth < HOLDS_MAX; nth += 1) expect((await buy()).status.code).toBe('200')
    expect((await buy()).status.code).toBe('E_HOLDS')
    // The same quote returns its existing order.
    expect((await buyQuote(shop, token, requoted)).data?.ordUid).toBe(first.data?.ordUid)
    // An option without tracked stock is not limited.
    expect((await buyQuote(shop, token, (await quoteFor(shop, token, {})).data?.quoteUid ?? '')).status.code).toBe(
      '200',
    )
    await shop.bank.press(first.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(first.data?.ordUid ?? '')
    expect((await buy()).status.code).toBe('200')
    expect((await buy()).status.code).toBe('E_HOLDS')
    await shop.bank.press(second.data?.payUrl ?? '', 'decline')
    await shop.returnFromPayment(second.data?.ordUid ?? '')
    expect((await buy()).status.code).toBe('200')
    expect((await buy()).status.code).toBe('E_HOLDS')
    shop.advance(RECONCILE_MS)
    expect(await shop.order(token, third.data?.ordUid ?? '')).toMatchObject({ state: 'cancelled' })
    expect((await buy()).status.code).toBe('200')
    await stock(null)
  })

  test('stock is never oversold, and a closed order returns its units', async () => {
    const { accessToken: token } = await shop.member()
    const gdsDtlUid = await shop.optionOf('pass-48h-mobile')
    const stock = (units: number | null) => shop.deps.db.transaction((tx) => setStock(tx, gdsDtlUid, units))
    const two = { gdsDtlUid, passCnt: 2 }
    await stock(3)
    expect((await quoteFor(shop, token, { gdsDtlUid, passCnt: 4 })).status.code).toBe('E_SOLD_OUT')
    const [first, second] = [await quoteFor(shop, token, two), await quoteFor(shop, token, two)]
    const bought = await buyQuote(shop, token, first.data?.quoteUid ?? '')
    expect((await buyQuote(shop, token, second.data?.quoteUid ?? '')).status.code).toBe('E_SOLD_OUT')
    expect((await quoteFor(shop, token, { gdsDtlUid, passCnt: 1 })).status.code).toBe('200')
    // The order is not paid and is abandoned when its time is over.
    shop.advance(RECONCILE_MS)
    await shop.reconcileAll()
    expect(await shop.order(token, bought.data?.ordUid ?? '')).toMatchObject({ state: 'cancelled' })
    expect(await isShort(shop.deps.db, gdsDtlUid, 3)).toBe(false)
    // A second return changes nothing; of an order a part can be returned.
    await shop.deps.db.transaction((tx) => returnStock(tx, bought.data?.ordUid ?? ''))
    expect(await isShort(shop.deps.db, gdsDtlUid, 4)).toBe(true)
    const third = await buyQuote(shop, token, (await quoteFor(shop, token, two)).data?.quoteUid ?? '')
    await shop.deps.db.transaction((tx) => returnStock(tx, third.data?.ordUid ?? '', 1))
    expect(await isShort(shop.deps.db, gdsDtlUid, 2)).toBe(false)
    expect(await isShort(shop.deps.db, gdsDtlUid, 3)).toBe(true)
    await stock(null)
    expect(await isShort(shop.deps.db, gdsDtlUid, 6)).toBe(false)
    // Stock was tracked when the quote was made and is not any more: not sold out.
    const ordUid = third.data?.ordUid ?? ''
    await shop.deps.db.transaction((tx) => takeStock(tx, { ordUid, gdsDtlUid, units: 6, counted: false }))
  })

  test('an expired quote uses no coupon', async () => {
    const { accessToken: token } = await shop.member()
    const couponUid = await giveOne(shop, token)
    const { data } = await quoteFor(shop, token, { couponUid })
    shop.advance(QUOTE_TTL_MS)
    expect((await buyQuote(shop, token, data?.quoteUid ?? '')).status.code).toBe('E_QUOTE_EXPIRED')
    expect(await stateOf(token, couponUid)).toMatchObject({ state: 'usable' })
  })
})

describe.each(drawnEngines())('points switched on, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine, env: { POINTS_EARN_PERCENT: '5', POINTS_SPEND: '1' } })
  })
  afterAll(() => shop.close())

  const history = async (token: string) => (await shop.call(point.list, { token })).data
  const grant = (memberId: string, paid: number, ordUid: string = crypto.randomUUID()) =>
    shop.deps.db.transaction((tx) =>
      earnPoints(tx, { earnPercent: 100, validDays: 1_825 }, { memberId, ordUid, paid, finalAt: 0 }, shop.clock()),
    )

  test('a request without a token and a bad page are refused', async () => {
    expect(await shop.call(point.list)).toMatchObject({ http: 400 })
    const { accessToken: token } = await shop.member()
    expect((await shop.call(point.list, { token, query: { pageNum: '0' } })).http).toBe(422)
  })

  test('the balance never falls below zero', async () => {
    const { accessToken: token, memberId } = await shop.member()
    const spend = (amount: number) =>
      shop.deps.db.transaction((tx) => spendPoints(tx, { memberId, ordUid: ORDER, amount }, shop.clock()))
    await expect(spend(1)).rejects.toMatchObject({ code: 'E_POINTS' })
    await grant(memberId, 100)
    await expect(spend(101)).rejects.toMatchObject({ code: 'E_POINTS' })
    await spend(100)
    await expect(spend(1)).rejects.toMatchObject({ code: 'E_POINTS' })
    expect(await history(token)).toMatchObject({
      balance: 0,
      total: 2,
      list: [{ amount: -100, balance: 0 }, { amount: 100 }],
    })
  })

  test('spent points lower the amount of an order and return when it is declined; a paid order earns points', async () => {
    const { accessToken: token, memberId } = await shop.member()
    await grant(memberId, 10_000)
    expect((await quoteFor(shop, token, { points: 10_001 })).status.code).toBe('E_POINTS')
    const quoted = (await quoteFor(shop, token, { points: 9_000 })).data
    expect(quoted).toMatchObject({ pointsUsable: 10_000, points: 9_000, discount: 0, amount: 40_000 })
    const secondQuote = (await quoteFor(shop, token, { points: 9_000 })).data
    const declined = await buyQuote(shop, token, quoted?.quoteUid ?? '')
    expect((await history(token))?.balance).toBe(1_000)
    // Quoted while the points were still there.
    expect((await buyQuote(shop, token, secondQuote?.quoteUid ?? '')).status.code).toBe('E_POINTS')
    await shop.bank.press(declined.data?.payUrl ?? '', 'decline')
    await shop.returnFromPayment(declined.data?.ordUid ?? '')
    expect((await history(token))?.balance).toBe(10_000)
    const paid = await buyQuote(shop, token, secondQuote?.quoteUid ?? '')
    await shop.bank.press(paid.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(paid.data?.ordUid ?? '')
    await shop.reconcileAll()
    const after = await history(token)
    expect(after).toMatchObject({ balance: 1_000, pending: 2_000, earnPercent: 5, spendYn: 'Y' })
    expect(after?.list.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['spend', -9_000, 1_000],
      ['return', 9_000, 10_000],
      ['spend', -9_000, 1_000],
      ['earn', 10_000, 10_000],
    ])
  })

  test('points of an order that is refunded by units return in shares, and in total once', async () => {
    const { memberId } = await shop.member()
    const [source, ordUid] = [crypto.randomUUID(), crypto.randomUUID()]
    await grant(memberId, 1_000, source)
    await shop.deps.db.transaction((tx) => spendPoints(tx, { memberId, ordUid, amount: 1_000 }, shop.clock()))
    await grant(memberId, 100, ordUid)
    const end = async (units: number) => {
      for (let times = 0; times < 2; times += 1)
        await shop.deps.db.transaction((tx) =>
          returnPoints(tx, shop.deps.config.points, { memberId, ordUid }, shop.clock(), { units, of: 3 }),
        )
      const rows = await shop.deps.db
        .select()
        .from(pointEntry)
        .where(eq(pointEntry.ordUid, ordUid))
        .orderBy(pointEntry.seq)
      return rows.filter(({ kind }) => kind === 'return' || kind === 'take_back').map(({ amount }) => amount)
    }
    expect(await end(1)).toEqual([333, -33])
    expect(await end(2)).toEqual([333, -33, 333, -33])
    expect(await end(3)).toEqual([333, -33, 333, -33, 334, -34])
  })

  test('earned points are taken back as far as the balance allows', async () => {
    const { memberId, accessToken: token } = await shop.member()
    const [ordUid, otherOrdUid] = [crypto.randomUUID(), crypto.randomUUID()]
    await grant(memberId, 500, ordUid)
    await shop.deps.db.transaction((tx) =>
      spendPoints(tx, { memberId, ordUid: otherOrdUid, amount: 400 }, shop.clock()),
    )
    await shop.deps.db.transaction((tx) =>
      returnPoints(tx, shop.deps.config.points, { memberId, ordUid }, shop.clock()),
    )
    expect(await history(token)).toMatchObject({ balance: 0, list: [{ kind: 'take_back', amount: -100 }, {}, {}] })
  })

  test('the order stores the points spent on it', async () => {
    const { accessToken: token, memberId } = await shop.member()
    await grant(memberId, 49_000)
    const { data } = await quoteFor(shop, token, { points: 49_000 })
    const bought = await buyQuote(shop, token, data?.quoteUid ?? '')
    expect(bought.data).toMatchObject({ state: 'paid', amount: 0 })
    const [row] = await shop.deps.db
      .select()
      .from(orderTable)
      .where(eq(orderTable.ordUid, bought.data?.ordUid ?? ''))
    expect(row).toMatchObject({ points: 49_000, amount: 0, discount: 0, unitPrice: 49_000 })
  })
})
