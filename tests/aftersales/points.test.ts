import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as point from '#contract/calls/point.ts'
import { CANCEL_DAYS } from '#contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { drawnEngines } from '../harness/engines.ts'
import { creditFinalOrders } from '#server/modules/point/service.ts'
import { signIn } from '../harness/factories.ts'
import { buyQuote, giveOne, quoteFor } from '../coupons/wallet.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('points that an order earns, on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine, env: { POINTS_EARN_PERCENT: '7', POINTS_SPEND: '1' } })
  })
  afterAll(() => shop.close())

  const points = async (token: string) => {
    const { data } = await shop.call(point.list, { token })
    return [data?.balance, data?.pending]
  }
  /** 7 % of 49,000, for one pass. */
  const EARNED = 3_430

  /** Runs all due jobs and the recurring one that credits points. */
  const work = async () => {
    await shop.runJobs()
    await creditFinalOrders(shop.deps)
  }

  test('three rounds of buying, spending the earned points and refunding gain nothing', async () => {
    const { accessToken: token } = await shop.member()
    for (let round = 0; round < 3; round += 1) {
      const { ordUid, paymentKey, passUids } = await shop.buyPaid(token, 5)
      expect(await points(token)).toEqual([0, 5 * EARNED])
      expect((await quoteFor(shop, token, { points: 1 })).status.code).toBe('E_POINTS')
      expect((await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 2) })).status.code).toBe('200')
      await work()
      expect(await points(token)).toEqual([0, 3 * EARNED])
      expect((await shop.requestRefund(token, ordUid)).status.code).toBe('200')
      await work()
      expect(await points(token)).toEqual([0, 0])
      expect(shop.bank.keptKrw(paymentKey)).toBe(0)
    }
    shop.advance((CANCEL_DAYS + 1) * DAY_MS)
    await work()
    expect((await shop.passes(token)).filter(({ state }) => state === 'unused')).toEqual([])
  })

  test('become spendable when the cancellation period ends, less the exact share of refunded units', async () => {
    const member = await shop.member()
    const couponUid = await giveOne(shop, member.accessToken, { value: 1_000 })
    const quoted = await quoteFor(shop, member.accessToken, { passCnt: 3, couponUid })
    const amount = quoted.data?.amount ?? 0
    const earned = Math.floor((amount * 7) / 100)
    // It does not divide evenly by three.
    expect(earned % 3).not.toBe(0)
    const bought = await buyQuote(shop, member.accessToken, quoted.data?.quoteUid ?? '')
    const ordUid = bought.data?.ordUid ?? ''
    await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    const units = await shop.deps.db.select().from(passTable).where(eq(passTable.ordUid, ordUid))
    await shop.requestRefund(member.accessToken, ordUid, { passUids: [units[0]?.passUid ?? ''] })
    await work()
    const balance = earned - Math.floor(earned / 3)
    expect(await points(member.accessToken)).toEqual([0, balance])
    shop.advance(CANCEL_DAYS * DAY_MS - 60_000)
    await work()
    const newToken = async () => (await signIn(shop, member)).accessToken
    expect(await points(await newToken())).toEqual([0, balance])
    shop.advance(11 * MINUTE_MS)
    await work()
    expect(await points(await newToken())).toEqual([balance, 0])
    shop.advance(11 * MINUTE_MS)
    await work()
    expect(await points(await newToken())).toEqual([balance, 0])
  })

  test('become spendable as soon as each unit has an entry or a discount', async () => {
    const { accessToken: token } = await shop.member()
    const { passUids } = await shop.buyPaid(token, 2)
    await shop.enter(passUids[0] ?? '')
    shop.advance(11 * MINUTE_MS)
    await work()
    expect(await points(token)).toEqual([0, 2 * EARNED])
    const used = { discountUsedAt: shop.clock() }
    await shop.deps.db
      .update(passTable)
      .set(used)
      .where(eq(passTable.passUid, passUids[1] ?? ''))
    shop.advance(11 * MINUTE_MS)
    await work()
    expect(await points(token)).toEqual([2 * EARNED, 0])
  })

  test('stay pending while the desk decides a refund, also after the cancellation period', async () => {
    const member = await shop.member()
    const { ordUid } = await shop.buyPaid(member.accessToken)
    shop.advance((CANCEL_DAYS + 1) * DAY_MS)
    const { accessToken: token } = await signIn(shop, member)
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ deskYn: 'Y' })
    shop.advance(11 * MINUTE_MS)
    await work()
    expect(await points(token)).toEqual([0, EARNED])
  })
})
