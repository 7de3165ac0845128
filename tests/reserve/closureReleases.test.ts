import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { goodsOption } from '#server/db/schema/goods.ts'
import { operatorToken } from '#server/http/operatorToken.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, ROOM, type ReservationShop } from './reservationShop.ts'

/** Closed days, and releases that change the departures and options of their goods before or after. */

describe.each(drawnEngines())('a closed day on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.visitor()).accessToken
  })
  afterAll(() => inn.close())

  /** Returns the Korean day `days` ahead, as `2026-12-01`, and as a slot names it. */
  const day = (days: number) => new Date(inn.clock() + KST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)
  const slotDay = (days: number) => day(days).replaceAll('-', '')
  const night = (days: number) => `${slotDay(days)}-${slotDay(days + 1)}`
  const desk = async (method: 'GET' | 'POST', path: string, payload?: string) => {
    const authorization = `Bearer ${await operatorToken(inn.deps.keys, inn.clock())}`
    const url = `/operator/closures/${path}`
    const answer = await inn.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    expect(answer.statusCode).toBe(200)
    const { reservations = [] } = answer.json<{ reservations?: { rsvtUid: string; fate: string }[] }>()
    return reservations.map(({ rsvtUid, fate }) => [rsvtUid, fate])
  }
  const leftOf = async (goodsDtlId: string, priceSn: string) => {
    const { data } = await inn.call(reserve.availability, { query: { goodsDtlId } })
    return data?.list.find((slot) => slot.priceSn === priceSn)?.left
  }
  const optionRow = async (gdsDtlUid: string) => {
    const [row] = await inn.deps.db.select().from(goodsOption).where(eq(goodsOption.gdsDtlUid, gdsDtlUid))
    if (!row) throw new Error('no such option')
    return row
  }
  /** A release that gives an option these departures. */
  const setTimes = async (gdsDtlUid: string, times: string[]) => {
    const { doc } = await optionRow(gdsDtlUid)
    await inn.deps.db
      .update(goodsOption)
      .set({ doc: { ...doc, times } })
      .where(eq(goodsOption.gdsDtlUid, gdsDtlUid))
  }
  /** A release that adds an option like another one. */
  const addOption = async (like: string, gdsDtlUid: string) =>
    inn.deps.db.insert(goodsOption).values({ ...(await optionRow(like)), gdsDtlUid })
  const create = async (quoteUid: string) => (await inn.call(reserve.create, { token, body: { quoteUid } })).status.code

  test('shows and refunds reservations of departures that a later release does not offer', async () => {
    await setTimes(PERFUME, ['11:00', '13:00'])
    const { rsvtUid } = await inn.book(token, PERFUME, `${slotDay(20)}T1100`)
    const evening = await inn.book(token, PERFUME, `${slotDay(19)}T1300`)
    await setTimes(PERFUME, ['11:30', '13:00'])
    const path = `act-perfume/${day(20)}/${day(20)}`
    expect(await desk('GET', path)).toEqual([[rsvtUid, 'refund']])
    await desk('POST', `${path}/refund`, '1')
    expect((await inn.row(rsvtUid)).state).toBe('cancel_asked')
    expect((await inn.row(evening.rsvtUid)).state).toBe('confirmed')
    expect(await leftOf(PERFUME, `${slotDay(20)}T1130`)).toBe(0)
    // The departure comes back with a later release, and has a stock row of before the closure.
    await setTimes(PERFUME, ['11:00', '11:30'])
    expect(await leftOf(PERFUME, `${slotDay(20)}T1100`)).toBe(0)
    await desk('POST', `${path}/open`)
    for (const time of ['T1100', 'T1130']) expect(await leftOf(PERFUME, slotDay(20) + time)).toBeGreaterThan(0)
  })

  test('stays closed for a departure that a later release adds, also to who has a price already', async () => {
    await setTimes(PERFUME, ['11:00', '16:00'])
    const quoteUid = await inn.quoteOf(token, PERFUME, `${slotDay(30)}T1600`)
    await setTimes(PERFUME, ['11:00'])
    const path = `${PERFUME}/${day(30)}/${day(31)}`
    await desk('POST', `${path}/close`)
    await setTimes(PERFUME, ['11:00', '16:00'])
    for (const closed of [30, 31]) expect(await leftOf(PERFUME, `${slotDay(closed)}T1600`)).toBe(0)
    for (const open of [29, 32]) expect(await leftOf(PERFUME, `${slotDay(open)}T1600`)).toBeGreaterThan(0)
    expect(await create(quoteUid)).toBe('E_NO_ROOM')
    expect((await inn.price(token, PERFUME, `${slotDay(31)}T1600`)).status.code).toBe('E_NO_ROOM')
    await desk('POST', `${path}/open`)
    expect(await leftOf(PERFUME, `${slotDay(31)}T1600`)).toBeGreaterThan(0)
    expect(await create(quoteUid)).toBe('200')
  })

  test('of goods stays closed for an option that a later release adds; each option can be opened alone', async () => {
    await setTimes(PERFUME, ['11:00'])
    const path = `act-perfume/${day(40)}/${day(40)}`
    const priceSn = `${slotDay(40)}T1100`
    await desk('POST', `${path}/close`)
    await addOption(PERFUME, 'act-perfume-duo')
    await addOption(PERFUME, 'act-perfume-trio')
    const unitsLeft = async () => [
      await leftOf(PERFUME, priceSn),
      await leftOf('act-perfume-duo', priceSn),
      await leftOf('act-perfume-trio', priceSn),
    ]
    expect(await unitsLeft()).toEqual([0, 0, 0])
    expect(await leftOf('act-perfume-duo', `${slotDay(41)}T1100`)).toBeGreaterThan(0)
    await desk('POST', `act-perfume-duo/${day(40)}/${day(40)}/open`)
    const { capacity } = await optionRow('act-perfume-duo')
    expect(await unitsLeft()).toEqual([0, capacity, 0])
    await setTimes('act-perfume-duo', ['11:00', '12:00'])
    expect(await leftOf('act-perfume-duo', `${slotDay(40)}T1200`)).toBe(capacity)
    await desk('POST', `${path}/open`)
    expect(await unitsLeft()).toEqual([capacity, capacity, capacity])
  })

  test('of a hotel stays closed for a room that a later release adds, also in the search for vacancies', async () => {
    const path = `stanford-inn-busan/${day(50)}/${day(51)}`
    const quoteUid = await inn.quoteOf(token, ROOM, night(50))
    await desk('POST', `${path}/close`)
    await addOption(ROOM, 'stanford-inn-busan-r9')
    const isVacant = async (days: number) => {
      const query = { startDate: day(days), endDate: day(days + 1) }
      return (await inn.call(reserve.vacancy, { query })).data?.list.some(
        ({ gdsUid }) => gdsUid === 'stanford-inn-busan',
      )
    }
    expect(await isVacant(50)).toBe(false)
    expect(await isVacant(52)).toBe(true)
    expect(await leftOf('stanford-inn-busan-r9', night(51))).toBe(0)
    expect((await inn.price(token, 'stanford-inn-busan-r9', `${slotDay(51)}-${slotDay(53)}`)).status.code).toBe(
      'E_NO_ROOM',
    )
    expect(await create(quoteUid)).toBe('E_NO_ROOM')
    await desk('POST', `${path}/open`)
    expect(await isVacant(50)).toBe(true)
    expect(await leftOf('stanford-inn-busan-r9', night(51))).toBe(8)
  })
})
