import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { update } from '#contract/calls/profile.ts'
import { buyDetail, buyList } from '#contract/calls/purchase.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('purchases on %s', (engine) => {
  let shop: AftersalesShop
  let token = ''
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    token = (await shop.member()).accessToken
  })

  const list = async (query: Record<string, string> = {}) => (await shop.call(buyList, { token, query })).data
  const detail = async (id: string, of = token) => shop.call(buyDetail, { token: of, params: { id } })

  test("are refused without a token and with bad pages, and another member's order is answered like an unknown one", async () => {
    expect((await shop.call(buyList, {})).http).toBe(400)
    expect((await shop.call(buyDetail, { params: { id: randomUUID() } })).http).toBe(400)
    expect((await shop.call(buyList, { token, query: { pageSize: '51' } })).http).toBe(422)
    expect((await shop.call(buyDetail, { token, params: { id: 'x' } })).http).toBe(422)
    const { ordUid } = await shop.buyPaid(token)
    const stranger = (await shop.member()).accessToken
    const foreign = await detail(ordUid, stranger)
    expect(foreign.status).toEqual((await detail(randomUUID(), stranger)).status)
    expect(foreign.status.code).toBe('E_NOT_FOUND')
  })

  test('an unpaid order is no purchase', async () => {
    const { ordUid } = await shop.place(token)
    expect(await list()).toEqual({ list: [], pageNum: 1, pageSize: 10, total: 0 })
    expect((await detail(ordUid)).status.code).toBe('E_NOT_FOUND')
  })

  test('are listed newest first, in pages, with names in the language of the call', async () => {
    const first = await shop.buyPaid(token)
    shop.advance(60_000)
    const second = await shop.buyPaid(token, 2)
    const all = await list()
    expect(all?.list.map(({ ordUid }) => ordUid)).toEqual([second.ordUid, first.ordUid])
    expect(all?.list[0]).toMatchObject({ count: 2, amount: 98_000, kind: 'pass', passType: '24H', label: 'unused' })
    expect((await list({ pageNum: '2', pageSize: '1' }))?.list.map(({ ordUid }) => ordUid)).toEqual([first.ordUid])
    const korean = await shop.call(buyList, { token, locale: 'ko' })
    expect(korean.data?.list[0]?.name).toMatch(/[가-힣]/)
  })

  test('three calendar months in Korea are listed, and an older purchase is read by its id', async () => {
    const { ordUid } = await shop.buyPaid(token)
    const korean = new Date(shop.clock() + KST_OFFSET_MS)
    korean.setUTCDate(Math.min(korean.getUTCDate(), 28))
    korean.setUTCMonth(korean.getUTCMonth() - 3)
    const begins = korean.getTime() - KST_OFFSET_MS
    const ordered = async (at: number) => {
      await shop.deps.db.update(orderTable).set({ orderedAt: at }).where(eq(orderTable.ordUid, ordUid))
      return (await list())?.total
    }
    expect(await ordered(begins + 60_000 + 3 * DAY_MS)).toBe(1)
    expect(await ordered(begins - 60_000)).toBe(0)
    expect((await detail(ordUid)).data).toMatchObject({ ordUid, label: 'unused' })
  })

  test('the label follows the passes: unused, used, refund, cancelled', async () => {
    const label = async (ordUid: string) => (await detail(ordUid)).data?.label
    const { ordUid, paymentKey, passUids } = await shop.buyPaid(token, 2)
    const [first = '', second = ''] = passUids
    expect(await label(ordUid)).toBe('unused')
    await shop.enter(first)
    expect(await label(ordUid)).toBe('unused')
    await shop.requestRefund(token, ordUid, { passUids: [second] })
    expect(await label(ordUid)).toBe('used')
    await shop.dispute(paymentKey, true)
    expect(await label(ordUid)).toBe('cancelled')

    const whole = await shop.buyPaid(token)
    await shop.requestRefund(token, whole.ordUid)
    expect(await label(whole.ordUid)).toBe('refund')
    expect((await list())?.list.map((one) => one.label)).toEqual(['refund', 'cancelled'])
  })

  test('the list says how the latest refund request stands, and the detail what each number of passes returns', async () => {
    const { ordUid, passUids } = await shop.buyPaid(token, 2)
    const state = async () => (await list())?.list.find((one) => one.ordUid === ordUid)?.refundState
    const amounts = async () => (await detail(ordUid)).data?.refundSteps
    expect(await state()).toBeNull()
    expect(await amounts()).toEqual([49_000, 98_000])
    expect((await detail(ordUid)).data?.units.map(({ deskYn }) => deskYn)).toEqual(['N', 'N'])
    const { data } = await shop.requestRefund(token, ordUid, { passUids: passUids.slice(0, 1) })
    expect(data?.cancelAmt).toBe(49_000)
    expect(await state()).toBe('requested')
    expect(await amounts()).toEqual([49_000])
    await shop.runJobs()
    expect(await state()).toBe('completed')
    // Once the period is over, the desk decides.
    await shop.deps.db
      .update(orderTable)
      .set({ cancelUntil: shop.clock() - 1 })
      .where(eq(orderTable.ordUid, ordUid))
    expect((await detail(ordUid)).data?.units.map(({ deskYn }) => deskYn)).toEqual(['Y', 'Y'])
  })

  test("the detail has the buyer's name, address and mobile number as they were at the purchase", async () => {
    const member = await shop.member()
    const buyer = async ({ ordUid }: { ordUid: string }) => (await detail(ordUid, member.accessToken)).data?.buyer
    const first = await shop.buyPaid(member.accessToken)
    await shop.call(update, { token: member.accessToken, body: { mobile: '+886912345678' } })
    const second = await shop.buyPaid(member.accessToken)
    expect(await buyer(first)).toEqual({ name: 'Mei Lin', email: member.email, mobile: null })
    expect(await buyer(second)).toEqual({ name: 'Mei Lin', email: member.email, mobile: '+886912345678' })
  })

  test('the detail has the buyer, the refundable amount and units, and the events of the order', async () => {
    const friend = await shop.member()
    const { ordUid, passUids } = await shop.buyPaid(token, 3)
    const [giftUid = '', startedUid = '', free = ''] = passUids
    const { data: gift } = await shop.call(giftInsert, { token, body: { passUid: giftUid, id: friend.email } })
    await shop.call(giftReceive, { token: friend.accessToken, body: { giftUid: gift?.giftUid ?? '' } })
    await shop.enter(startedUid)
    const before = (await detail(ordUid)).data
    expect(before?.buyer).toMatchObject({ name: 'Mei Lin' })
    expect(before?.refundable).toBe(49_000)
    const unit = (passUid: string, of = before) => of?.units.find((one) => one.passUid === passUid)
    // How a gift is used is its recipient's affair.
    expect(unit(giftUid)).toMatchObject({ state: null, gift: 'accepted', refundYn: 'N' })
    expect(unit(startedUid)).toMatchObject({ state: 'in_use', gift: null, refundYn: 'N' })
    expect(unit(free)).toMatchObject({ state: 'unused', gift: null, refundYn: 'Y' })

    shop.advance(1_000)
    await shop.requestRefund(token, ordUid)
    shop.advance(1_000)
    await shop.runJobs()
    const after = (await detail(ordUid)).data
    expect(unit(free, after)).toMatchObject({ state: 'refund', refundYn: 'N' })
    expect(after).toMatchObject({ refundable: 0, refunded: 49_000, label: 'used' })
    expect(after?.refunds).toMatchObject([{ state: 'completed', passUids: [free] }])
    expect(after?.timeline.map(({ what }) => what)).toEqual([
      'ordered',
      'paid',
      'gift_sent',
      'gift_ended',
      'refund_requested',
      'refund_completed',
    ])
    expect((await detail(ordUid, friend.accessToken)).status.code).toBe('E_NOT_FOUND')
  })
})
