import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as coupon from '#contract/calls/coupon.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import { endOfDay } from '#contract/rules/coupon.ts'
import { HOUR_MS } from '#contract/time.ts'
import { giveCoupon, returnCoupon, spendCoupon } from '#server/modules/coupon/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openShop, type Shop } from '../payment/shop.ts'
import { changeIssue, giveOne, makeIssue, printNumber } from './wallet.ts'

const ORDER = '0190a000-0000-7000-8000-000000000001'

describe.each(drawnEngines())('coupons on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const download = (token: string | undefined, query: Record<string, string>) =>
    shop.call(coupon.insert, { query, ...(token !== undefined && { token }) })
  const mine = async (token: string, query: Record<string, string> = {}) =>
    (await shop.call(coupon.myCoupon, { token, query: query as never })).data
  const offered = async (token: string, pageNum = '1') =>
    (await shop.call(coupon.list, { token, query: { pageNum, pageSize: '50' } })).data

  test('each call is refused without a token', async () => {
    for (const entry of [coupon.list, coupon.myCoupon, coupon.insert, coupon.paperInsert])
      expect(await shop.call(entry)).toMatchObject({ http: 400, status: { code: 'E_TOKEN' } })
  })

  test('lists refuse bad pages and unknown tabs', async () => {
    const { accessToken: token } = await shop.member()
    for (const query of [{ pageNum: '0' }, { pageSize: '51' }, { psTycd: 'lost' }, { state: 'usable' }])
      expect((await shop.call(coupon.myCoupon, { token, query: query as never })).http).toBe(422)
    expect((await shop.call(coupon.list, { token, query: { pageSize: '0' } })).http).toBe(422)
    expect(await mine(token)).toEqual({ list: [], pageNum: 1, pageSize: 10, total: 0 })
  })

  test('a missing coupon number is refused by its field', async () => {
    const { accessToken: token } = await shop.member()
    for (const answer of [
      await download(token, {}),
      await download(token, { couponPblcnUid: '' }),
      await shop.call(coupon.paperInsert, { token, query: { couponUid: ' ' } }),
    ])
      expect(answer.status.code).toBe('E_COUPON_REQUIRED')
    expect((await download(token, { couponPblcnUid: 'x'.repeat(81) })).http).toBe(422)
    expect((await shop.call(coupon.paperInsert, { token, query: {} })).status).toMatchObject({
      code: 'E_COUPON_REQUIRED',
      fields: [{ field: 'query.couponUid', reason: 'required' }],
    })
  })

  test('an unknown issue, one that is not for download, one not yet open, ended or sold out are refused', async () => {
    const { accessToken: token } = await shop.member()
    const now = shop.clock()
    const code = async (couponPblcnUid: string) => (await download(token, { couponPblcnUid })).status.code
    expect(await code('nothing')).toBe('E_NOT_FOUND')
    expect(await code(await makeIssue(shop, { way: 'paper' }))).toBe('E_NOT_FOUND')
    expect(await code(await makeIssue(shop, { way: 'given' }))).toBe('E_NOT_FOUND')
    expect(await code(await makeIssue(shop, { startsAt: now + HOUR_MS }))).toBe('E_COUPON_OVER')
    expect(await code(await makeIssue(shop, { endsAt: now - 1 }))).toBe('E_COUPON_OVER')
    expect(await code(await makeIssue(shop, { available: 0 }))).toBe('E_COUPON_OVER')
    expect(await mine(token)).toMatchObject({ total: 0 })
  })

  test('an issue is taken once, by query or by body, and the list shows that', async () => {
    const { accessToken: token } = await shop.member()
    const [first, second] = [await makeIssue(shop, { available: 1, validDays: 2 }), await makeIssue(shop)]
    const flags = async (uid: string) => (await offered(token))?.list.find((one) => one.couponPblcnUid === uid)
    expect(await flags(first)).toMatchObject({ takenYn: 'N', soldOutYn: 'N', validDays: 2, value: 5_000 })
    const taken = await download(token, { couponPblcnUid: first })
    const expiresAt = endOfDay(shop.clock(), 2)
    expect(taken.data).toMatchObject({ state: 'usable', expiresAt, daysLeft: 2, usedAt: null, ordUid: null })
    expect(taken.data?.number).toMatch(/^[2-9A-HJ-NP-Z]{12}$/)
    expect((await download(token, { couponPblcnUid: first })).status.code).toBe('E_COUPON_TAKEN')
    expect(await flags(first)).toMatchObject({ takenYn: 'Y', soldOutYn: 'Y' })
    const body = { couponPblcnUid: second }
    const undated = await shop.call(coupon.insert, { token, body, key: 'take-second' })
    expect(undated.data).toMatchObject({ expiresAt: null, daysLeft: null })
    expect((await shop.call(coupon.insert, { token, body, key: 'take-second' })).data).toEqual(undated.data)
    // The coupon that expires first is listed first.
    expect((await mine(token))?.list.map((one) => one.couponUid)).toEqual([
      taken.data?.couponUid,
      undated.data?.couponUid,
    ])
  })

  test('an issue is listed while it runs, in the language of the call', async () => {
    const { accessToken: token } = await shop.member()
    const uid = await makeIssue(shop, { endsAt: shop.clock() + HOUR_MS })
    const inJapanese = await shop.call(coupon.list, { token, locale: 'jp', query: { pageSize: '50' } })
    expect(inJapanese.data?.list.find((one) => one.couponPblcnUid === uid)?.name).toBe('クーポン')
    await changeIssue(shop, uid, { endsAt: shop.clock() - 1 })
    const { list = [], total } = (await offered(token)) ?? {}
    expect(list.map((one) => one.couponPblcnUid)).not.toContain(uid)
    expect(list.length).toBe(total)
  })

  test('a paper coupon is taken once, however it is typed, and an unknown and a taken number get the same answer', async () => {
    const [{ accessToken: token }, { accessToken: otherToken }] = [await shop.member(), await shop.member()]
    const number = await printNumber(shop)
    const take = (by: string, couponUid: string) => shop.call(coupon.paperInsert, { token: by, query: { couponUid } })
    const unknown = await take(token, 'PAPER-0000-0000')
    expect(unknown.status.code).toBe('E_COUPON_NUMBER')
    const typed = `${number.slice(0, 5).toLowerCase()}-${number.slice(5)} `
    expect((await take(token, typed)).data).toMatchObject({ number, state: 'usable' })
    expect((await take(otherToken, number)).status).toEqual(unknown.status)
    expect((await take(token, number)).status).toEqual(unknown.status)
  })

  test('after five wrong numbers in an hour the right one is refused too, until the hour is over', async () => {
    const { accessToken: token } = await shop.member()
    const [right, later] = [await printNumber(shop), await printNumber(shop)]
    const take = (couponUid: string) => shop.call(coupon.paperInsert, { token, query: { couponUid } })
    for (let nth = 0; nth < 4; nth += 1) expect((await take(`WRONG${nth}`)).status.code).toBe('E_COUPON_NUMBER')
    // A right number in between does not count as a failure.
    expect((await take(right)).status.code).toBe('200')
    expect((await take('WRONG5')).status.code).toBe('E_COUPON_NUMBER')
    const refused = await take(later)
    expect(refused).toMatchObject({ http: 429, status: { code: 'E_THROTTLED' } })
    expect(refused.status.retryAfter).toBeGreaterThan(3_500)
    shop.advance(HOUR_MS)
    expect((await take(later)).status.code).toBe('200')
  })

  test('a given coupon is reported in the news feed', async () => {
    const { accessToken: token, memberId } = await shop.member()
    const uid = await makeIssue(shop, { way: 'given' })
    const give = () =>
      shop.deps.db.transaction((tx) => giveCoupon(tx, uid, { memberId, locale: 'en', now: shop.clock() }))
    const grant = await give()
    await expect(give()).rejects.toMatchObject({ code: 'E_COUPON_TAKEN' })
    expect((await mine(token))?.list).toEqual([grant])
    const feed = await shop.call(newsfeed.list, { token, query: { type: 'coupon' } })
    expect(feed.data?.list).toHaveLength(1)
    expect(feed.data?.list[0]?.content).toContain(grant.name)
  })

  test('a pass type as psTycd lists the usable coupons that fit it', async () => {
    const { accessToken: token } = await shop.member()
    const any = await giveOne(shop, token)
    const passes = await giveOne(shop, token, { target: 'pass' })
    const one = await giveOne(shop, token, { gdsDtlUid: 'pass-48h-mobile-std' })
    await giveOne(shop, token, { target: 'reserve' })
    await giveOne(shop, token, { gdsTycd: GOODS_TYPE.hotel })
    const gone = await giveOne(shop, token, { expiresAt: shop.clock() + HOUR_MS })
    const listed = async (psTycd: string) => {
      const tab = await mine(token, { psTycd })
      expect(tab?.total).toBe(tab?.list.length)
      return tab?.list.map(({ couponUid }) => couponUid).toSorted()
    }
    expect(await listed('24H')).toEqual([any, passes, gone].toSorted())
    expect(await listed('48H')).toEqual([any, passes, one, gone].toSorted())
    shop.advance(HOUR_MS)
    expect(await listed('Big5')).toEqual([any, passes].toSorted())
    expect((await mine(token, { psTycd: 'usable' }))?.total).toBe(5)
  })

  test('usable, used and expired coupons are in their tabs, the latest first', async () => {
    const { accessToken: token, memberId } = await shop.member()
    const [used, , open] = [
      await giveOne(shop, token),
      await giveOne(shop, token, { expiresAt: shop.clock() + HOUR_MS }),
      await giveOne(shop, token),
    ]
    const payable = { kind: 'pass', gdsDtlUid: 'x', gdsTycd: 'y', amount: 49_000 } as const
    const use = (couponUid: string) =>
      shop.deps.db.transaction((tx) =>
        spendCoupon(tx, { couponUid, memberId, ordUid: ORDER, ...payable }, shop.clock()),
      )
    expect(await use(used)).toBe(5_000)
    await expect(use(used)).rejects.toMatchObject({ code: 'E_COUPON' })
    shop.advance(HOUR_MS)
    expect((await mine(token, { psTycd: 'usable' }))?.list.map(({ couponUid }) => couponUid)).toEqual([open])
    expect((await mine(token, { psTycd: '' }))?.list.map(({ couponUid }) => couponUid)).toEqual([open])
    const tab = await mine(token, { psTycd: 'used' })
    expect(tab?.list.map(({ state }) => state)).toEqual(['expired', 'used'])
    expect(tab).toMatchObject({ total: 2 })
    expect(tab?.list[1]).toMatchObject({ ordUid: ORDER, daysLeft: null })
    // The order was closed, so its coupon is usable again. The expired one stays.
    await shop.deps.db.transaction((tx) => returnCoupon(tx, ORDER, shop.clock()))
    expect((await mine(token))?.total).toBe(2)
  })

  test("another member's coupon is refused like an unknown one", async () => {
    const [{ accessToken: owner }, { memberId }] = [await shop.member(), await shop.member()]
    const foreign = await giveOne(shop, owner)
    const payable = { kind: 'pass', gdsDtlUid: 'x', gdsTycd: 'y', amount: 49_000 } as const
    for (const couponUid of [foreign, 'nothing'])
      await expect(
        shop.deps.db.transaction((tx) =>
          spendCoupon(tx, { couponUid, memberId, ordUid: ORDER, ...payable }, shop.clock()),
        ),
      ).rejects.toMatchObject({ code: 'E_COUPON' })
    expect((await mine(owner))?.total).toBe(1)
  })
})
