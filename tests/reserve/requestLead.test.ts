import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as reserve from '#contract/calls/reserve.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { drawnEngines } from '../harness/engines.ts'
import { openReservationShop, PERFUME, VAN, type ReservationShop } from './reservationShop.ts'

describe.each(drawnEngines())('a departure that the place confirms, on %s', (engine) => {
  let shop: ReservationShop
  beforeAll(async () => {
    shop = await openReservationShop({ engine })
  })
  afterAll(() => shop.close())

  const slotsOf = async (goodsDtlId: string) =>
    (await shop.call(reserve.availability, { query: { goodsDtlId } })).data?.list ?? []

  test('is on sale until three hours before its start, so that the place can answer; others for longer', async () => {
    const [van] = (await slotsOf(VAN)).filter(({ startsAt }) => startsAt > shop.clock() + 4 * HOUR_MS)
    const { priceSn = '', startsAt = 0 } = van ?? {}
    const priced = async (id: string, name: string) =>
      (await shop.price((await shop.visitor()).accessToken, id, name)).status.code
    shop.advance(startsAt - shop.clock() - 3 * HOUR_MS - 5 * MINUTE_MS)
    expect(await priced(VAN, priceSn)).toBe('200')
    expect((await slotsOf(VAN)).map((slot) => slot.priceSn)).toContain(priceSn)
    shop.advance(5 * MINUTE_MS)
    expect(await priced(VAN, priceSn)).toBe('E_RESERVE_DATE')
    expect((await slotsOf(VAN)).map((slot) => slot.priceSn)).not.toContain(priceSn)

    const [perfume] = await slotsOf(PERFUME)
    shop.advance((perfume?.startsAt ?? 0) - shop.clock() - 2 * HOUR_MS)
    expect(await priced(PERFUME, perfume?.priceSn ?? '')).toBe('200')
  })
})
