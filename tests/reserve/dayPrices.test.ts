import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as cart from '#contract/calls/cart.ts'
import * as reserve from '#contract/calls/reserve.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { QUOTE_TTL_MS, RESERVE_HOLD_MS } from '#contract/limits.ts'
import { addDays, koreanDate, koreanDayStart, koreanWeekday } from '#contract/rules/koreanCalendar.ts'
import { overlappingSeasons } from '#contract/rules/dayPrice.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { goodsOption } from '#server/db/schema/goods.ts'
import { operatorChange } from '#server/db/schema/operator.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { citySeed, seedCity } from '#server/modules/catalogue/service.ts'
import { drawnEngines } from '../harness/engines.ts'
import { LOCKER, openReservationShop, PERFUME, ROOM, type ReservationShop } from './reservationShop.ts'

/** A room of 85,000 won a night and a class of 45,000 won, with the rules that an operator sets. */

const HOTEL = 'stanford-inn-busan'
/** A Thursday in Korea that is at least four days ahead, and the days after it. */
const THURSDAY = (() => {
  const today = koreanDate(Date.now())
  const ahead = [4, 5, 6, 7, 8, 9, 10].map((days) => addDays(today, days))
  return ahead.find((date) => koreanWeekday(koreanDayStart(date)) === 'thu') ?? today
})()
const day = (days: number): string => addDays(THURSDAY, days)
const compact = (date: string): string => date.replaceAll('-', '')
/** Thursday to Sunday. */
const STAY = `${compact(day(0))}-${compact(day(3))}`

describe.each(drawnEngines())('prices by day on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeEach(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.member()).accessToken
  })
  afterEach(() => inn.close())

  const set = async (id: string, field: string, value: string) => {
    const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock(), 'kim')}`
    const url = `/operator/products/${id}/${field}`
    const answer = await inn.app.inject({ method: 'POST', url, headers: { authorization }, payload: value })
    return { http: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const setAll = async (...changes: (readonly [string, string, string])[]) => {
    for (const [id, field, value] of changes) expect(await set(id, field, value)).toMatchObject({ http: 200 })
  }
  const available = async (goodsDtlId: string, startDate: string, endDate: string) =>
    (await inn.call(reserve.availability, { query: { goodsDtlId, startDate, endDate } })).data?.list.map(
      ({ priceSn, price }) => [priceSn, price],
    )
  const changes = async () =>
    (await inn.deps.db.select().from(operatorChange).orderBy(asc(operatorChange.changeUid))).map(
      ({ operator, target, field, before, after }) => [operator, target, field, before, after],
    )
  const hotelPrice = async () =>
    (await inn.call(attraction.list, { query: { gdsTycd: GOODS_TYPE.hotel, pageSize: '50' } })).data?.list.find(
      ({ gdsUid }) => gdsUid === HOTEL,
    )

  test('rules are refused without the token, in another form, where seasons overlap, and for passes and vouchers', async () => {
    for (const field of ['weekend', 'season']) {
      const url = `/operator/products/${ROOM}/${field}`
      expect((await inn.app.inject({ method: 'POST', url, payload: '20%' })).statusCode).toBe(401)
    }
    await setAll(
      [ROOM, 'season', '2026-12-24 2027-01-01 30%'],
      [ROOM, 'season', '2027-05-01 2027-05-10 -60000won'],
      [PERFUME, 'weekend', '-90%'],
    )
    const logged = await changes()
    for (const [id, field, value, sentence] of [
      ['nowhere-r1', 'weekend', '20%', /no product/],
      [HOTEL, 'weekend', '20%', /several prices/],
      ['pass-24h-mobile', 'weekend', '20%', /hotels, tours and activities/],
      [LOCKER, 'season', '2026-12-24 2027-01-01 30%', /vouchers/],
      [ROOM, 'weekend', '', /whole percentage/],
      [ROOM, 'weekend', '2.5%', /whole percentage/],
      [ROOM, 'weekend', '301%', /from -90 to 300/],
      [ROOM, 'weekend', '-91', /from -90 to 300/],
      [ROOM, 'season', '30%', /season must be/],
      [ROOM, 'season', '2027-02-29 2027-03-01 30%', /season must be/],
      [ROOM, 'season', '2027-13-01 2027-13-02 30%', /season must be/],
      [ROOM, 'season', '2027-02-02 2027-02-01 30%', /ends .* before/],
      [ROOM, 'season', '2027-02-01 2027-02-02 1.5%', /whole percentage/],
      [ROOM, 'season', '2027-02-01 2027-02-02 5000', /season must be/],
      [ROOM, 'season', '2027-02-01 2027-02-02 -85000won', /would cost 0 won/],
      [ROOM, 'season', '2027-01-01 2027-01-05 10%', /share a day/],
      [ROOM, 'season', '2026-12-20 2027-02-01 10%', /share a day/],
      [ROOM, 'season', '2027-02-01 2027-02-02 none', /no season from/],
      // An order of 0 won is paid without the gateway, so a lower price must leave something of each season.
      [ROOM, 'price', '60000', /season 2027-05-01 2027-05-10 -60000won would cost 0 won/],
      [ROOM, 'price', '59000', /would cost 0 won/],
      [PERFUME, 'price', '400', /weekend would cost 0 won/],
    ] as const) {
      const { http, body } = await set(id, field, value)
      expect({ id, field, value, http }).toEqual({ id, field, value, http: 422 })
      expect(body.sentence).toMatch(sentence)
    }
    expect(await changes()).toEqual(logged)
  })

  test('faulty rules of a former release are replaced one by one, and seasons that have ended hinder no price', async () => {
    const seasons = [
      { from: day(-20), until: day(-15), amountKrw: -84_000 },
      { from: day(20), until: day(25), amountKrw: -90_000 },
      { from: day(30), until: day(35), amountKrw: -90_000 },
    ]
    const [row] = await inn.deps.db.select().from(goodsOption).where(eq(goodsOption.gdsDtlUid, ROOM))
    const doc = { ...row?.doc, priceRules: { weekendPercent: -90, seasons } } as NonNullable<typeof row>['doc']
    await inn.deps.db.update(goodsOption).set({ doc, price: 400 }).where(eq(goodsOption.gdsDtlUid, ROOM))
    expect(await set(ROOM, 'price', '5000')).toMatchObject({ http: 422 })
    await setAll(
      [ROOM, 'season', `${day(20)} ${day(25)} none`],
      [ROOM, 'weekend', 'none'],
      [ROOM, 'season', `${day(30)} ${day(35)} 50%`],
      [ROOM, 'price', '5000'],
    )
  })

  test('rules apply at once, are logged, can be removed, and the next seed does not overwrite them', async () => {
    await setAll(
      [ROOM, 'weekend', '20%'],
      [ROOM, 'season', `${day(2)} ${day(2)} +50000won`],
      [PERFUME, 'weekend', '10'],
      [PERFUME, 'season', `${day(9)} ${day(28)} -10%`],
    )
    expect(await available(ROOM, day(0), day(3))).toEqual(
      [85_000, 102_000, 135_000, 85_000].map((won, nth) => [`${compact(day(nth))}-${compact(day(nth + 1))}`, won]),
    )
    const classes = new Map(
      (await available(PERFUME, day(0), day(9)))?.map(([priceSn, won]) => [String(priceSn).slice(0, 8), won]),
    )
    expect([1, 2, 9].map((days) => classes.get(compact(day(days))))).toEqual([45_000, 49_500, 40_500])
    expect(await changes()).toEqual([
      ['kim', ROOM, 'weekend', null, 20],
      ['kim', ROOM, 'season', null, `${day(2)} ${day(2)} 50000won`],
      ['kim', PERFUME, 'weekend', null, 10],
      ['kim', PERFUME, 'season', null, `${day(9)} ${day(28)} -10%`],
    ])
    const { records, ...rest } = citySeed()
    const edited = await seedCity(inn.deps.db, inn.clock(), { records: { ...records, version: 'next' }, ...rest })
    expect(edited).toEqual(expect.arrayContaining([`options ${ROOM}`, `options ${PERFUME}`]))
    await setAll([ROOM, 'weekend', 'none'], [ROOM, 'season', `${day(2)} ${day(2)} none`])
    expect((await available(ROOM, day(0), day(3)))?.map(([, won]) => won)).toEqual([85_000, 85_000, 85_000, 85_000])
  })

  test('the list names the lowest price of a day on sale, and a stay its mean price for a night', async () => {
    expect(await hotelPrice()).toMatchObject({ price: 85_000 })
    await setAll([ROOM, 'weekend', '20%'], [ROOM, 'season', `${day(40)} ${day(50)} -40%`])
    expect(await hotelPrice()).toMatchObject({ price: 51_000 })
    await setAll([ROOM, 'season', `${day(40)} ${day(50)} none`], [ROOM, 'season', `${day(400)} ${day(410)} -40%`])
    expect(await hotelPrice()).toMatchObject({ price: 85_000 })
    // 85,000 + 102,000 + 102,000 for three nights.
    const { data } = await inn.call(reserve.vacancy, { query: { startDate: day(0), endDate: day(3) } })
    expect(data?.list.find(({ gdsUid }) => gdsUid === HOTEL)).toMatchObject({ price: 95_000 })
    const detail = await inn.call(attraction.detail, { params: { id: HOTEL } })
    const rules = { weekendPercent: 20, seasons: [{ from: day(400), until: day(410), percent: -40 }] }
    expect(detail.data).toMatchObject({ options: [{ gdsDtlUid: ROOM, price: 85_000, priceRules: rules }, {}, {}] })
  })

  test('another price than that of today is refused, for a quote and for a line of a cart', async () => {
    await setAll([ROOM, 'weekend', '20%'])
    const sum = 85_000 + 2 * 102_000
    const query = { goodsDtlId: ROOM, priceSn: STAY, goodsCnt: '2' }
    for (const price of ['abc', '-1', '1.5'])
      expect((await inn.call(reserve.goodsInfo, { token, query: { ...query, price } })).http).toBe(422)
    const stale = await inn.call(reserve.goodsInfo, { token, query: { ...query, price: String(2 * 255_000) } })
    expect(stale).toMatchObject({ status: { code: 'E_PRICE_CHANGED' } })
    const { data } = await inn.call(reserve.goodsInfo, { token, query: { ...query, price: String(2 * sum) } })
    expect(data).toMatchObject({ unitPrice: sum, amount: 2 * sum, nights: 3, nightPrices: [85_000, 102_000, 102_000] })
    const quoteCart = async (unitPrice: number) =>
      (
        await inn.call(cart.quote, {
          token,
          body: { lines: [{ gdsDtlUid: ROOM, count: 1, priceSn: STAY, unitPrice }] },
        })
      ).data
    expect(await quoteCart(255_000)).toMatchObject({ quoteUid: null, lines: [{ problem: 'price', unitPrice: sum }] })
    expect(await quoteCart(sum)).toMatchObject({
      quoteUid: expect.any(String),
      amount: sum,
      lines: [{ problem: null }],
    })
  })

  test('a rule that is set after the quote changes neither the reservation nor its payment', async () => {
    await setAll([ROOM, 'weekend', '20%'])
    const quoteUid = await inn.quoteOf(token, ROOM, STAY)
    const expired = await inn.quoteOf(token, ROOM, STAY)
    await setAll([ROOM, 'weekend', '100%'])
    const { data: held } = await inn.call(reserve.create, { token, body: { quoteUid } })
    expect(held).toMatchObject({ amount: 289_000, nightPrices: [85_000, 102_000, 102_000] })
    await setAll([ROOM, 'weekend', 'none'])
    const order = await inn.order(token, held?.rsvtUid ?? '')
    expect(order.amount).toBe(289_000)
    expect(await inn.read(token, held?.rsvtUid ?? '')).toMatchObject({ nightPrices: [85_000, 102_000, 102_000] })
    inn.advance(QUOTE_TTL_MS)
    const refusal = await inn.call(reserve.create, { token, body: { quoteUid: expired } })
    expect(refusal.status.code).toBe('E_HOLD_OVER')
    expect((await inn.price(token, ROOM, STAY)).data).toMatchObject({ amount: 255_000 })
  })

  test('a hold lasts ten minutes, and then its room is free', async () => {
    expect(RESERVE_HOLD_MS).toBe(10 * MINUTE_MS)
    const { rsvtUid, holdUntil, reservedAt } = await inn.hold(token, ROOM, STAY)
    expect((holdUntil ?? 0) - reservedAt).toBe(10 * MINUTE_MS)
    inn.advance(9 * MINUTE_MS)
    expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'held' })
    inn.advance(MINUTE_MS)
    expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'lapsed' })
    await inn.jobs()
    expect(await inn.takenUnits(ROOM)).toEqual({})
  })

  test('the samples have prices by day, in seasons that do not overlap', async () => {
    const { goods, options } = citySeed()
    const ruled = options.filter(({ doc }) => doc.priceRules)
    const kinds = ruled.map(({ gdsUid }) => goods.find((each) => each.gdsUid === gdsUid)?.doc)
    expect(new Set(kinds.map((doc) => doc?.type))).toEqual(new Set(['hotel', 'tour']))
    expect(kinds.every((doc) => doc?.sample)).toBe(true)
    for (const { doc } of ruled) {
      expect(overlappingSeasons(doc.priceRules?.seasons ?? [])).toBe(null)
      for (const { from, until } of doc.priceRules?.seasons ?? []) expect(from <= until).toBe(true)
    }
    const prices = new Set((await available('lotte-hotel-busan-r1', day(0), day(6)))?.map(([, won]) => won))
    expect(prices.size).toBeGreaterThan(1)
  })
})
