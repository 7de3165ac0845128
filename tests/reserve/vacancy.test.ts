import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { DAY_MS, KST_OFFSET_MS } from '#contract/time.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, SUITE, type ReservationShop } from './reservationShop.ts'

const dayOf = (at: number): string => new Date(at + KST_OFFSET_MS).toISOString().slice(0, 10)
const compact = (date: string): string => date.replaceAll('-', '')

describe.each(drawnEngines())('hotels with a free room on %s', (engine) => {
  let inn: ReservationShop
  let token = ''
  beforeAll(async () => {
    inn = await openReservationShop({ engine })
    token = (await inn.member()).accessToken
  })
  afterAll(() => inn.close())
  const day = (days: number) => dayOf(inn.clock() + days * DAY_MS)
  const vacant = (startDate: string, endDate: string) => inn.call(reserve.vacancy, { query: { startDate, endDate } })

  test('malformed days, and stays that are not on sale, are refused', async () => {
    for (const [from, until] of [
      ['2026', day(2)],
      [day(1), '20260230'],
      ['', day(2)],
    ])
      expect((await vacant(from ?? '', until ?? '')).http).toBe(422)
    for (const [from, until] of [
      [day(-1), day(1)],
      [day(2), day(2)],
      [day(3), day(2)],
      [day(1), day(16)],
      [day(181), day(182)],
      ['10000101', '99991231'],
    ])
      expect((await vacant(from ?? '', until ?? '')).status.code).toBe('E_RESERVE_DATE')
  })

  test('every hotel is listed with its cheapest free room, and none without a free room in one of the nights', async () => {
    const before = (await vacant(day(20), day(22))).data?.list ?? []
    expect(before.length).toBe(12)
    const suites = `${compact(day(21))}-${compact(day(22))}`
    const hotel = SUITE.replace(/-r\d$/, '')
    const listed = before.find(({ gdsUid }) => gdsUid === hotel)
    await inn.hold(token, SUITE, suites, 2)
    const after = (await vacant(day(20), day(22))).data?.list.find(({ gdsUid }) => gdsUid === hotel)
    expect(after?.left).toBe((listed?.left ?? 0) - 2)
    // The night before is not touched; its price may be another one.
    const earlier = (await vacant(day(19), day(21))).data?.list.find(({ gdsUid }) => gdsUid === hotel)
    expect(earlier?.left).toBe(listed?.left)
  })
})
