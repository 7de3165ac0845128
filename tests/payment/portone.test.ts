import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundList } from '#contract/calls/refund.ts'
import { HOUR_MS } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { portOneGateway } from '#server/outside/payment/portone/client.ts'
import { PAGE_PATH } from '#server/outside/payment/portone/page.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from '../aftersales/aftersalesShop.ts'
import { type FakePortOne, openPortOne } from './portone.ts'

const ENV = {
  PAYMENT_GATEWAY: 'portone',
  PORTONE_STORE_ID: 'store-1',
  PORTONE_CHANNEL_KEY: 'channel-key-1',
  PORTONE_API_SECRET: 'secret',
  PORTONE_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
}

describe('settings', () => {
  test.each(Object.keys(ENV).slice(1))('without %s the server does not start', (name) => {
    expect(() => readConfig({ ...ENV, [name]: '' })).toThrow(name)
  })
  test('an unknown gateway is refused, and production with PortOne needs no ALLOW_SANDBOX', () => {
    expect(() => readConfig({ PAYMENT_GATEWAY: 'other' })).toThrow('PAYMENT_GATEWAY')
    const production = {
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      PUBLIC_URL: 'https://pass.example',
      SMTP_URL: 'smtp://mail.example',
    }
    expect(() => readConfig(production)).toThrow('ALLOW_SANDBOX')
    expect(readConfig({ ...production, ...ENV }).payment).toMatchObject({ gateway: 'portone' })
  })
})

test('our payment page exists with PortOne alone, and its policy allows only its own two scripts', async () => {
  const sandbox = await openApp({ engine: 'embedded' })
  expect((await sandbox.app.inject({ url: PAGE_PATH })).statusCode).toBe(404)
  await sandbox.close()
  const portOne = await openPortOne()
  const app = await openApp({ engine: 'embedded', payment: portOneGateway(portOne.account) })
  const page = await app.app.inject({ url: `${PAGE_PATH}?lang=ko` })
  await app.close()
  await portOne.close()
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<html lang="ko')
  expect(page.body).toContain('https://cdn.portone.io/v2/browser-sdk.js')
  expect(page.body).not.toContain('whsec')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'sha256-[^']+' https:\/\/cdn\.portone\.io/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

describe.each(drawnEngines())('PortOne on %s', (engine) => {
  let portOne: FakePortOne
  let shop: AftersalesShop
  let token = ''
  beforeAll(async () => {
    portOne = await openPortOne()
    shop = await openAftersalesShop({ engine, wrap: () => portOneGateway(portOne.account) })
    portOne.account.publicUrl = shop.deps.config.publicUrl
  })
  beforeEach(async () => {
    token = (await shop.member()).accessToken
  })
  afterAll(async () => {
    await shop.close()
    await portOne.close()
  })

  const hear = (paymentId: string, type: string) =>
    shop.deliver(portOne.message(paymentId, type, { now: shop.clock() }))
  const ordered = async (passCnt = 1) => {
    const { ordUid, payUrl } = await shop.place(token, passCnt)
    return { ordUid, payUrl, paymentId: portOne.requestedPayment(payUrl).paymentId }
  }
  const bought = async (passCnt = 1) => {
    const pending = await ordered(passCnt)
    portOne.pay(pending.paymentId)
    expect(await hear(pending.paymentId, 'Transaction.Paid')).toBe(200)
    expect(await shop.storedOrder(pending.ordUid)).toMatchObject({ state: 'paid', passes: passCnt })
    return pending
  }
  const refunds = async () => (await shop.call(refundList, { token })).data?.list ?? []
  const states = async (ordUid: string) =>
    (await shop.passes(token)).filter((one) => one.ordUid === ordUid).map(({ state }) => state)

  test('a message with a wrong secret, store or time is refused and changes nothing', async () => {
    const { ordUid, paymentId } = await ordered()
    portOne.pay(paymentId)
    const now = shop.clock()
    for (const options of [
      { secret: Buffer.from('another secret'), now },
      { storeId: 'store-of-somebody', now },
      { now: now - 301_000 },
    ])
      expect(await shop.deliver(portOne.message(paymentId, 'Transaction.Paid', options))).toBe(422)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending', passes: 0 })
    expect(await hear(paymentId, 'Transaction.Paid')).toBe(200)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: 1 })
  })

  test("a purchase registers its amount first and is settled by a return with PortOne's parameters", async () => {
    const { ordUid, payUrl, paymentId } = await ordered(2)
    expect(new URL(payUrl).pathname).toBe(PAGE_PATH)
    expect(portOne.requestedPayment(payUrl)).toMatchObject({ totalAmount: 98_000, currency: 'KRW', locale: 'EN_US' })
    expect(portOne.state.requests).toContain('POST pre-register')
    // Not paid yet: asking the gateway changes nothing.
    await shop.returnFromPayment(ordUid)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending' })
    portOne.pay(paymentId)
    const url = `/api/v1/payment/return?ordUid=${ordUid}&paymentId=${paymentId}&transactionType=PAYMENT&txId=1&code=&message=%EA%B0%80`
    expect((await shop.app.inject({ url })).statusCode).toBe(303)
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: 2 })
  })

  test.each([
    ['VISA', 'declined'],
    ['LOCAL', 'domestic_card'],
  ])('a failed %s card issues no pass and stores the reason', async (brand, reason) => {
    const { ordUid, paymentId } = await ordered()
    portOne.pay(paymentId, { fails: true, brand })
    await hear(paymentId, 'Transaction.Failed')
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'declined', reason, passes: 0 })
  })

  test('a payment of another amount than ordered is refunded', async () => {
    const { ordUid, paymentId } = await ordered()
    portOne.pay(paymentId, { total: 100 })
    await hear(paymentId, 'Transaction.Paid')
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'refunded', reason: 'amount', passes: 0 })
    expect(portOne.keptKrw(paymentId)).toBe(0)
  })

  test('a payment during an outage of PortOne is settled afterwards', async () => {
    const { ordUid, paymentId } = await ordered()
    portOne.pay(paymentId)
    portOne.state.down = true
    expect(await hear(paymentId, 'Transaction.Paid')).toBe(503)
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'pending' })
    portOne.state.down = false
    await shop.reconcileAll()
    expect(await shop.storedOrder(ordUid)).toMatchObject({ state: 'paid', passes: 1 })
  })

  test('a part of an order is refunded, then the rest', async () => {
    const { ordUid, paymentId } = await bought(3)
    const passUids = (await shop.passes(token)).map(({ passUid }) => passUid)
    await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 1) })
    await shop.runJobs()
    expect(portOne.keptKrw(paymentId)).toBe(98_000)
    await shop.requestRefund(token, ordUid)
    await shop.runJobs()
    expect(portOne.keptKrw(paymentId)).toBe(0)
    await hear(paymentId, 'Transaction.Cancelled')
    expect(await states(ordUid)).toEqual(['refund', 'refund', 'refund'])
  })

  test.each([
    ['whose answer is lost', 'lost'],
    ['that PortOne is still working on', 'outstanding'],
    ['whose remaining amount does not match', 'changed'],
    ['that the card company’s gateway failed to make', 'pg'],
  ] as const)('a refund %s is retried, and the money is refunded once', async (_what, fault) => {
    const { ordUid, paymentId } = await bought(2)
    const passUids = (await shop.passes(token)).map(({ passUid }) => passUid)
    await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 1) })
    portOne.state.fault = fault
    await shop.runJobs()
    expect(await refunds()).toMatchObject([{ state: 'requested' }])
    shop.advance(15_000)
    await shop.runJobs()
    expect(await refunds()).toMatchObject([{ state: 'completed' }])
    expect(portOne.cancellations(paymentId)).toHaveLength(1)
    expect(portOne.keptKrw(paymentId)).toBe(49_000)
  })

  test('a refund that the card company has not finished is completed later and requested once', async () => {
    const { ordUid, paymentId } = await bought()
    await shop.requestRefund(token, ordUid)
    portOne.state.fault = 'requested'
    await shop.runJobs()
    shop.advance(15_000)
    await shop.runJobs()
    expect(await refunds()).toMatchObject([{ state: 'requested' }])
    portOne.finish(paymentId)
    shop.advance(60_000)
    await shop.runJobs()
    expect(await refunds()).toMatchObject([{ state: 'completed' }])
    expect(portOne.cancellations(paymentId)).toHaveLength(1)
  })

  test('a refund that PortOne refuses is denied, and the pass can be used again', async () => {
    const { ordUid } = await bought()
    await shop.requestRefund(token, ordUid)
    portOne.state.fault = 'failed'
    await shop.runJobs()
    expect(await refunds()).toMatchObject([{ state: 'denied', refusal: 'gateway' }])
    expect(await states(ordUid)).toEqual(['unused'])
  })

  test('a revoked API secret denies no refund', async () => {
    const { ordUid, paymentId } = await bought()
    await shop.requestRefund(token, ordUid)
    portOne.state.revoked = true
    await shop.runJobs()
    portOne.state.revoked = false
    expect(await refunds()).toMatchObject([{ state: 'requested' }])
    shop.advance(15_000)
    await shop.runJobs()
    expect(portOne.keptKrw(paymentId)).toBe(0)
  })

  test('a dispute blocks the passes until it is resolved', async () => {
    const { ordUid, paymentId } = await bought()
    portOne.dispute(paymentId, 'UNRESOLVED')
    expect(await hear(paymentId, 'Transaction.DisputeCreated')).toBe(200)
    expect(await states(ordUid)).toEqual(['cancelled'])
    portOne.dispute(paymentId, 'RESOLVED')
    expect(await hear(paymentId, 'Transaction.DisputeResolved')).toBe(200)
    expect(await states(ordUid)).toEqual(['unused'])
  })
  test('a dispute after a part was refunded blocks the other passes and holds their refund until it is resolved', async () => {
    const { ordUid, paymentId } = await bought(3)
    const passUids = (await shop.passes(token)).map(({ passUid }) => passUid)
    await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 1) })
    await shop.runJobs()
    await shop.requestRefund(token, ordUid, { passUids: passUids.slice(1, 2) })
    const counted = async () => (await states(ordUid)).toSorted()
    portOne.dispute(paymentId, 'UNRESOLVED')
    expect(await hear(paymentId, 'Transaction.DisputeCreated')).toBe(200)
    expect(await counted()).toEqual(['cancelled', 'refund', 'refund'])
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND')
    await shop.runJobs()
    expect(portOne.keptKrw(paymentId)).toBe(98_000)
    // Another message says nothing about the dispute.
    expect(await hear(paymentId, 'Transaction.PartialCancelled')).toBe(200)
    expect(await counted()).toEqual(['cancelled', 'refund', 'refund'])
    portOne.dispute(paymentId, 'RESOLVED')
    expect(await hear(paymentId, 'Transaction.DisputeResolved')).toBe(200)
    expect(await counted()).toEqual(['refund', 'refund', 'unused'])
    shop.advance(HOUR_MS)
    await shop.runJobs()
    expect(portOne.keptKrw(paymentId)).toBe(49_000)
  })
})
