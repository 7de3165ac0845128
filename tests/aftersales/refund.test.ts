import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as gateCalls from '#contract/calls/gate.ts'
import { giftInsert } from '#contract/calls/gift.ts'
import * as pass from '#contract/calls/pass.ts'
import { list as newsList } from '#contract/calls/newsfeed.ts'
import { buyDetail } from '#contract/calls/purchase.ts'
import { refundList, refundPass } from '#contract/calls/refund.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import { decideRefund } from '#server/modules/refund/service.ts'
import { type Gateway, GatewayRefused, GatewayUnknown } from '#server/outside/payment/gateway.ts'
import { VENUE } from '../gate/gates.ts'
import { drawnEngines } from '../harness/engines.ts'
import { makePhone } from '../passes/phone.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('refunds of passes on %s', (engine) => {
  let shop: AftersalesShop
  let token = ''
  let stranger = ''
  let friend: Awaited<ReturnType<AftersalesShop['member']>>
  /** What the gateway does with the next refund. */
  let next: 'lost' | 'silent' | 'refused' | null = null
  const wrap = (gateway: Gateway): Gateway => ({
    ...gateway,
    cancel: async (...args) => {
      const how = next
      next = null
      if (how === 'silent') throw new GatewayUnknown('silent')
      if (how === 'refused') throw new GatewayRefused('not_today')
      const payment = await gateway.cancel(...args)
      if (how === 'lost') throw new GatewayUnknown('lost')
      return payment
    },
  })
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine, wrap })
    token = (await shop.member()).accessToken
    friend = await shop.member()
    stranger = friend.accessToken
  })
  afterAll(() => shop.close())

  const refunds = async (of = token) => (await shop.call(refundList, { token: of, query: { pageSize: '50' } })).data
  const news = async (kind: string) =>
    ((await shop.call(newsList, { token, query: { pageSize: '50' } })).data?.list ?? []).filter(({ title }) =>
      title.toLowerCase().includes(kind),
    )
  const voided = async (passUids: string[]) =>
    Promise.all(passUids.map(async (passUid) => (await shop.unit(passUid)).voided))

  test('are refused without token, order or reason, with too long a text, and with passes of another order', async () => {
    const { ordUid, passUids } = await shop.buyPaid(token)
    const query = { rsvtUid: ordUid, whyCd: 'other', etcWhy: '' }
    expect((await shop.call(refundPass, { query })).http).toBe(400)
    expect((await shop.call(refundPass, { token, query: { whyCd: 'other' } })).status.code).toBe('E_INPUT')
    for (const whyCd of [undefined, '', 'because']) {
      const { status } = await shop.call(refundPass, { token, query: { rsvtUid: ordUid, whyCd } })
      expect(status.code).toBe('E_REFUND_REASON')
    }
    const long = await shop.call(refundPass, { token, body: { ...query, etcWhy: '👨‍👩‍👧'.repeat(1_001) } })
    expect(long).toMatchObject({ http: 422, status: { code: 'E_INPUT' } })
    const strange = await shop.requestRefund(token, ordUid, { passUids: [...passUids, randomUUID()] })
    expect(strange.status.code).toBe('E_NOT_FOUND')
    expect(await voided(passUids)).toEqual([null])
    expect((await shop.call(refundList, {})).http).toBe(400)
  })

  test('a unit that was used for a discount is neither refunded nor given away, and the others of its order are refunded', async () => {
    const { ordUid, passUids } = await shop.buyPaid(token, 3)
    const [used = ''] = passUids
    const gateCredential = await shop.enrolGate(VENUE)
    const scanned = await shop.drawCode(token, used)
    const entry = await shop.call(gateCalls.admit, {
      token: gateCredential,
      body: { entryUid: randomUUID(), code: scanned },
    })
    expect(entry.data).toMatchObject({ verdict: 'recorded', pass: { state: 'unused', activatedAt: null } })
    expect((await shop.requestRefund(token, ordUid, { passUids: [used] })).status.code).toBe('E_REFUND_USED')
    const gift = await shop.call(giftInsert, { token, body: { passUid: used, id: friend.email } })
    expect(gift.status.code).toBe('E_GIFT_PASS')
    const { data } = await shop.call(buyDetail, { token, params: { id: ordUid } })
    expect(data).toMatchObject({ label: 'unused', refundable: 98_000 })
    expect(data?.units.map(({ refundYn }) => refundYn)).toEqual(['N', 'Y', 'Y'])
    // Without `passUids`, all units that can be refunded are.
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ cancelAmt: 98_000, types: 'part' })
    expect(await voided(passUids)).toEqual([null, 'refund', 'refund'])
    await shop.runJobs()
  })

  test("another member's order is answered like an unknown one", async () => {
    const { ordUid } = await shop.buyPaid(token)
    const foreign = await shop.requestRefund(stranger, ordUid)
    const random = await shop.requestRefund(stranger, randomUUID())
    expect(foreign.status).toEqual(random.status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
  })

  test('the result has the fields of the specification, the passes are void at once, and the money follows', async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token, 2)
    const etcWhy = '가'.repeat(1_000)
    const koreanTime = () => new Date(shop.clock() + KST_OFFSET_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const before = koreanTime()
    const { data } = await shop.call(refundPass, { token, query: { etcWhy, rsvtUid: ordUid, whyCd: 'illness' } })
    expect(data).toMatchObject({ ret: 0, cancelAmt: 98_000, tid: paymentKey, types: 'whole', deskYn: 'N' })
    // A second may pass during the call.
    expect([before, koreanTime()]).toContain(`${data?.cancelDate}${data?.cancelTime}`)
    expect(await voided(passUids)).toEqual(['refund', 'refund'])
    expect(shop.bank.keptKrw(paymentKey)).toBe(98_000)
    const newsBefore = (await news('refund')).length
    await shop.runJobs()
    expect(shop.bank.keptKrw(paymentKey)).toBe(0)
    const item = (await refunds())?.list[0]
    expect(item).toMatchObject({ state: 'completed', cancelAmt: 98_000, whyCd: 'illness', etcWhy, rsvtUid: ordUid })
    expect(await news('refund')).toHaveLength(newsBefore + 1)
    expect(await refunds(stranger)).toMatchObject({ list: [], total: 0 })
  })

  test('a key makes one request however often it is sent, and a request under another key gets E_REFUND_ASKED', async () => {
    const { ordUid, paymentKey } = await shop.buyPaid(token)
    const key = randomUUID()
    const first = await shop.requestRefund(token, ordUid, { key })
    expect((await shop.requestRefund(token, ordUid, { key })).data).toEqual(first.data)
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND_ASKED')
    await shop.runJobs()
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND_ASKED')
    expect(shop.bank.book().lines.filter(({ key: of, what }) => of === paymentKey && what === 'refunded')).toHaveLength(
      1,
    )
  })

  test('a pass with an entry is not refunded; the others are, those that the request names or all', async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token, 3)
    const [startedUid = '', second = '', third = ''] = passUids
    await shop.enter(startedUid)
    expect((await shop.requestRefund(token, ordUid, { passUids: [startedUid, second] })).status.code).toBe(
      'E_REFUND_USED',
    )
    expect(await voided(passUids)).toEqual([null, null, null])
    const partRefund = await shop.requestRefund(token, ordUid, { passUids: [third] })
    expect(partRefund.data).toMatchObject({ cancelAmt: 49_000, types: 'part' })
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ cancelAmt: 49_000, types: 'part' })
    expect((await shop.requestRefund(token, ordUid)).status.code).toMatch(/E_REFUND_(?:USED|ASKED)/)
    await shop.runJobs()
    expect(shop.bank.keptKrw(paymentKey)).toBe(49_000)
    expect(await voided(passUids)).toEqual([null, 'refund', 'refund'])
  })

  test('a discount is shared among the units, to the won', async () => {
    const gdsDtlUid = await shop.optionOf('pass-24h-mobile')
    const quoted = await shop.call(pass.buyPassPayInfo, {
      token,
      body: { gdsDtlUid, passCnt: 3, promoCode: 'HARBOR10' },
    })
    const bought = await shop.call(pass.buyPass, {
      token,
      body: { quoteUid: quoted.data?.quoteUid ?? '', method: 'overseas_card', agreeYn: 'Y' },
    })
    const ordUid = bought.data?.ordUid ?? ''
    await shop.bank.press(bought.data?.payUrl ?? '', 'approve')
    await shop.returnFromPayment(ordUid)
    const passUids = (await shop.passes(token)).filter((one) => one.ordUid === ordUid).map(({ passUid }) => passUid)
    const sums: number[] = []
    for (const passUid of passUids)
      sums.push((await shop.requestRefund(token, ordUid, { passUids: [passUid] })).data?.cancelAmt ?? 0)
    expect(sums).toEqual([44_100, 44_100, 44_100])
    await shop.runJobs()
    expect((await shop.storedOrder(ordUid)).kept).toBe(0)
  })

  test('a refund whose gateway answer is lost or missing is retried under the same key and paid once', async () => {
    for (const how of ['lost', 'silent'] as const) {
      const { ordUid, paymentKey } = await shop.buyPaid(token)
      await shop.requestRefund(token, ordUid)
      next = how
      await shop.runJobs()
      expect((await refunds())?.list[0]).toMatchObject({ state: 'requested', endedAt: null })
      shop.advance(15_000)
      await shop.runJobs()
      expect((await refunds())?.list[0]).toMatchObject({ state: 'completed' })
      expect(shop.bank.keptKrw(paymentKey)).toBe(0)
      expect(shop.bank.book().lines.filter((line) => line.key === paymentKey && line.what === 'refunded')).toHaveLength(
        1,
      )
    }
  })

  test('a refund that the gateway refuses is denied and reported, and the pass can be used and refunded again', async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token)
    await shop.requestRefund(token, ordUid)
    next = 'refused'
    const before = (await news('refund')).length
    await shop.runJobs()
    expect((await refunds())?.list[0]).toMatchObject({ state: 'denied', refusal: 'gateway' })
    expect(await voided(passUids)).toEqual([null])
    expect(await news('refund')).toHaveLength(before + 1)
    expect(shop.bank.keptKrw(paymentKey)).toBe(49_000)
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ cancelAmt: 49_000 })
    await shop.runJobs()
    expect(shop.bank.keptKrw(paymentKey)).toBe(0)
  })

  test('a disputed payment is not refunded', async () => {
    const { ordUid } = await shop.buyPaid(token)
    await shop.deps.db.update(orderTable).set({ disputedAt: shop.clock() }).where(eq(orderTable.ordUid, ordUid))
    expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND')
  })

  test('an order of 0 KRW is refunded without the gateway', async () => {
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token)
    await shop.deps.db.update(orderTable).set({ amount: 0, discount: 49_000 }).where(eq(orderTable.ordUid, ordUid))
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ cancelAmt: 0, types: 'whole' })
    await shop.runJobs()
    expect((await refunds())?.list[0]).toMatchObject({ state: 'completed' })
    expect(await voided(passUids)).toEqual(['refund'])
    expect(shop.bank.book().lines.some((line) => line.key === paymentKey && line.what === 'refunded')).toBe(false)
    const [news] = (await shop.call(newsList, { token })).data?.list ?? []
    expect(news?.title).toBe('Cancellation completed')
    expect(news?.content).toMatch(/^The cancellation for order HP-\S+ is complete\. You were not charged, so there is/)
  })

  test('the refund of a collected card is decided by the desk', async () => {
    const { ordUid, passUids } = await shop.buyPaid(token)
    await shop.deps.db
      .update(passTable)
      .set({ collectedAt: shop.clock() })
      .where(eq(passTable.passUid, passUids[0] ?? ''))
    expect((await shop.requestRefund(token, ordUid)).data).toMatchObject({ deskYn: 'Y', state: 'requested' })
  })

  describe('after 180 days', () => {
    const buyLongAgo = async (passCnt = 1) => {
      const bought = await shop.buyPaid(token, passCnt)
      const cancelUntil = (await shop.order(token, bought.ordUid))?.cancelUntil ?? 0
      expect(cancelUntil).toBeGreaterThan(shop.clock() + 179 * DAY_MS)
      await shop.deps.db
        .update(orderTable)
        .set({ cancelUntil: shop.clock() })
        .where(eq(orderTable.ordUid, bought.ordUid))
      return bought
    }
    const decide = (refundUid: string, approve: boolean) =>
      shop.deps.db.transaction((tx) => decideRefund(tx, refundUid, { approve, note: null }, shop.clock()))

    test('the desk decides: nothing changes before, and an approval refunds as usual', async () => {
      const { ordUid, paymentKey, passUids } = await buyLongAgo()
      const requested = await shop.requestRefund(token, ordUid)
      expect(requested.data).toMatchObject({ deskYn: 'Y', state: 'requested', cancelAmt: 49_000 })
      expect((await shop.requestRefund(token, ordUid)).status.code).toBe('E_REFUND_ASKED')
      await shop.runJobs()
      expect(await voided(passUids)).toEqual([null])
      expect(shop.bank.keptKrw(paymentKey)).toBe(49_000)
      expect(await decide(requested.data?.refundUid ?? '', true)).toBe('approved')
      await expect(decide(requested.data?.refundUid ?? '', true)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
      await shop.runJobs()
      expect(await voided(passUids)).toEqual(['refund'])
      expect(shop.bank.keptKrw(paymentKey)).toBe(0)
      expect((await refunds())?.list[0]).toMatchObject({ state: 'completed', deskYn: 'Y' })
    })

    /** A request for bought passes, and uploads of an entry with each by a gate that has not learned of the request. */
    const enteredOffline = async ({ ordUid, passUids }: { ordUid: string; passUids: string[] }) => {
      const gate = await shop.enrolGate('busan-tower')
      const codes: string[] = []
      const phone = await makePhone(shop)
      for (const passUid of passUids) codes.push(await shop.drawCode(token, passUid, phone))
      const { data } = await shop.requestRefund(token, ordUid)
      let seq = 0
      const upload = async ({ isUndone = false } = {}) => {
        const at = shop.clock()
        const entry = { entryUid: randomUUID(), seq: (seq += 1), at, code: codes.shift() ?? '' }
        const entries = [{ ...entry, ...(isUndone && { undone: { at, reason: 'wrong_pass' as const } }) }]
        const uploaded = await shop.call(gateCalls.journal, { token: gate, body: { entries, moreYn: 'N' } })
        return uploaded.data?.results[0]?.outcome
      }
      return { request: data?.refundUid ?? '', upload, phone }
    }

    test('a request that is denied, or whose pass gets an entry meanwhile, refunds nothing', async () => {
      const first = await buyLongAgo()
      const requested = await shop.requestRefund(token, first.ordUid)
      expect(await decide(requested.data?.refundUid ?? '', false)).toBe('denied')
      expect((await refunds())?.list[0]).toMatchObject({ state: 'denied', refusal: 'desk' })
      expect((await shop.unit(first.passUids[0] ?? '')).refundUid).toBe(null)

      const second = await buyLongAgo()
      const { request, upload } = await enteredOffline(second)
      expect(await upload()).toBe('entered')
      expect(await decide(request, true)).toBe('denied')
      expect((await refunds())?.list[0]).toMatchObject({ state: 'denied', refusal: 'used' })
      await shop.runJobs()
      expect(shop.bank.keptKrw(second.paymentKey)).toBe(49_000)
    })

    test('an entry that a gate made offline denies the request by itself, and the pass goes on in its window', async () => {
      const bought = await buyLongAgo(2)
      const [, entered = ''] = bought.passUids
      const { request, upload, phone } = await enteredOffline(bought)
      // An entry that staff undid is no use.
      expect(await upload({ isUndone: true })).toBe('undone')
      await shop.runJobs()
      expect((await refunds())?.list[0]).toMatchObject({ state: 'requested' })
      const before = (await news('refund')).length
      expect(await upload()).toBe('entered')
      expect(await shop.unit(entered)).toMatchObject({ refundUid: request, activatedAt: expect.any(Number) })
      await shop.runJobs()
      expect((await refunds())?.list[0]).toMatchObject({ state: 'denied', refusal: 'used', note: null })
      expect(await news('refund')).toHaveLength(before + 1)
      for (const approve of [true, false])
        await expect(decide(request, approve)).rejects.toMatchObject({ code: 'E_NOT_FOUND' })
      expect(await voided(bought.passUids)).toEqual([null, null])
      const gate = await shop.enrolGate('skyline-luge-busan')
      shop.advance(60_000)
      const code = await shop.drawCode(token, entered, phone)
      const { data } = await shop.call(gateCalls.admit, { token: gate, body: { entryUid: randomUUID(), code } })
      expect(data).toMatchObject({ verdict: 'admitted', pass: { state: 'in_use' } })
      await shop.runJobs()
      expect(await news('refund')).toHaveLength(before + 1)
      expect(shop.bank.keptKrw(bought.paymentKey)).toBe(98_000)
    })
  })
})
