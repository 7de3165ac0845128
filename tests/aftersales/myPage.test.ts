import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giftInsert, giftReceive } from '#contract/calls/gift.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { list as newsList, read as readNews } from '#contract/calls/newsfeed.ts'
import { giveOne } from '../coupons/wallet.ts'
import { drawnEngines } from '../harness/engines.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { openPointLedger } from './pointLedger.ts'

describe.each(drawnEngines())('the summary for My Page on %s', (engine) => {
  let shop: AftersalesShop
  beforeAll(async () => {
    shop = await openAftersalesShop({ engine })
  })
  afterAll(() => shop.close())

  const summaryOf = async (token: string) => {
    const { data } = await shop.call(myPage, { token })
    return { ...data?.counts, points: data?.points }
  }

  test('is refused without a token', async () => {
    expect(await shop.call(myPage, {})).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
  })

  test('counts usable coupons, gifts that wait for the member, unread news and points', async () => {
    const [giver, member] = [await shop.member(), await shop.member()]
    const token = member.accessToken
    const none = { passes: 0, favourites: 0, inquiries: 0, coupons: 0, gifts: 0, unread: 0, points: 0 }
    expect(await summaryOf(token)).toEqual(none)

    await giveOne(shop, token)
    const now = shop.clock()
    await openPointLedger(shop).earn(member.memberId, 3_000, { now, validDays: 30 })
    const { passUids } = await shop.buyPaid(giver.accessToken, 2)
    const gifts: string[] = []
    for (const passUid of passUids) {
      const body = { passUid, id: member.email }
      gifts.push((await shop.call(giftInsert, { token: giver.accessToken, body })).data?.giftUid ?? '')
    }
    const unread = (await shop.call(newsList, { token, query: {} })).data
    expect(unread?.list.length).toBeGreaterThan(1)
    expect(await summaryOf(token)).toEqual({ ...none, coupons: 1, gifts: 2, unread: unread?.unread, points: 3_000 })
    // What a member has sent waits for others.
    expect(await summaryOf(giver.accessToken)).toMatchObject({ gifts: 0 })

    await shop.call(giftReceive, { token, body: { giftUid: gifts[0] ?? '' } })
    const newsUids = (await shop.call(newsList, { token, query: {} })).data?.list.map(({ newsUid }) => newsUid) ?? []
    await shop.call(readNews, { token, body: { newsUids } })
    expect(await summaryOf(token)).toMatchObject({ passes: 1, gifts: 1, unread: 0 })
  })
})
