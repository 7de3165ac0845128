import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import type { Goods } from '#contract/calls/goodsItem.ts'
import { FACILITIES, GOODS_TYPE } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'
import { lowestPrice } from '#contract/rules/dayPrice.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

const COUNTS = { hotel: 12, tour: 10, activity: 10, voucher: 6, pass: 8 } as const

describe.each(drawnEngines())('attractions and goods on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string>, locale: (typeof LOCALES)[number] = 'en') =>
    (await app.call(attraction.list, { query: { pageSize: '50', ...query }, locale })).data
  const goods = async (query: Record<string, string>, locale: (typeof LOCALES)[number] = 'en') =>
    ((await list(query, locale))?.list ?? []).filter((one): one is Goods => 'gdsTycd' in one)
  const places = async (query: Record<string, string>) =>
    ((await list(query))?.list ?? []).flatMap((one) => ('categories' in one ? [one.gdsUid] : []))

  test('unknown parameters and ids are refused, and unknown values find nothing', async () => {
    expect((await app.call(attraction.list, { query: { district: 'jung' } })).status.code).toBe('E_INPUT')
    expect((await app.call(attraction.detail, { params: { id: 'nobody' } })).status.code).toBe('E_NOT_FOUND')
    for (const query of [
      { gdsTycd: 'CD0000000099' },
      { etcInformation: 'C' },
      { areaCd: 'paris' },
      { facilitiesRecordList: 'indoor,helipad' },
      { gdsTycd: GOODS_TYPE.hotel, facilitiesRecordList: 'indoor' },
      { gdsTycd: GOODS_TYPE.tour, gdsCategoryCd: 'hotel_5' },
    ])
      expect((await list(query))?.total).toBe(0)
  })

  test('empty values count as missing, as a form sends them', async () => {
    const empty = { etcInformation: '', areaCd: '', facilitiesRecordList: '', gdsCategoryCd: '', gdsTycd: '' }
    expect((await list({ ...empty, searchKeyword: '' }))?.total).toBe(55)
    expect((await list({ gdsTycd: GOODS_TYPE.attraction }))?.total).toBe(55)
  })

  test('attractions are filtered by district and by its city', async () => {
    const beyond = await places({ areaCd: 'gyeongnam' })
    expect(beyond).toContain('gimhae-rail-park')
    const gimhae = await places({ areaCd: 'gimhae' })
    expect(gimhae.every((id) => beyond.includes(id))).toBe(true)
    expect(((await list({ areaCd: 'busan' }))?.total ?? 0) + beyond.length).toBe(55)
  })

  test('attractions are filtered by all given facilities, in every notation of a list', async () => {
    for (const facility of FACILITIES) {
      const some = await places({ facilitiesRecordList: facility })
      expect(some.length).toBeGreaterThan(0)
      expect(some.length).toBeLessThan(55)
    }
    const both = await places({ facilitiesRecordList: 'indoor, no_admission_fee' })
    const indoor = await places({ facilitiesRecordList: 'indoor' })
    for (const query of [
      'facilitiesRecordList=indoor&facilitiesRecordList=no_admission_fee',
      'facilitiesRecordList[]=indoor&facilitiesRecordList[]=no_admission_fee',
      'facilitiesRecordList%5B0%5D=indoor&facilitiesRecordList%5B1%5D=no_admission_fee',
      'facilitiesRecordList=%5B%22indoor%22,%22no_admission_fee%22%5D',
    ]) {
      const listed = await app.app.inject(`/api/v1/attraction/list?pageSize=50&${query}`)
      const { data: results } = listed.json<{ data: { list: { gdsUid: string }[] } }>()
      expect(results.list.map(({ gdsUid }) => gdsUid)).toEqual(both)
    }
    const none = await app.app.inject('/api/v1/attraction/list?facilitiesRecordList=%5B%5D')
    expect(none.json<{ data: { total: number } }>().data.total).toBe(55)
    // Names of Object.prototype are unknown parameters like any other.
    for (const name of ['constructor', 'toString', '__proto__'])
      expect((await app.app.inject(`/api/v1/attraction/list?${name}=`)).statusCode).toBe(422)
    const twice = await app.app.inject('/api/v1/attraction/list?areaCd=busan&areaCd=busan')
    expect(twice.statusCode).toBe(422)
    const free = await places({ facilitiesRecordList: 'no_admission_fee' })
    expect(both).toEqual(indoor.filter((id) => free.includes(id)))
    const { data } = await app.call(attraction.detail, { params: { id: both[0] ?? '' } })
    expect(data && 'facilities' in data && data.facilities).toEqual(
      expect.arrayContaining(['indoor', 'no_admission_fee']),
    )
  })

  test.each(Object.entries(COUNTS))('the list has the goods of type %s', async (kind, count) => {
    const gdsTycd = GOODS_TYPE[kind as keyof typeof COUNTS]
    const listed = await goods({ gdsTycd })
    expect(listed).toHaveLength(count)
    for (const one of listed) expect([one.kind, one.gdsTycd, one.price > 0]).toEqual([kind, gdsTycd, true])
  })

  test.each(LOCALES)('the detail of one item of each kind is complete in %s', async (locale) => {
    for (const kind of Object.keys(COUNTS)) {
      const [first] = await goods({ gdsTycd: GOODS_TYPE[kind as keyof typeof COUNTS] }, locale)
      const { data } = await app.call(attraction.detail, { params: { id: first?.gdsUid ?? '' }, locale })
      if (!data || !('options' in data)) throw new Error(`${kind} has no options`)
      expect(data).toMatchObject(first ?? {})
      expect(data.name && data.summary).toBeTruthy()
      expect(data.options.length).toBeGreaterThan(0)
      for (const option of data.options) expect(option.optionNm).not.toBe('')
      const { kind: itemKind } = data
      const lowest = data.options.map((option) =>
        itemKind === 'pass' ? option.price : lowestPrice(itemKind, option, Date.now()),
      )
      expect(data.price).toBe(Math.min(...lowest))
    }
  })

  test('hotels are marked as samples and filtered by stars, and tours have their stops', async () => {
    for (const one of await goods({ gdsTycd: GOODS_TYPE.hotel })) expect(one.sampleYn).toBe('Y')
    const five = await goods({ gdsTycd: GOODS_TYPE.hotel, gdsCategoryCd: 'hotel_5' })
    expect(five.length).toBeGreaterThan(3)
    for (const { stars } of five) expect(stars).toBe(5)
    const { data } = await app.call(attraction.detail, { params: { id: 'tour-east-coast-day' } })
    expect(data && 'stops' in data && data.stops.map(({ gdsUid }) => gdsUid)).toEqual([
      'haedong-yonggungsa',
      'haeundae-beach-train',
    ])
  })

  test('goods are found by words of any language, by name before text', async () => {
    const foundUids = async (searchKeyword: string, gdsTycd: string) =>
      (await goods({ searchKeyword, gdsTycd }, 'cht')).map(({ gdsUid }) => gdsUid)
    expect(await foundUids('zeppelin', GOODS_TYPE.hotel)).toEqual([])
    expect((await foundUids('파라다이스호텔', GOODS_TYPE.hotel))[0]).toBe('paradise-hotel-busan')
    expect((await foundUids('yacht', GOODS_TYPE.activity))[0]).toBe('act-yacht-sunset')
    expect(await foundUids('Big5', GOODS_TYPE.pass)).toHaveLength(2)
  })

  test('goods that are not on sale are neither listed nor found by their id', async () => {
    const id = 'stanford-inn-busan'
    await app.deps.db.execute(sql`update goods set on_sale = false where gds_uid = ${id}`)
    // Changes the version, so that the server reads the catalogue again; it may use the old version for 0.5 s.
    await app.deps.db.execute(sql`update catalogue_state set version = version || '+'`)
    await expect
      .poll(async () => (await app.call(attraction.detail, { params: { id } })).status.code)
      .toBe('E_NOT_FOUND')
    expect((await list({ gdsTycd: GOODS_TYPE.hotel }))?.total).toBe(COUNTS.hotel - 1)
  })
})
