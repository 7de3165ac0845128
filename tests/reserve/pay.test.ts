import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { pgLog } from '#contract/calls/pgLog.ts'
import { buyPass, buyPassPayInfo, orderDetail } from '#contract/calls/pass.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { RESERVE_HOLD_MS } from '#contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { coupon } from '#server/db/schema/coupon.ts'
import { type Gateway, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { drawnEngines } from '../harness/engines.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, type ReservationShop } from './reservationShop.ts'

describe.each(drawnEngines())('paying for a reservation on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  let memberId = ''
  let stranger = ''
  let away = false
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    cancel: (...args) => (away ? Promise.reject(new GatewayUnknown('away')) : gateway.cancel(...args)),
  })
  beforeAll(async () => {
    inn = await openReservationShop({ engine, wrap })
    const member = await inn.visitor()
    token = member.accessToken
    memberId = member.memberId
    stranger = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())

  /** Gives the member a coupon and returns its `couponUid`. */
  const give = (terms: Parameters<typeof inn.give>[1]) => inn.give(memberId, terms)
  const orderOfCoupon = async (couponUid: string) =>
    (await inn.deps.db.select().from(coupon).where(eq(coupon.couponUid, couponUid)))[0]?.ordUid
  const news = async () =>
    (await inn.call(newsfeed.list, { token, query: { pageSize: '50' } as never })).data?.list.map(
      ({ content }) => content,
    ) ?? []

  describe('pay-info', () => {
    test("is refused without a token or consent, with an unknown method, coupon or promotion code, with two discounts and with too many points; another member's reservation is answered like an unknown one", async () => {
      const { rsvtUid: reserveId } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME, 1))
      expect((await inn.payInfo('', { reserveId })).http).toBe(400)
      expect((await inn.payInfo(token, { reserveId: 'mine' })).http).toBe(422)
      expect((await inn.payInfo(token, { reserveId, points: -1 })).http).toBe(422)
      const foreign = await inn.payInfo(stranger, { reserveId })
      expect(foreign.status).toEqual((await inn.payInfo(stranger, { reserveId: randomUUID() })).status)
      expect(foreign.status.code).toBe('E_NOT_FOUND')
      const pay = (overrides: object) =>
        inn.payInfo(token, { reserveId, method: 'overseas_card', agreeYn: 'Y', ...overrides })
      expect((await pay({ agreeYn: 'N' })).status.code).toBe('E_AGREEMENT_REQUIRED')
      expect((await pay({ method: 'cash' })).status.code).toBe('E_PAYMENT_METHOD')
      expect((await pay({ couponUid: randomUUID() })).status.code).toBe('E_COUPON')
      expect((await pay({ promoCode: 'NOBODY' })).status.code).toBe('E_PROMO_CODE')
      expect((await pay({ promoCode: 'HARBOR10', couponUid: randomUUID() })).status.code).toBe('E_ONE_DISCOUNT')
      expect((await pay({ points: 1 })).status.code).toBe('E_POINTS')
      expect(await inn.row(reserveId)).toMatchObject({ state: 'held', ordUid: null })
      await inn.cancel(token, reserveId)
    })

    test('without a method it only shows the price, and with one it makes one order, however often it is called', async () => {
      const { rsvtUid: reserveId } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME, 2), 2)
      const preview = (await inn.payInfo(token, { reserveId, promoCode: 'harbor10' })).data
      expect(preview).toMatchObject({ sum: 90_000, discount: 9_000, points: 0, amount: 81_000, order: null })
      expect(await inn.row(reserveId)).toMatchObject({ ordUid: null })
      const first = await inn.order(token, reserveId, { promoCode: 'harbor10' })
      expect(first).toMatchObject({ kind: 'goods', state: 'pending', amount: 81_000, goodsCnt: 2 })
      expect(first.payUrl).toContain('/pay/')
      expect(await inn.order(token, reserveId)).toEqual(first)
      expect((await inn.payInfo(token, { reserveId })).data).toMatchObject({ amount: 81_000, order: first })
      expect((await inn.read(token, reserveId)).actions).toEqual(['pay', 'cancel'])
      // It is read as a reservation, not as an order of passes.
      expect((await inn.call(orderDetail, { token, params: { id: first.ordUid } })).status.code).toBe('E_NOT_FOUND')
    })

    test('a coupon that fits is listed, used once, and returned when the payment is declined', async () => {
      const priceSn = await inn.nameOf(PERFUME, 3)
      await give({ target: 'pass' })
      await give({ gdsTycd: 'CD0000000079' })
      const couponUid = await give({ target: 'reserve', minAmount: 100_000 })
      const fitting = async () => (await inn.call(reserve.coupon, { token, query: { goodsDtlId: PERFUME } })).data
      expect((await inn.call(reserve.coupon, { query: { goodsDtlId: PERFUME } })).http).toBe(400)
      expect((await inn.call(reserve.coupon, { token, query: { goodsDtlId: 'x' } })).status.code).toBe('E_NOT_FOUND')
      const { rsvtUid: reserveId } = await inn.hold(token, PERFUME, priceSn, 3)
      expect(await fitting()).toMatchObject({ amount: 135_000, list: [{ couponUid, discount: 10_000 }] })
      const order = await inn.order(token, reserveId, { couponUid })
      expect(order.amount).toBe(125_000)
      expect(await inn.read(token, reserveId)).toMatchObject({ amount: 135_000, paidAmount: 125_000 })
      expect(await orderOfCoupon(couponUid)).toBe(order.ordUid)
      const secondHold = await inn.hold(token, PERFUME, priceSn, 3)
      expect((await inn.payInfo(token, { reserveId: secondHold.rsvtUid, couponUid })).status.code).toBe('E_COUPON')
      await inn.cancel(token, secondHold.rsvtUid)
      await inn.bank.press(order.payUrl ?? '', 'decline')
      await inn.returnFromPayment(order.ordUid)
      expect(await inn.row(reserveId)).toMatchObject({ state: 'lapsed', end: 'payment' })
      expect(await inn.takenUnits(PERFUME)).not.toHaveProperty(priceSn)
      expect(await orderOfCoupon(couponUid)).toBeNull()
    })

    test('a reservation that a coupon pays in full is confirmed at once, without the gateway', async () => {
      const couponUid = await give({ value: 100_000 })
      const { rsvtUid: reserveId } = await inn.hold(token, PERFUME, await inn.nameOf(PERFUME, 4))
      const order = await inn.order(token, reserveId, { couponUid })
      expect(order).toMatchObject({ state: 'paid', amount: 0, payUrl: null })
      const confirmed = { state: 'confirmed', badge: 'confirm', amount: 45_000, paidAmount: 0 }
      expect(await inn.read(token, reserveId)).toMatchObject(confirmed)
      expect((await inn.cancel(token, reserveId)).data?.state).toBe('cancel_asked')
      await inn.jobs()
      expect(await inn.read(token, reserveId)).toMatchObject({ state: 'cancelled', badge: 'complete3' })
      expect(await orderOfCoupon(couponUid)).toBeNull()
      const news = (await inn.call(newsfeed.list, { token })).data?.list ?? []
      const ofOrder = news.filter(({ content }) => content.includes(order.orderNumber))
      expect(ofOrder.map(({ title }) => title)).toEqual(['Cancellation completed'])
    })
  })

  describe('a paid reservation', () => {
    test('is confirmed, reported, and has a voucher only then', async () => {
      const priceSn = await inn.nameOf(ROOM, 5)
      const { rsvtUid, rsvtNumber } = await inn.hold(token, ROOM, priceSn)
      const voucher = (as = token) => inn.call(reserve.voucher, { token: as, query: { rsvtUid }, locale: 'jp' })
      expect((await voucher('')).http).toBe(400)
      expect((await voucher()).status.code).toBe('E_RESERVE_STATE')
      const { ordUid, payUrl } = await inn.order(token, rsvtUid)
      await inn.bank.press(payUrl ?? '', 'approve')
      const back = await inn.returnFromPayment(ordUid)
      expect(back.headers.location).toBe(`/hotel/stanford-inn-busan?step=done&rsvtUid=${rsvtUid}`)
      const logged = await inn.call(pgLog, { token, body: { ordUid, result: 'paid' } })
      expect(logged.data).toMatchObject({ kind: 'goods', state: 'paid', amount: 85_000 })
      expect(await inn.read(token, rsvtUid)).toMatchObject({
        state: 'confirmed',
        badge: 'confirm',
        typeBadge: 'hotel',
        actions: ['cancel'],
        holdUntil: null,
      })
      expect((await voucher()).data).toMatchObject({
        rsvtNumber,
        goodsNmKo: expect.stringMatching(/[가-힣]/),
        checkIn: '15:00',
        guestName: 'Mei Lin',
      })
      expect((await voucher(stranger)).status.code).toBe('E_NOT_FOUND')
      expect((await news()).filter((line) => line.includes(rsvtNumber))).toHaveLength(1)
      // Neither the job of expired holds nor the reconciliation changes it.
      inn.advance(RESERVE_HOLD_MS)
      await inn.jobs()
      await inn.reconcileAll()
      expect((await inn.row(rsvtUid)).state).toBe('confirmed')
    })

    test('card passes have vouchers under their order id, and strangers cannot read them', async () => {
      const gdsDtlUid = await inn.optionOf('pass-24h-card')
      const quoted = await inn.call(buyPassPayInfo, { token, body: { gdsDtlUid, passCnt: 2 } })
      const body = { quoteUid: quoted.data?.quoteUid ?? '', method: 'overseas_card', agreeYn: 'Y' as const }
      const bought = await inn.call(buyPass, { token, body })
      const { ordUid: rsvtUid = '', orderNumber } = bought.data ?? {}
      const voucher = (as = token) => inn.call(reserve.voucher, { token: as, query: { rsvtUid } })
      expect((await voucher()).status.code).toBe('E_NOT_FOUND')
      await inn.bank.press(bought.data?.payUrl ?? '', 'approve')
      await inn.returnFromPayment(rsvtUid)
      const { data } = await voucher()
      expect(data).toMatchObject({
        kind: 'card',
        rsvtUid,
        orderNumber,
        list: [{ state: 'waiting' }, { state: 'waiting' }],
      })
      const vouchers = data?.kind === 'card' ? data.list.map((card) => card.voucher) : []
      expect(new Set(vouchers.filter((one) => one !== null)).size).toBe(2)
      expect((await voucher(stranger)).status.code).toBe('E_NOT_FOUND')
    })

    test('a cancellation in time frees the slot at once and is complete when all money is refunded', async () => {
      const priceSn = await inn.nameOf(PERFUME, 6)
      const { rsvtUid, ordUid } = await inn.book(token, PERFUME, priceSn, 2)
      expect(await inn.storedOrder(ordUid)).toMatchObject({ state: 'paid', kept: 90_000 })
      expect((await inn.cancel(stranger, rsvtUid)).status).toEqual((await inn.cancel(stranger, randomUUID())).status)
      expect((await inn.cancel('', rsvtUid)).http).toBe(400)
      expect((await inn.call(reserve.cancel, { token, query: {} })).http).toBe(422)
      away = true
      expect((await inn.cancel(token, rsvtUid, 'cancel-key-1')).data).toMatchObject({
        state: 'cancel_asked',
        badge: 'cancel-ask',
        actions: [],
      })
      expect(await inn.takenUnits(PERFUME)).not.toHaveProperty(priceSn)
      await inn.jobs()
      expect((await inn.row(rsvtUid)).state).toBe('cancel_asked')
      away = false
      inn.advance(10 * MINUTE_MS)
      await inn.jobs()
      expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'cancelled', badge: 'complete3' })
      expect((await inn.storedOrder(ordUid)).kept).toBe(0)
      // Repeated, by body instead of query: the same.
      expect((await inn.call(reserve.cancel, { token, body: { reserveId: rsvtUid } })).data?.state).toBe('cancelled')
      await inn.jobs()
      expect((await inn.storedOrder(ordUid)).kept).toBe(0)
    })

    test('an activity cannot be cancelled from exactly 24 hours before it', async () => {
      const visitor = await inn.visitor()
      const { rsvtUid } = await inn.book(visitor.accessToken, PERFUME, await inn.nameOf(PERFUME, 7))
      const { cancelUntil } = await inn.row(rsvtUid)
      inn.advance((cancelUntil ?? 0) - inn.clock())
      const lateSession = await visitor.signInAgain()
      expect((await inn.cancel(lateSession, rsvtUid)).status.code).toBe('E_CANCEL_LATE')
      expect(await inn.read(lateSession, rsvtUid)).toMatchObject({ state: 'confirmed', actions: [] })
      token = (await inn.visitor()).accessToken
    })

    test('a voucher is valid from the payment on, and can be cancelled for one day', async () => {
      const { rsvtUid } = await inn.book(token, LOCKER, 'open')
      const row = await inn.row(rsvtUid)
      expect(row.startsAt).toBe(row.paidAt)
      expect((row.cancelUntil ?? 0) - (row.paidAt ?? 0)).toBe(DAY_MS)
      const days = (row.endsAt - row.startsAt) / DAY_MS
      expect(days).toBeGreaterThan(180)
      expect(days).toBeLessThanOrEqual(181)
      expect((await inn.cancel(token, rsvtUid)).data?.state).toBe('cancel_asked')
    })
  })
})
