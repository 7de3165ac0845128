import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { myPassList } from '#contract/calls/mypage.ts'
import { order as orderTable } from '#server/db/schema/order.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'

describe.each(drawnEngines())('what was paid for a pass, on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  const listOf = async (token: string) => (await shop.call(myPassList, { token })).data?.list ?? []

  test('is sent to its buyer as a share of the order, and not to the receiver of a gift', async () => {
    const [mei, jun] = [await shop.member(), await shop.member()]
    const { ordUid, passUids } = await shop.buyPaid(mei.accessToken, 3)
    // A sum that three do not share evenly: in money and points.
    await shop.deps.db.update(orderTable).set({ amount: 99_000, points: 1_001 }).where(eq(orderTable.ordUid, ordUid))
    const [giftPass = ''] = passUids
    const body = { passUid: giftPass, id: jun.email }
    const { data } = await shop.call(giftInsert, { token: mei.accessToken, body })
    await shop.call(giftReceive, { token: jun.accessToken, body: { giftUid: data?.giftUid ?? '' } })
    expect((await listOf(jun.accessToken)).map(({ paidPrice }) => paidPrice)).toEqual([null])
    expect((await listOf(mei.accessToken)).map(({ paidPrice }) => paidPrice)).toEqual([33_334, 33_334])
  })

  test('the places of a pass have their short names, and only where their names are long', async () => {
    const mei = await shop.member()
    const { passUids } = await shop.buyPaid(mei.accessToken)
    await shop.enter(passUids[0] ?? '', 'busan-tower')
    await shop.enter(passUids[0] ?? '', 'songdo-marine-cable-car')
    const [pass] = await listOf(mei.accessToken)
    expect(Object.fromEntries(pass?.admissions.map(({ gdsUid, shortName }) => [gdsUid, shortName]) ?? [])).toEqual({
      'songdo-marine-cable-car': 'Cable Car',
      'busan-tower': undefined,
    })
  })
})
