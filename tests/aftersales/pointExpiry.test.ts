import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as point from '#contract/calls/point.ts'
import { QUOTE_TTL_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { expirePoints } from '#server/modules/point/expiry.ts'
import { creditFinalOrders } from '#server/modules/point/service.ts'
import { membersDue } from '#server/modules/point/store.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn } from '../harness/factories.ts'
import { buyQuote, quoteFor } from '../coupons/wallet.ts'
import { type AftersalesShop, openAftersalesShop } from './aftersalesShop.ts'
import { endOfKoreanDay, STARTS_AT } from './pointHistories.ts'
import { openPointLedger, type PointLedger } from './pointLedger.ts'

describe.each(drawnEngines())('points that expire, on %s', (engine) => {
  let shop: AftersalesShop
  let points: PointLedger
  beforeAll(async () => {
    const env = { POINTS_EARN_PERCENT: '7', POINTS_SPEND: '1', POINTS_VALID_DAYS: '60' }
    shop = await openAftersalesShop({ engine, env })
    points = openPointLedger(shop)
  })
  afterAll(() => shop.close())

  test('are refused from the end of their last day in Korea on, and can be spent one millisecond before it', async () => {
    // One minute before midnight in Korea, and midnight: two days.
    const justBefore = Date.UTC(2027, 2, 1, 14, 59)
    const midnight = Date.UTC(2027, 2, 1, 15)
    for (const [now, end] of [
      [justBefore, Date.UTC(2027, 2, 11, 15)],
      [midnight, Date.UTC(2027, 2, 12, 15)],
    ] as const) {
      const { memberId } = await shop.member()
      await points.earn(memberId, 500, { now, validDays: 10 })
      expect((await points.ledger(memberId))[0]?.expireAt).toBe(end)
      expect(await points.balance(memberId, end)).toBe(0)
      expect(await points.spend(memberId, 1, end)).toBe('E_POINTS')
      await points.runJob(end - 1)
      expect(await points.moves(memberId)).toEqual([['earn', 500]])
      expect(await points.balance(memberId, end - 1)).toBe(500)
      expect(await points.spend(memberId, 499, end - 1)).not.toBe('E_POINTS')
      await points.runJob(end)
      expect(await points.moves(memberId)).toEqual([
        ['earn', 500],
        ['spend', -499],
        ['expire', -1],
      ])
      expect(await points.account(memberId)).toMatchObject({ balance: 0, expiryDueAt: null })
    }
  })

  test('expire by their own day, first those that expire first, and by what is left of them', async () => {
    const { memberId } = await shop.member()
    const first = await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    const second = await points.earn(memberId, 200, { now: STARTS_AT, validDays: 40 })
    const third = await points.earn(memberId, 100, { now: STARTS_AT + DAY_MS, validDays: 9 })
    await points.spend(memberId, 350, STARTS_AT + 2 * DAY_MS)
    await points.runJob(endOfKoreanDay(STARTS_AT, 10))
    expect(await points.balance(memberId, endOfKoreanDay(STARTS_AT, 10))).toBe(200)
    await points.runJob(endOfKoreanDay(STARTS_AT, 40))
    const expiries = (await points.ledger(memberId)).filter(({ kind }) => kind === 'expire')
    expect(expiries.map(({ amount, balance: after, ordUid }) => [amount, after, ordUid])).toEqual([
      [-50, 200, third],
      [-200, 0, second],
    ])
    expect(expiries.map(({ ordUid }) => ordUid)).not.toContain(first)
  })

  test('one run writes each entry that is over, and another run writes nothing', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    await points.earn(memberId, 200, { now: STARTS_AT, validDays: 20 })
    await points.earn(memberId, 100, { now: STARTS_AT, validDays: 90 })
    const now = endOfKoreanDay(STARTS_AT, 30)
    await points.runJob(now)
    await points.runJob(now)
    await points.runJob(now + HOUR_MS)
    expect((await points.moves(memberId)).slice(3)).toEqual([
      ['expire', -300],
      ['expire', -200],
    ])
    expect(await points.account(memberId)).toMatchObject({
      balance: 100,
      expiryDueAt: endOfKoreanDay(STARTS_AT, 90) - 30 * DAY_MS,
    })
  })

  test('that expire before earlier ones are seen by the job on their own day', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 300, { now: STARTS_AT, validDays: 90 })
    await points.runJob(STARTS_AT)
    const first = endOfKoreanDay(STARTS_AT, 90) - 30 * DAY_MS
    expect(await points.account(memberId)).toMatchObject({ expiryDueAt: first })
    await points.earn(memberId, 200, { now: STARTS_AT, validDays: 40 })
    const second = endOfKoreanDay(STARTS_AT, 40)
    expect(await points.account(memberId)).toMatchObject({ expiryDueAt: second - 30 * DAY_MS })
    await points.runJob(second)
    expect(await points.balance(memberId, second)).toBe(300)
    expect(await points.account(memberId)).toMatchObject({ balance: 300, expiryDueAt: first })
  })

  test('cannot be spent while the job is late, neither by a new quote nor by one from the day before', async () => {
    const { memberId, ...who } = await shop.member()
    // Five minutes before the end of the day.
    const start = shop.clock()
    shop.advance(endOfKoreanDay(start, 0) - start - 5 * 60_000)
    const validDays = 1
    await points.earn(memberId, 2_000, { now: shop.clock() - DAY_MS, validDays })
    const { accessToken: token } = await signIn(shop, who)
    expect((await quoteFor(shop, token, { points: 2_001 })).status.code).toBe('E_POINTS')
    const { data: quote } = await quoteFor(shop, token, { points: 2_000 })
    expect(quote?.pointsUsable).toBe(2_000)
    expect((await shop.call(point.list, { token })).data).toMatchObject({
      balance: 2_000,
      expiring: { amount: 2_000, at: endOfKoreanDay(shop.clock(), 0) },
      list: [{ kind: 'earn', expireAt: endOfKoreanDay(shop.clock(), 0) }],
    })
    shop.advance(6 * 60_000)
    expect(6 * 60_000).toBeLessThan(QUOTE_TTL_MS)
    expect((await buyQuote(shop, token, quote?.quoteUid ?? '')).status.code).toBe('E_POINTS')
    expect((await quoteFor(shop, token, { points: 1 })).status.code).toBe('E_POINTS')
    expect((await quoteFor(shop, token)).data?.pointsUsable).toBe(0)
    expect((await shop.call(point.list, { token })).data).toMatchObject({ balance: 0, expiring: null, total: 1 })
    await expirePoints(shop.deps)
    expect((await shop.call(point.list, { token })).data).toMatchObject({
      balance: 0,
      list: [{ kind: 'expire', amount: -2_000, expireAt: null }, { kind: 'earn' }],
    })
  })

  test('an order that spends has taken the expired ones off first, and another spends what is left', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    await points.earn(memberId, 200, { now: STARTS_AT, validDays: 20 })
    const now = endOfKoreanDay(STARTS_AT, 10)
    expect(await points.spend(memberId, 201, now)).toBe('E_POINTS')
    expect(await points.spend(memberId, 150, now)).not.toBe('E_POINTS')
    expect(await points.moves(memberId)).toEqual([
      ['earn', 300],
      ['earn', 200],
      ['expire', -300],
      ['spend', -150],
    ])
    await points.runJob(endOfKoreanDay(STARTS_AT, 20))
    expect((await points.moves(memberId)).at(-1)).toEqual(['expire', -50])
  })

  test('that return with a refund are valid anew from that day', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    const ordUid = await points.spend(memberId, 300, STARTS_AT)
    const now = endOfKoreanDay(STARTS_AT, 20)
    await points.giveBack(memberId, ordUid, now, 10)
    await points.runJob(now)
    expect(await points.balance(memberId, endOfKoreanDay(now, 10) - 1)).toBe(300)
    await points.runJob(endOfKoreanDay(now, 10))
    expect((await points.moves(memberId)).slice(1)).toEqual([
      ['spend', -300],
      ['return', 300],
      ['expire', -300],
    ])
  })

  test('that have expired are not taken back from other points at a refund; valid ones are', async () => {
    const { memberId } = await shop.member()
    const expired = await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    const valid = await points.earn(memberId, 200, { now: STARTS_AT, validDays: 40 })
    const now = endOfKoreanDay(STARTS_AT, 10)
    await points.giveBack(memberId, expired, now)
    expect(await points.balance(memberId, now)).toBe(200)
    await points.giveBack(memberId, valid, now)
    expect(await points.moves(memberId)).toEqual([
      ['earn', 300],
      ['earn', 200],
      ['expire', -300],
      ['take_back', -200],
    ])
  })

  test('that the release before gave never expire, and what was spent of them expires no later ones', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 1, { now: STARTS_AT, validDays: 1 })
    await points.runJob(endOfKoreanDay(STARTS_AT, 1))
    await points.earnForEver(memberId, 400, STARTS_AT)
    const now = endOfKoreanDay(STARTS_AT, 3_000)
    expect(await points.account(memberId)).toMatchObject({ balance: 400, expiryDueAt: null })
    await points.spend(memberId, 100, now)
    await points.earn(memberId, 100, { now, validDays: 10 })
    await points.runJob(endOfKoreanDay(now, 10))
    expect(await points.balance(memberId, endOfKoreanDay(now, 10))).toBe(300)
    expect((await points.moves(memberId)).at(-1)).toEqual(['expire', -100])
  })

  test('are valid from the day on which the order is final, not from the purchase', async () => {
    const who = await shop.member()
    const { memberId } = who
    await shop.buyPaid(who.accessToken)
    shop.advance(200 * DAY_MS)
    await creditFinalOrders(shop.deps)
    const [entry] = await points.ledger(memberId)
    expect(entry).toMatchObject({ kind: 'earn', amount: 3_430, expireAt: endOfKoreanDay(shop.clock(), 60) })
    expect((Number(entry?.expireAt) + KST_OFFSET_MS) % DAY_MS).toBe(0)
  })

  test('are announced once, 30 days before each last day, with what is left', async () => {
    const who = await shop.member()
    const { memberId } = who
    const start = shop.clock()
    await points.earn(memberId, 1_500, { now: start, validDays: 60 })
    await points.earn(memberId, 80, { now: start, validDays: 65 })
    await points.spend(memberId, 300, start)
    const news = async () => (await shop.call(newsfeed.list, { token: (await signIn(shop, who)).accessToken })).data
    const end = endOfKoreanDay(start, 60)
    shop.advance(end - 30 * DAY_MS - 60_000 - shop.clock())
    await expirePoints(shop.deps)
    expect((await news())?.total).toBe(0)
    shop.advance(120_000)
    await expirePoints(shop.deps)
    await expirePoints(shop.deps)
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(end - 1)
    const [item] = (await news())?.list ?? []
    expect(item).toMatchObject({ type: 'noti', path: '/myPage/points', title: 'Some of your points will expire soon' })
    expect(item?.content).toContain('Points that will expire: 1,200.')
    expect(item?.content).toContain(`valid until ${day} at 23:59, Korean time`)
    shop.advance(5 * DAY_MS)
    await expirePoints(shop.deps)
    expect((await news())?.list.map(({ content }) => content.slice(0, 27))).toEqual([
      'Points that will expire: 80',
      'Points that will expire: 1,',
    ])
  })

  test('of a member who has withdrawn are left to the erasure', async () => {
    const { memberId } = await shop.member()
    await points.earn(memberId, 300, { now: STARTS_AT, validDays: 10 })
    const setWithdrawn = (withdrawnAt: number | null) =>
      shop.deps.db.update(memberTable).set({ withdrawnAt }).where(eq(memberTable.id, memberId))
    await setWithdrawn(STARTS_AT)
    // They take no place in a batch.
    const due = await membersDue(shop.deps.db, endOfKoreanDay(STARTS_AT, 10), 1_000)
    expect(due).not.toContain(memberId)
    await points.runJob(endOfKoreanDay(STARTS_AT, 10))
    expect(await points.moves(memberId)).toEqual([['earn', 300]])
    await setWithdrawn(null)
    await points.runJob(endOfKoreanDay(STARTS_AT, 10))
    expect(await points.moves(memberId)).toContainEqual(['expire', -300])
  })
})
