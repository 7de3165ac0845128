import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as attraction from '#contract/calls/attraction.ts'
import type { Data } from '#contract/calls/call.ts'
import * as codes from '#contract/calls/codes.ts'
import { CALLS } from '#contract/calls/index.ts'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import * as tour from '#contract/calls/recommendTour.ts'
import { CATEGORIES, GOODS_TYPE } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'
import { migrateDatabase } from '#server/db/connect.ts'
import { openApiOf } from '#server/http/openapi.ts'
import { checkServed } from '#server/http/mount.ts'
import { seedCity } from '#server/modules/catalogue/service.ts'
import { ROUTES } from '#server/modules/index.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

/** The page without goods of other kinds. */
const attractionsOf = (page: Data<typeof attraction.list> | null) =>
  page && { ...page, list: page.list.flatMap((one) => ('categories' in one ? [one] : [])) }

describe.each(drawnEngines())('the catalogue, on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const search = async (query: Record<string, string>, locale: (typeof LOCALES)[number] = 'en') =>
    attractionsOf((await app.call(attraction.list, { query: { pageSize: '50', ...query }, locale })).data)

  test('holds 55 attractions, 15 courses and 8 products, all on sale with cards in stock', async () => {
    expect((await search({}))?.total).toBe(55)
    expect((await app.call(tour.list)).data?.total).toBe(15)
    const products = (await app.call(pass.list)).data
    expect(products?.total).toBe(8)
    for (const { saleYn, soldOutYn } of nonEmpty(products?.list)) expect([saleYn, soldOutYn]).toEqual(['Y', 'N'])
  })

  test('seeds twice with the same result, and restores a missing record with the next seed', async () => {
    const count = async () => (await app.deps.db.execute(sql`select count(*)::int as n from attraction`)).rows[0]?.n
    await app.connected.withDedicatedConnection(async (db) => {
      await migrateDatabase(db)
      await seedCity(db, Date.now())
    })
    expect(await count()).toBe(55)
    await app.deps.db.execute(sql`delete from attraction where gds_uid = 'busan-tower'`)
    await app.deps.db.execute(sql`update catalogue_state set seed_version = 'older'`)
    await app.connected.withDedicatedConnection((db) => seedCity(db, Date.now()))
    expect(await count()).toBe(55)
  })

  test.each(LOCALES)('is complete in %s', async (locale) => {
    const { data } = await app.call(main.catalogue, { locale })
    expect(data?.attractions).toHaveLength(55)
    for (const place of nonEmpty(data?.attractions)) {
      expect(place.name && place.description && place.district && place.gettingThere.text).toBeTruthy()
      expect(place.nearby).toHaveLength(4)
      const metres = place.nearby.map((near) => near.metres)
      expect(metres).toEqual(metres.toSorted((a, b) => a - b))
    }
    expect(() => CALLS.get('main.catalogue')).not.toThrow()
  })

  test('lists the places of other cities as outside the city, and no others', async () => {
    const outside = async (query: Record<string, string>) =>
      attractionsOf((await app.call(attraction.list, { query: { ...query, pageSize: '50' } })).data)
        ?.list.map(({ gdsUid }) => gdsUid)
        .toSorted()
    const beyond = await outside({ areaCd: 'gyeongnam' })
    expect(beyond).toEqual(['gimhae-rail-park', 'tongdosa'])
    expect(await outside({ gdsCategoryCd: 'outside_city' })).toEqual(beyond)
  })

  test('gives hours, price, day off, reservation and website of a place as values', async () => {
    const detail = async (id: string, locale: (typeof LOCALES)[number] = 'en') =>
      (await app.call(attraction.detail, { params: { id }, locale })).data
    const day = [['10:00', '21:00']]
    expect(await detail('busan-x-the-sky')).toMatchObject({
      hours: { always: false, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day },
      lastEntry: '20:30',
      adultPrice: 27_000,
      dayOff: { code: 'none', text: 'Open all year round' },
      reservationYn: 'N',
      website: 'https://www.busanxthesky.com',
      phone: '+82-51-731-0098',
    })
    expect(await detail('haeundae-river-cruise', 'jp')).toMatchObject({
      hours: { mon: [] },
      dayOff: { code: 'mon', text: '毎週月曜日' },
    })
    expect(await detail('haeundae-beach-train')).toMatchObject({ reservationYn: 'Y' })
  })

  test.each(LOCALES)(
    'gives addresses in one script, which the reader or the driver can read, in %s',
    async (locale) => {
      const { data } = await app.call(main.catalogue, { locale })
      const places = data?.attractions ?? []
      expect(places).toHaveLength(55)
      const mixed = places.filter(
        ({ address }) => /\p{sc=Hangul}/u.test(address) && /\p{sc=Han}|\p{sc=Katakana}/u.test(address),
      )
      expect(mixed.map(({ address }) => address)).toEqual([])
      for (const { address, addressKo, district } of places) {
        expect(addressKo).toMatch(/\p{sc=Hangul}/u)
        if (locale !== 'en') expect(address).toBe(addressKo)
        if (locale !== 'ko') expect(district).not.toMatch(/\p{sc=Hangul}/u)
      }
    },
  )

  test('filters by category, district, group and search words', async () => {
    expect((await search({ gdsCategoryCd: 'nonsense' }))?.total).toBe(0)
    expect(CATEGORIES).toHaveLength(12)
    for (const category of CATEGORIES) {
      const results = await search({ gdsCategoryCd: category })
      for (const place of nonEmpty(results?.list)) expect(place.categories).toContain(category)
    }
    for (const place of nonEmpty((await search({ areaCd: 'haeundae' }))?.list))
      expect(place.districtCd).toBe('haeundae')
    const a = (await search({ etcInformation: 'A' }))?.total ?? 0
    const b = (await search({ etcInformation: 'B' }))?.total ?? 0
    expect([a, b, (await search({ etcInformation: 'free' }))?.total]).toEqual([12, 27, 39])
  })

  test('finds a place by its name in the language of the call, in English and in Korean', async () => {
    for (const word of ['다누비', 'danubi', 'ＤＡＮＵＢＩ'])
      expect((await search({ searchKeyword: word }, 'jp'))?.list.map(({ gdsUid }) => gdsUid)).toContain(
        'taejongdae-danubi',
      )
    expect((await search({ searchKeyword: '太宗台' }, 'jp'))?.total).toBeGreaterThan(0)
    expect((await search({ searchKeyword: 'no such place' }))?.total).toBe(0)
  })

  test('lists places in the same order in each language', async () => {
    const order = async (locale: (typeof LOCALES)[number]) =>
      (await search({}, locale))?.list.map(({ gdsUid }) => gdsUid)
    const english = await order('en')
    for (const locale of LOCALES) expect(await order(locale)).toEqual(english)
  })

  test('names codes, and refuses unknown lists', async () => {
    expect((await app.call(codes.codes, { params: { codeType: 'NONE' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(codes.codes, { params: { codeType: 'constructor' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(codes.codeName, { params: { code: 'haeundae' }, locale: 'ko' })).data?.name).toBe('해운대구')
    expect(
      (await app.call(codes.codes, { params: { codeType: 'GDS_CTGRY' }, query: { upCd: GOODS_TYPE.attraction } })).data,
    ).toHaveLength(12)
    expect((await app.call(codes.goodsTypes)).data).toHaveLength(6)
    expect((await app.call(account.accountCode, { query: { select: 'gender' } })).data?.gender).toHaveLength(3)
  })
})

describe('the table of calls', () => {
  test('must be served completely, each call once, or the server does not start', () => {
    expect(() => checkServed(CALLS, ROUTES)).not.toThrow()
    expect(() => checkServed(CALLS, ROUTES.slice(1))).toThrow(/is not served/)
    expect(() => checkServed(CALLS, [...ROUTES, ...ROUTES.slice(0, 1)])).toThrow(/served 2 times/)
    expect(() => checkServed(new Map([...CALLS].slice(1)), ROUTES)).toThrow(/not in the table/)
  })

  test('is in the OpenAPI document, each call once', () => {
    const { paths } = openApiOf(CALLS, 'http://localhost:3000') as { paths: Record<string, Record<string, unknown>> }
    const listed = Object.values(paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
    )
    expect(listed.toSorted()).toEqual([...CALLS.keys()].toSorted())
  })
})
