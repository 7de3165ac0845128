import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myPassList } from '#contract/calls/mypage.ts'
import { myPass } from '#contract/calls/stickyArea.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { decideRefund } from '#server/modules/refund/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('passes with a refund request that waits for the desk, on %s', (engine) => {
  let shop: AftersalesShop
  let token = ''
  let stranger = ''
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
    token = (await shop.member()).accessToken
    stranger = (await shop.member()).accessToken
  })
  afterAll(() => shop.close())

  const myPasses = async () => {
    const list = (await shop.call(myPassList, { token })).data?.list ?? []
    const shortcut = (await shop.call(myPass, { token })).data
    return { requested: list.map(({ refundRequestedYn }) => refundRequestedYn), total: shortcut?.total }
  }
  const ask = async (ordUid: string): Promise<string> => {
    const { data } = await shop.requestRefund(token, ordUid)
    expect(data).toMatchObject({ deskYn: 'Y', state: 'requested' })
    return data?.refundUid ?? ''
  }
  const decide = (refundUid: string, approve: boolean) =>
    shop.deps.db.transaction((tx) => decideRefund(tx, refundUid, { approve, note: null }, shop.clock()))

  test('are marked and left out of myPass until the request is denied, and stay left out when it is approved', async () => {
    const { ordUid } = await shop.buyPaid(token)
    await shop.deps.db.update(orderTable).set({ cancelUntil: shop.clock() }).where(eq(orderTable.ordUid, ordUid))
    expect((await shop.call(myPassList, {})).http).toBe(400)
    expect((await shop.requestRefund(stranger, ordUid)).status.code).toBe('E_NOT_FOUND')
    expect(await myPasses()).toEqual({ requested: ['N'], total: 1 })
    const first = await ask(ordUid)
    expect(await myPasses()).toEqual({ requested: ['Y'], total: 0 })
    expect(await decide(first, false)).toBe('denied')
    expect(await myPasses()).toEqual({ requested: ['N'], total: 1 })
    const second = await ask(ordUid)
    expect(await decide(second, true)).toBe('approved')
    expect(await myPasses()).toEqual({ requested: ['N'], total: 0 })
  })
})
