import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundedByHand } from '#server/modules/reserve/service.ts'
import { type Gateway, GatewayRefused } from '#server/outside/payment/gateway.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PERFUME, YACHT } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

describe.each(drawnEngines())('a cart whose charge is taken back, on %s', (engine) => {
  let shop: CartShop
  let token = ''
  let memberId = ''
  /** The gateway refuses refunds. */
  let refuses = false
  beforeAll(async () => {
    const wrap = (gateway: Gateway): Gateway => ({
      ...gateway,
      cancel: (...args) => (refuses ? Promise.reject(new GatewayRefused('account_closed')) : gateway.cancel(...args)),
    })
    shop = await openCartShop({ engine, wrap })
  })
  beforeEach(async () => {
    const member = await shop.visitor()
    token = member.accessToken
    memberId = member.memberId
  })
  afterAll(() => shop.close())

  type Lines = Parameters<CartShop['quoted']>[1]['lines']
  /** Pays these lines with a coupon. */
  const payWithCoupon = async (lines: Lines) => {
    const couponUid = await shop.give(memberId)
    const { quoteUid } = await shop.quoted(token, { lines, couponUid })
    const cart = await shop.payCart(token, quoteUid)
    const { paymentKey } = await shop.storedOrder(cart.ordUid)
    return { ...cart, paymentKey }
  }
  const usedCoupons = async () => (await shop.stateOf(memberId)).usedCoupons

  test('gets its coupon back when all lines are goods, also when one was refunded before', async () => {
    const goods = [await shop.goodsLine(), await shop.goodsLine(YACHT)]
    const { paymentKey } = await payWithCoupon(goods)
    expect(await usedCoupons()).toBe(1)
    await shop.dispute(paymentKey, true)
    expect(await usedCoupons()).toBe(0)

    const partly = await payWithCoupon(goods)
    await shop.cancel(token, partly.lines[0]?.rsvtUid ?? '')
    await shop.jobs()
    expect(await usedCoupons()).toBe(1)
    await shop.dispute(partly.paymentKey, true)
    expect(await usedCoupons()).toBe(0)
  })

  test('keeps its coupon used with a line of passes, which are blocked and may stand again', async () => {
    const { paymentKey } = await payWithCoupon([await shop.passLine(), await shop.goodsLine()])
    await shop.dispute(paymentKey, true)
    expect(await usedCoupons()).toBe(1)
  })

  test('in the console, in full, ends the line that was not cancelled, and no line that was refunded by hand before', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: [await shop.goodsLine(), await shop.goodsLine(PERFUME, 3)] })
    const { ordUid, lines } = await shop.payCart(token, quoteUid)
    const { paymentKey } = await shop.storedOrder(ordUid)
    const [first = '', second = ''] = lines.map(({ rsvtUid }) => rsvtUid ?? '')
    await shop.cancel(token, first)
    refuses = true
    await shop.jobs()
    refuses = false
    expect((await shop.row(first)).state).toBe('cancel_asked')
    await shop.deps.db.transaction((tx) => refundedByHand(tx, shop.deps.config.points, first, shop.clock()))
    await shop.bank.gateway.cancel(paymentKey, 90_000, `console ${ordUid}`)
    await shop.hear(paymentKey)
    expect(await shop.row(first)).toMatchObject({ state: 'cancelled', end: 'member' })
    expect(await shop.row(second)).toMatchObject({ state: 'cancelled', end: 'charge_back' })
  })

  test('keeps a reservation refunded that an earlier charge-back had ended, when a second one is resolved', async () => {
    const { quoteUid } = await shop.quoted(token, { lines: [await shop.passLine(), await shop.goodsLine()] })
    const { ordUid } = await shop.payCart(token, quoteUid)
    const { paymentKey } = await shop.storedOrder(ordUid)
    for (const _ of ['first', 'second']) {
      await shop.dispute(paymentKey, true)
      await shop.dispute(paymentKey, false)
      await shop.jobs()
      expect((await shop.stateOf(memberId)).reservations).toEqual(['cancelled'])
      expect((await shop.storedOrder(ordUid)).kept).toBe(98_000)
    }
  })
})
