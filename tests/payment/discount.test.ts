import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import { buyDetail } from '#contract/calls/purchase.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { type AftersalesShop, openAftersalesShop } from '../aftersales/aftersalesShop.ts'
import { drawnEngines } from '../harness/engines.ts'

const PASS = 'pass-24h-mobile'
const PRICE = 49_000
/** Three times this is not a round amount. */
const DISCOUNTED = 41_003
const UNITS = 3
const SUM = UNITS * DISCOUNTED

describe.each(drawnEngines())('a discounted pass on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  const discount = async (value: string, authorization?: string) => {
    const url = `/operator/products/${PASS}/discount`
    const headers = { ...(authorization !== undefined && { authorization }) }
    return (await shop.app.inject({ method: 'POST', url, headers, payload: value })).statusCode
  }
  const byOperator = async (value: string) =>
    discount(value, `Bearer ${await operatorToken(shop.deps.keys, shop.clock(), 'kim')}`)
  /** Price and discounted price from each call that returns products. */
  const prices = async () => {
    const lists = [
      (await shop.call(pass.list, { query: { pageSize: '50' } })).data?.list,
      [(await shop.call(pass.detail, { params: { id: PASS } })).data],
      (await shop.call(main.catalogue)).data?.products,
      (await shop.call(main.mainPass)).data,
    ]
    return lists.map((list) => {
      const product = list?.find((one) => one?.gdsUid === PASS)
      return [product?.price, product?.discounted]
    })
  }
  const everywhere = (discounted: number | null) => Array.from({ length: 4 }, () => [PRICE, discounted])

  test("is refused without the operator's token, and when the discounted price is not below the price", async () => {
    const { accessToken: token } = await shop.member()
    expect(await discount(String(DISCOUNTED))).toBe(401)
    expect(await discount(String(DISCOUNTED), `Bearer ${token}`)).toBe(401)
    expect(await byOperator(String(PRICE))).toBe(422)
    expect(await prices()).toEqual(everywhere(null))
  })

  test('is shown, quoted, ordered, paid, issued and refunded at the discounted amount, and has its price again afterwards', async () => {
    const { accessToken: token } = await shop.member()
    expect(await byOperator(String(DISCOUNTED))).toBe(200)
    expect(await prices()).toEqual(everywhere(DISCOUNTED))

    const gdsDtlUid = await shop.optionOf(PASS)
    const quote = (price?: number) =>
      shop.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid, passCnt: UNITS, ...(price && { price }) } })
    // A screen that still shows the full price is refused.
    expect((await quote(UNITS * PRICE)).status.code).toBe('E_PRICE_CHANGED')
    const quoted = await quote(SUM)
    expect(quoted.data).toMatchObject({ unitPrice: DISCOUNTED, amount: SUM })
    const { quoteUid = '' } = quoted.data ?? {}
    const body = { quoteUid, method: 'overseas_card', agreeYn: 'Y' } as const
    const bought = await shop.call(pass.buyPass, { token, body })
    expect(bought.data).toMatchObject({ state: 'pending', amount: SUM })
    const ordUid = bought.data?.ordUid ?? ''
    await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: UNITS, kept: SUM })
    expect(await shop.order(token, ordUid)).toMatchObject({ state: 'paid', amount: SUM })
    const passes = await shop.passes(token)
    expect(passes.map(({ state }) => state)).toEqual(['unused', 'unused', 'unused'])

    // A refund is of what was paid, also after the discount has ended.
    expect(await byOperator('none')).toBe(200)
    expect(await prices()).toEqual(everywhere(null))
    expect((await quote()).data).toMatchObject({ unitPrice: PRICE, amount: UNITS * PRICE })
    const first = await shop.requestRefund(token, ordUid, { passUids: [passes[0]?.passUid ?? ''] })
    expect(first.data).toMatchObject({ cancelAmt: DISCOUNTED, types: 'part' })
    await shop.runJobs()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ kept: SUM - DISCOUNTED })
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({
      cancelAmt: SUM - DISCOUNTED,
      types: 'whole',
    })
    await shop.runJobs()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ kept: 0 })
    expect((await shop.call(buyDetail, { token, params: { id: ordUid } })).data).toMatchObject({ amount: SUM })
  })
})
