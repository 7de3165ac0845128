import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('a disputed charge on %s', (engine) => {
  let shop: AftersalesShop
  let token = ''
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    token = (await shop.member()).accessToken
  })
  afterAll(() => shop.close())

  const states = async (ordUid: string) =>
    (await shop.passes(token)).filter((one) => one.ordUid === ordUid).map(({ state }) => state)

  test('an unsigned message is refused, and a resolved dispute blocks nothing', async () => {
    const { ordUid, paymentKey } = await shop.buyPaid(token)
    const payload = Buffer.from(JSON.stringify({ type: 'payment.disputed', key: paymentKey }))
    expect(await shop.deliver({ headers: { 'content-type': 'application/json' }, payload })).toBe(422)
    await shop.dispute(paymentKey, true)
    await shop.dispute(paymentKey, false)
    expect(await states(ordUid)).toEqual(['unused'])
  })

  test('blocks all passes of the order that are not refunded until it is resolved, and a repeated message changes nothing', async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token, 3)
    const [startedUid = '', back = ''] = passUids
    await shop.enter(startedUid)
    await shop.requestRefund(token, ordUid, { passUids: [back] })
    await shop.runJobs()
    await shop.dispute(paymentKey, true)
    await shop.dispute(paymentKey, true)
    expect((await states(ordUid)).toSorted()).toEqual(['cancelled', 'cancelled', 'refund'])
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND')
    await shop.dispute(paymentKey, false)
    expect((await states(ordUid)).toSorted()).toEqual(['in_use', 'refund', 'unused'])
  })

  test("a refund in the gateway's console voids the passes, and messages about our own refunds do not", async () => {
    const elsewhere = await shop.buyPaid(token)
    await shop.bank.gateway.cancel(elsewhere.paymentKey, 49_000, 'by hand in the console')
    await shop.hear(elsewhere.paymentKey)
    expect(await states(elsewhere.ordUid)).toEqual(['cancelled'])

    const ours = await shop.buyPaid(token, 2)
    await shop.requestRefund(token, ours.ordUid)
    await shop.runJobs()
    await shop.hear(ours.paymentKey)
    expect(await states(ours.ordUid)).toEqual(['refund', 'refund'])
  })
})
