import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawnEngines } from '../harness/engines.ts'
import { YACHT } from '../reserve/reservationShop.ts'
import { openCartShop, type CartShop } from './cartShop.ts'

describe.each(drawnEngines())('a cart whose charge is taken back, on %s', (engine) => {
  let shop: CartShop
  let token = ''
  let memberId = ''
  beforeAll(async () => {
    shop = await openCartShop({ engine })
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
