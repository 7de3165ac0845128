import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { product } from '#server/db/schema/catalogue.ts'
import { promoCode } from '#server/db/schema/order.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from './shop.ts'

const UNIT = 33_337
const UNITS = 3
/** 7 % off; of 100,011 KRW that is 7,000.77, no whole amount. */
const CODE = 'HARBOR7'

describe.each(drawnEngines())('a declined order on %s', (engine) => {
  let shop: Shop
  let token = ''
  beforeAll(async () => {
    shop = await openShop({ engine })
    token = (await shop.member()).accessToken
    await shop.deps.db.update(product).set({ price: UNIT }).where(eq(product.gdsUid, 'pass-24h-mobile'))
    const running = { startsAt: 0, endsAt: null, sample: true }
    await shop.deps.db.insert(promoCode).values({ code: CODE, percent: 7, ...running })
  })
  afterAll(() => shop.close())

  const quote = async (body: { gdsDtlUid: string; passCnt: number; promoCode?: string; couponUid?: string }) => {
    const { data, status } = await shop.call(pass.buyPassPayInfo, { token, body })
    if (!data) throw new Error(`not quoted: ${status.code}`)
    return data
  }

  test('names its option, count and code; a quote for these has the same price, and one without the code has not', async () => {
    const wanted = { gdsDtlUid: 'pass-24h-mobile-std', passCnt: UNITS }
    const first = await quote({ ...wanted, promoCode: CODE })
    expect(first.amount).toBeLessThan(UNIT * UNITS)
    expect(first.discount).toBeGreaterThan(0)
    expect(first.discount).not.toBe((UNIT * UNITS * 7) / 100)
    const body = { quoteUid: first.quoteUid, method: 'unionpay_amex', agreeYn: 'Y' as const }
    const placed = (await shop.call(pass.buyPass, { token, body })).data
    await shop.bank.press(placed?.payUrl ?? '', 'decline')
    await shop.returnFromPayment(placed?.ordUid ?? '')
    const { data: order } = await shop.call(pass.orderDetail, { token, params: { id: placed?.ordUid ?? '' } })
    expect(order).toMatchObject({
      state: 'declined',
      amount: first.amount,
      method: 'unionpay_amex',
      promoCode: CODE,
      couponUid: null,
      ...wanted,
    })
    if (!order) throw new Error('no order')
    const requoted = await quote({
      gdsDtlUid: order.gdsDtlUid,
      passCnt: order.passCnt,
      ...(order.promoCode !== null && { promoCode: order.promoCode }),
    })
    expect(requoted.amount).toBe(first.amount)
    expect((await quote(wanted)).amount).toBe(UNIT * UNITS)
  })
})
