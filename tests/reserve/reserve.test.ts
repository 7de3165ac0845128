import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { LANGUAGE_CODE, TRAVEL_CODE } from '#contract/locales.ts'
import { HOLDS_MAX, QUOTE_TTL_MS, RESERVE_HOLD_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, MINUTE_MS } from '#contract/time.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, LOCKER, PERFUME, ROOM, SUITE, VAN, type ReservationShop } from './reservationShop.ts'

const seoul = (at: number): string => new Date(at + KST_OFFSET_MS).toISOString()
const dayOf = (at: number): string => seoul(at).slice(0, 10).replaceAll('-', '')

describe.each(drawnEngines())('reserving on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  let stranger = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.member()).accessToken
    stranger = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())

  const available = (query: Record<string, string>) => inn.call(reserve.availability, { query })

  describe('availability', () => {
    test('an unknown option and a malformed or impossible day are refused', async () => {
      expect((await available({ goodsDtlId: 'nowhere-r1' })).status.code).toBe('E_NOT_FOUND')
      expect((await available({ goodsDtlId: 'pass-24h-mobile-std' })).status.code).toBe('E_NOT_FOUND')
      for (const startDate of ['2026', '20261301', '20260230', '2026-1201', 'tomorrow'])
        expect((await available({ goodsDtlId: ROOM, startDate })).http).toBe(422)
      expect((await available({ goodsDtlId: ROOM, startDate: '' })).http).toBe(200)
    })

    test('lists nights from today, departures on their weekdays at least an hour ahead, and one open voucher', async () => {
      const now = inn.clock()
      const rooms = (await available({ goodsDtlId: ROOM })).data?.list ?? []
      expect(rooms[0]).toMatchObject({
        priceSn: `${dayOf(now)}-${dayOf(now + DAY_MS)}`,
        price: 85_000,
        left: 8,
        state: 'step2',
      })
      expect(seoul(rooms[0]?.startsAt ?? 0).slice(11, 16)).toBe('15:00')
      expect(rooms).toHaveLength(92)
      const departures = (await available({ goodsDtlId: 'tour-tongdosa-temple-std' })).data?.list ?? []
      expect(departures.length).toBeGreaterThan(20)
      for (const { startsAt, endsAt, priceSn } of departures) {
        expect([2, 4, 6]).toContain(new Date(startsAt + KST_OFFSET_MS).getUTCDay())
        expect(priceSn).toBe(`${dayOf(startsAt)}T0930`)
        expect(startsAt).toBeGreaterThanOrEqual(now + HOUR_MS)
        expect(endsAt - startsAt).toBe(420 * MINUTE_MS)
      }
      expect((await available({ goodsDtlId: LOCKER })).data?.list).toMatchObject([{ priceSn: 'open', left: 300 }])
    })

    test('days are Korean days, with or without dashes, and a slot with few or no units left says so', async () => {
      const day = dayOf(inn.clock() + 20 * DAY_MS)
      const dashed = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
      const one = await available({ goodsDtlId: SUITE, startDate: day, endDate: dashed })
      expect(one.data?.list).toHaveLength(1)
      expect(one.data?.list[0]).toMatchObject({ left: 2, state: 'step1' })
      await inn.hold(token, SUITE, one.data?.list[0]?.priceSn ?? '', 2)
      expect((await available({ goodsDtlId: SUITE, startDate: day, endDate: day })).data?.list).toMatchObject([
        { left: 0, state: 'closed' },
      ])
    })
  })

  test("a member's unpaid reservations are limited, and a cancelled, paid or expired one makes room", async () => {
    const { accessToken: mine } = await inn.visitor()
    const priceSn = await inn.nameOf(LOCKER)
    const requoted = await inn.quoteOf(mine, LOCKER, priceSn)
    const create = async (quoteUid?: string) =>
      inn.call(reserve.create, {
        token: mine,
        body: { quoteUid: quoteUid ?? (await inn.quoteOf(mine, LOCKER, priceSn)) },
      })
    const first = await create(requoted)
    for (let nth = 2; nth < HOLDS_MAX; nth += 1) expect((await create()).status.code).toBe('200')
    const { payUrl, ordUid } = await inn.order(mine, (await create()).data?.rsvtUid ?? '')
    // A reservation whose payment has begun is unpaid too, and the same quote returns its existing reservation.
    expect((await create()).status.code).toBe('E_HOLDS')
    expect((await create(requoted)).data?.rsvtUid).toBe(first.data?.rsvtUid)
    expect((await inn.cancel(mine, first.data?.rsvtUid ?? '')).status.code).toBe('200')
    expect((await create()).status.code).toBe('200')
    expect((await create()).status.code).toBe('E_HOLDS')
    await inn.bank.press(payUrl ?? '', 'approve')
    await inn.returnFromPayment(ordUid)
    expect((await create()).status.code).toBe('200')
    expect((await create()).status.code).toBe('E_HOLDS')
    inn.advance(RESERVE_HOLD_MS)
    await inn.jobs()
    expect((await create()).status.code).toBe('200')
  })

  describe('goods-info', () => {
    test('a missing token, bad counts, and slots that are not on sale are refused', async () => {
      const priceSn = await inn.nameOf(ROOM)
      expect((await inn.price('', ROOM, priceSn)).http).toBe(400)
      for (const goodsCnt of [0, 7, 1.5]) expect((await inn.price(token, ROOM, priceSn, goodsCnt)).http).toBe(422)
      expect((await inn.price(token, 'nowhere', priceSn)).status.code).toBe('E_NOT_FOUND')
      const day = (days: number) => dayOf(inn.clock() + days * DAY_MS)
      const notOnSale = [
        `${day(-1)}-${day(0)}`,
        `${day(3)}-${day(3)}`,
        `${day(4)}-${day(3)}`,
        `${day(3)}-${day(18)}`,
        `${day(181)}-${day(182)}`,
        `${day(3)}T0900`,
        '20260230-20260301',
        'open',
      ]
      for (const name of notOnSale) expect((await inn.price(token, ROOM, name)).status.code).toBe('E_RESERVE_DATE')
      for (const name of [`${day(3)}T1100x`, 'Open', "'; drop"])
        expect((await inn.price(token, ROOM, name)).http).toBe(422)
      for (const name of [`${day(3)}T1130`, `${day(-1)}T1100`, 'open'])
        expect((await inn.price(token, PERFUME, name)).status.code).toBe('E_RESERVE_DATE')
      expect((await inn.price(token, LOCKER, priceSn)).status.code).toBe('E_RESERVE_DATE')
    })

    test('rooms are priced by nights and seats by persons, with the end of free cancellation', async () => {
      const day = (days: number) => dayOf(inn.clock() + days * DAY_MS)
      const stay = (await inn.price(token, ROOM, `${day(10)}-${day(13)}`, 2)).data
      expect(stay).toMatchObject({ nights: 3, unitPrice: 255_000, amount: 510_000, left: 8, cancelDays: null })
      expect((stay?.startsAt ?? 0) - (stay?.cancelUntil ?? 0)).toBe(48 * HOUR_MS)
      const seats = (await inn.price(token, PERFUME, `${day(10)}T1300`, 3)).data
      expect(seats).toMatchObject({ nights: 1, unitPrice: 45_000, amount: 135_000, confirmation: 'instant' })
      expect((seats?.startsAt ?? 0) - (seats?.cancelUntil ?? 0)).toBe(24 * HOUR_MS)
      expect((await inn.price(token, VAN, `${day(10)}T0900`)).data).toMatchObject({ confirmation: 'request' })
      expect((await inn.price(token, LOCKER, 'open')).data).toMatchObject({ cancelUntil: null, cancelDays: 1 })
      expect((await inn.price(token, VAN, `${day(10)}T0900`, 4)).status.code).toBe('E_NO_ROOM')
    })

    test('languageCd, as a language code or a travel code, takes precedence over the header', async () => {
      const priceSn = await inn.nameOf(PERFUME)
      const say = async (languageQuery: Record<string, string>, locale?: 'ko') =>
        (
          await inn.call(reserve.goodsInfo, {
            token,
            query: { goodsDtlId: PERFUME, priceSn, goodsCnt: '1', ...languageQuery },
            ...(locale && { locale }),
          })
        ).data?.optionNm
      expect(await say({})).toBe('Per person')
      expect(await say({}, 'ko')).toBe('1인')
      expect(await say({ languageCd: LANGUAGE_CODE.jp }, 'ko')).toBe('1名')
      expect(await say({ languageCd: TRAVEL_CODE.cht }, 'ko')).toBe('每人')
      expect(await say({ languageCd: 'CD9' }, 'ko')).toBe('Per person')
    })
  })

  describe('create', () => {
    test("another member's quote is answered like an unknown one, and a quote of a pass or an expired one is refused", async () => {
      const quoteUid = await inn.quoteOf(token, PERFUME, await inn.nameOf(PERFUME, 4))
      const make = (body: Record<string, unknown>, as = token) =>
        inn.call(reserve.create, { token: as, body: body as never })
      expect((await make({ quoteUid }, '')).http).toBe(400)
      expect(await make({ quoteUid }, stranger)).toMatchObject({ status: { code: 'E_NOT_FOUND' } })
      expect((await make({ quoteUid }, stranger)).status).toEqual(
        (await make({ quoteUid: randomUUID() }, stranger)).status,
      )
      for (const invalidFields of [
        { email: 'mei' },
        { name: '' },
        { wish: 'x'.repeat(301) },
        { wish: 'a\0b' },
        { state: 'confirmed' },
      ])
        expect((await make({ quoteUid, ...invalidFields })).http).toBe(422)
      expect((await make({ quoteUid, mobile: '010-1234' })).status.code).toBe('E_PHONE')
      // E.164 by its form, but no number of its country, as at sign-up.
      expect((await make({ quoteUid, mobile: `+8869${'1'.repeat(9)}` })).status.code).toBe('E_PHONE')
      const ofPass = await inn.place(token)
      expect((await make({ quoteUid: ofPass.quoteUid })).status.code).toBe('E_NOT_FOUND')
      inn.advance(QUOTE_TTL_MS)
      expect((await make({ quoteUid })).status.code).toBe('E_HOLD_OVER')
      expect(await inn.takenUnits(PERFUME)).toEqual({})
    })

    test('holds what was quoted, once for each quote, for the named guest', async () => {
      const priceSn = await inn.nameOf(PERFUME, 5)
      const quoteUid = await inn.quoteOf(token, PERFUME, priceSn, 2)
      const body = { quoteUid, name: 'Chen Wei', mobile: '+886912345678', wish: ' A table by the window ' }
      const first = await inn.call(reserve.create, { token, body, key: 'reserve-key-1' })
      expect(first.data).toMatchObject({
        state: 'held',
        badge: 'standby',
        typeBadge: 'tour',
        actions: ['pay', 'cancel'],
        goodsNm: 'Make Your Own Busan Perfume',
        goodsCnt: 2,
        amount: 90_000,
        guest: { name: 'Chen Wei', email: expect.stringContaining('@'), mobile: '+886912345678' },
        wish: 'A table by the window',
        ordUid: null,
      })
      expect(first.data?.rsvtNumber).toMatch(/^HR-\d{6}-[2-9A-HJ-NP-Z]{4}$/)
      expect((first.data?.holdUntil ?? 0) - (first.data?.reservedAt ?? 0)).toBe(RESERVE_HOLD_MS)
      const repeated = await inn.call(reserve.create, { token, body: { quoteUid }, key: 'reserve-key-2' })
      expect(repeated.data).toEqual(first.data)
      expect(await inn.takenUnits(PERFUME)).toEqual({ [priceSn]: 2 })
    })

    test('a stay takes each of its nights, and is refused as a whole when one is full', async () => {
      const day = (days: number) => dayOf(inn.clock() + days * DAY_MS)
      await inn.hold(token, SUITE, `${day(31)}-${day(32)}`, 1)
      const quoteUid = await inn.quoteOf(token, SUITE, `${day(30)}-${day(33)}`, 1)
      const lateQuote = await inn.quoteOf(stranger, SUITE, `${day(30)}-${day(32)}`, 1)
      expect((await inn.call(reserve.create, { token, body: { quoteUid } })).data?.state).toBe('held')
      const before = await inn.takenUnits(SUITE)
      expect(before).toMatchObject({ [day(30)]: 1, [day(31)]: 2, [day(32)]: 1 })
      expect((await inn.call(reserve.create, { token: stranger, body: { quoteUid: lateQuote } })).status.code).toBe(
        'E_NO_ROOM',
      )
      expect(await inn.takenUnits(SUITE)).toEqual(before)
    })

    test('an unpaid hold expires after a quarter of an hour, and is shown so even before the job runs', async () => {
      const priceSn = await inn.nameOf(PERFUME, 9)
      const { rsvtUid } = await inn.hold(token, PERFUME, priceSn)
      await inn.jobs()
      expect((await inn.row(rsvtUid)).state).toBe('held')
      inn.advance(RESERVE_HOLD_MS)
      expect(await inn.read(token, rsvtUid)).toMatchObject({ state: 'lapsed', badge: 'complete4', actions: [] })
      expect((await inn.payInfo(token, { reserveId: rsvtUid })).status.code).toBe('E_HOLD_OVER')
      await inn.jobs()
      expect(await inn.row(rsvtUid)).toMatchObject({ state: 'lapsed', end: 'hold' })
      expect(await inn.takenUnits(PERFUME)).not.toHaveProperty(priceSn)
      expect((await inn.cancel(token, rsvtUid)).status.code).toBe('E_RESERVE_STATE')
    })
  })

  describe('list and user-info', () => {
    test('are refused without a token and with bad input', async () => {
      expect((await inn.call(reserve.list, { query: {} })).http).toBe(400)
      expect((await inn.call(reserve.userInfo, {})).http).toBe(400)
      const bad = [
        { pageSize: '51' },
        { pageNum: '0' },
        { startDate: '20261' },
        { endDate: '20260230' },
        { type: 'all' },
        { x: '1' },
      ]
      for (const query of bad) expect((await inn.call(reserve.list, { token, query })).http).toBe(422)
    })

    test("the list has the member's own reservations, newest first, by days of use, goods type and state", async () => {
      const { accessToken } = await inn.visitor()
      const day = (days: number) => dayOf(inn.clock() + days * DAY_MS)
      const room = await inn.hold(accessToken, ROOM, `${day(40)}-${day(41)}`)
      const seat = await inn.hold(accessToken, PERFUME, `${day(41)}T1100`)
      const gone = await inn.hold(accessToken, PERFUME, `${day(42)}T1100`)
      await inn.cancel(accessToken, gone.rsvtUid)
      const list = async (query: Record<string, string> = {}) => {
        const { data } = await inn.call(reserve.list, { token: accessToken, query })
        return { uids: data?.list.map(({ rsvtUid }) => rsvtUid), total: data?.total }
      }
      expect(await list()).toEqual({ uids: [gone.rsvtUid, seat.rsvtUid, room.rsvtUid], total: 3 })
      expect(await list({ pageNum: '2', pageSize: '2' })).toEqual({ uids: [room.rsvtUid], total: 3 })
      expect(await list({ startDate: day(41), endDate: day(41) })).toEqual({ uids: [seat.rsvtUid], total: 1 })
      expect(await list({ endDate: day(40) })).toEqual({ uids: [room.rsvtUid], total: 1 })
      expect(await list({ gdsTycd: GOODS_TYPE.hotel })).toEqual({ uids: [room.rsvtUid], total: 1 })
      expect(await list({ type: 'upcoming' })).toEqual({ uids: [seat.rsvtUid, room.rsvtUid], total: 2 })
      expect(await list({ type: 'cancelled' })).toEqual({ uids: [gone.rsvtUid], total: 1 })
      expect(await list({ type: 'past' })).toEqual({ uids: [], total: 0 })
    })

    test("user-info returns the member's details", async () => {
      const { email, accessToken } = await inn.visitor()
      expect((await inn.call(reserve.userInfo, { token: accessToken, locale: 'jp' })).data).toEqual({
        engNm: 'Mei',
        engSurname: 'Lin',
        name: 'Mei Lin',
        email,
        mobile: null,
        ntnCd: null,
        coupons: 0,
        points: 0,
        language: 'jp',
      })
    })
  })
})
