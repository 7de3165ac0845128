import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myCoupon } from '#contract/calls/coupon.ts'
import { DAY_MS } from '#contract/time.ts'
import { buyQuote, giveOne, quoteFor } from '../coupons/wallet.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('the coupon of a refunded order of passes, on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  /** Buys two passes with a coupon. */
  const buyWithCoupon = async (overrides: Parameters<typeof giveOne>[2] = {}) => {
    const member = await shop.member()
    const token = member.accessToken
    const couponUid = await giveOne(shop, token, overrides)
    const quoted = await quoteFor(shop, token, { passCnt: 2, couponUid })
    const { data } = await buyQuote(shop, token, quoted.data?.quoteUid ?? '')
    const ordUid = data?.ordUid ?? ''
    await shop.bank.press(data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    const passUids = (await shop.passes(token)).map(({ passUid }) => passUid)
    expect(passUids).toHaveLength(2)
    /** Returns the coupons of this member that can be used. */
    const usable = async (as = token) =>
      (await shop.call(myCoupon, { token: as, query: { psTycd: 'usable' } })).data?.list.map((each) => each.couponUid)
    return { member, token, couponUid, ordUid, passUids, usable }
  }
  const refund = async (token: string, ordUid: string, passUids?: string[]) => {
    const { status } = await shop.requestRefund(token, ordUid, passUids ? { passUids } : {})
    expect(status.code).toBe('200')
    await shop.runJobs()
  }

  test('stays used after a refund of one pass of two, comes back with the last one, and pays again', async () => {
    const { token, couponUid, ordUid, passUids, usable } = await buyWithCoupon()
    expect(await usable()).toEqual([])
    expect((await quoteFor(shop, token, { couponUid })).status.code).toBe('E_COUPON')
    await refund(token, ordUid, passUids.slice(0, 1))
    expect(await usable()).toEqual([])
    await refund(token, ordUid)
    expect(await usable()).toEqual([couponUid])
    expect((await quoteFor(shop, token, { couponUid })).status.code).toBe('200')
  })

  test('stays used when the gateway has not refunded yet', async () => {
    const { token, couponUid, ordUid, usable } = await buyWithCoupon()
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('200')
    expect(await usable()).toEqual([])
    await shop.runJobs()
    expect(await usable()).toEqual([couponUid])
  })

  test('does not come back when one of the passes was used', async () => {
    const { token, ordUid, passUids, usable } = await buyWithCoupon()
    await shop.enter(passUids[0] ?? '')
    await refund(token, ordUid)
    expect(await usable()).toEqual([])
  })

  test('does not come back after it has expired', async () => {
    const { member, ordUid, usable } = await buyWithCoupon({ validDays: 2 })
    shop.advance(3 * DAY_MS)
    const { accessToken } = await signIn(shop, member)
    await refund(accessToken, ordUid)
    expect(await usable(accessToken)).toEqual([])
    const { data } = await shop.call(myCoupon, { token: accessToken, query: { psTycd: 'used' } })
    expect(data?.list).toMatchObject([{ state: 'used' }])
  })
})
