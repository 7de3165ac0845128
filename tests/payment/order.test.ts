import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as pass from '#contract/calls/pass.ts'
import { pgLog } from '#contract/calls/pgLog.ts'
import { QUOTE_TTL_MS } from '#contract/limits.ts'
import { order as orderTable, paymentLog } from '#server/db/schema/order.ts'
import { type Gateway, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from './shop.ts'

describe.each(drawnEngines())('an order on %s', (engine) => {
  let shop: Shop
  let token = ''
  let stranger = ''
  let away = false
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    prepare: (order) => (away ? Promise.reject(new GatewayUnknown('away')) : gateway.prepare(order)),
  })
  beforeAll(async () => {
    shop = await openShop({ engine, wrap })
    token = (await shop.member()).accessToken
    stranger = (await shop.member()).accessToken
  })
  afterAll(() => shop.close())

  const quote = async (passCnt = 1) => {
    const gdsDtlUid = await shop.optionOf('pass-24h-mobile')
    const { data } = await shop.call(pass.buyPassPayInfo, { token, body: { gdsDtlUid, passCnt } })
    if (!data) throw new Error('not quoted')
    return data.quoteUid
  }
  const buy = (body: Record<string, unknown>, over = {}) =>
    shop.call(pass.buyPass, { token, body: { method: 'overseas_card', agreeYn: 'Y', ...body } as never, ...over })
  const ordersOf = (quoteUid: string) => shop.deps.db.select().from(orderTable).where(eq(orderTable.quoteUid, quoteUid))

  test('is refused without a token or consent, and with an unknown payment method or none', async () => {
    const quoteUid = await quote()
    expect(await buy({ quoteUid }, { token: undefined })).toMatchObject({ http: 400 })
    expect((await buy({ quoteUid, agreeYn: 'N' })).status.code).toBe('E_AGREEMENT_REQUIRED')
    expect((await buy({ quoteUid, method: 'cash' })).status.code).toBe('E_PAYMENT_METHOD')
    expect((await buy({ quoteUid, method: undefined })).status.code).toBe('E_PAYMENT_METHOD')
    expect(await buy({ quoteUid: 'x' })).toMatchObject({ http: 422 })
    expect(await ordersOf(quoteUid)).toHaveLength(0)
  })

  test('another member’s quote is answered like an unknown one', async () => {
    const foreign = await buy({ quoteUid: await quote() }, { token: stranger })
    const random = await buy({ quoteUid: randomUUID() }, { token: stranger })
    expect(foreign.status).toEqual(random.status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
  })

  test('an expired quote is refused', async () => {
    const quoteUid = await quote()
    shop.advance(QUOTE_TTL_MS + 1_000)
    expect((await buy({ quoteUid })).status.code).toBe('E_QUOTE_EXPIRED')
    expect(await ordersOf(quoteUid)).toHaveLength(0)
  })

  test('a gateway that does not answer gives E_GATEWAY, and the same key can be retried', async () => {
    const quoteUid = await quote()
    away = true
    expect((await buy({ quoteUid }, { key: 'buy-key-away' })).status.code).toBe('E_GATEWAY')
    away = false
    const bought = await buy({ quoteUid }, { key: 'buy-key-away' })
    expect(bought.data).toMatchObject({ state: 'pending', payUrl: expect.stringContaining('/pay/') })
    expect((await buy({ quoteUid }, { key: 'buy-key-away' })).data).toEqual(bought.data)
    expect(await ordersOf(quoteUid)).toHaveLength(1)
  })

  test('one quote makes one order and one payment, also under other keys and methods', async () => {
    const quoteUid = await quote(2)
    const first = await buy({ quoteUid }, { key: 'buy-key-1' })
    const second = await buy({ quoteUid, method: 'unionpay_amex' }, { key: 'buy-key-2' })
    expect(first.data).toMatchObject({ state: 'pending', reason: null, amount: 98_000, passCnt: 2, paidAt: null })
    expect(first.data?.orderNumber).toMatch(/^HP-\d{6}-[2-9A-HJ-NP-Z]{4}$/)
    expect(second.data).toEqual(first.data)
    const [row] = await ordersOf(quoteUid)
    expect(shop.bank.book().payments.filter(({ key }) => key === row?.paymentKey)).toHaveLength(1)
  })

  test("another member's order is answered like an unknown one", async () => {
    const { ordUid } = await shop.place(token)
    const foreign = await shop.call(pass.orderDetail, { token: stranger, params: { id: ordUid } })
    const random = await shop.call(pass.orderDetail, { token: stranger, params: { id: randomUUID() } })
    expect(foreign.status).toEqual(random.status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    const logged = await shop.call(pgLog, { token: stranger, body: { ordUid, result: 'authorised' } })
    expect(logged.status.code).toBe('E_NOT_FOUND')
    expect(await shop.order(token, ordUid)).toMatchObject({ ordUid, state: 'pending' })
  })

  test('the result that the browser reports decides nothing: the gateway is asked', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    const claim = () => shop.call(pgLog, { token, body: { ordUid, result: 'paid' } })
    expect((await claim()).data).toMatchObject({ state: 'pending' })
    shop.post.closed = true
    await shop.bank.press(payUrl, 'approve')
    expect((await claim()).data).toMatchObject({ state: 'paid', payUrl: null })
    shop.post.closed = false
  })

  test('reports about one payment are logged fifty times at most, and still settle it', async () => {
    const { ordUid, payUrl } = await shop.place(token)
    const { ordUid: otherOrdUid } = await shop.place(token)
    const say = (of: string) => shop.app.inject({ url: `/api/v1/payment/return?ordUid=${of}&result=again` })
    const notedOf = (of: string) => shop.deps.db.$count(paymentLog, eq(paymentLog.ordUid, of))
    for (let count = 0; count < 53; count += 1) expect((await say(ordUid)).statusCode).toBe(303)
    expect(await notedOf(ordUid)).toBe(50)
    await say(otherOrdUid)
    expect(await notedOf(otherOrdUid)).toBe(1)
    shop.post.closed = true
    await shop.bank.press(payUrl, 'approve')
    await say(ordUid)
    expect(await shop.order(token, ordUid)).toMatchObject({ state: 'paid' })
    shop.post.closed = false
  })
})
