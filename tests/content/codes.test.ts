import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as codes from '#contract/calls/codes.ts'
import { CODE_TYPES, GOODS_TYPE, REFUND_REASONS } from '#contract/codes.ts'
import { LANGUAGE_CODE, LOCALES, TRAVEL_CODE } from '#contract/locales.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

describe.each(drawnEngines())('code lists on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  const list = async (codeType: string, upCd?: string, locale: (typeof LOCALES)[number] = 'en') =>
    (await app.call(codes.codes, { params: { codeType }, query: { upCd }, locale })).data
  const codesOf = async (codeType: string, upCd?: string) => (await list(codeType, upCd))?.map(({ code }) => code)

  test('refuse unknown lists and codes', async () => {
    for (const codeType of ['NONE', 'constructor', '__proto__', 'gds_tycd'])
      expect((await app.call(codes.codes, { params: { codeType } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(codes.codeName, { params: { code: 'nonsense' } })).status.code).toBe('E_NOT_FOUND')
  })

  test.each(CODE_TYPES)('the code list %s has each code once, with a name in every language', async (codeType) => {
    const english = await codesOf(codeType)
    expect(new Set(english).size).toBe(english?.length)
    for (const locale of LOCALES) {
      const translated = await list(codeType, undefined, locale)
      expect(translated?.map(({ code }) => code).toSorted()).toEqual(english?.toSorted())
      for (const { code, name } of nonEmpty(translated)) {
        expect(name).not.toBe('')
        expect(name).not.toMatch(/^code\.|[{}]/)
        expect((await app.call(codes.codeName, { params: { code }, locale })).data?.code).toBe(code)
      }
    }
  })

  test('contain the codes of the specification', async () => {
    // The attraction's code is ours; the specification has the five others (spec 3.20).
    const [attractionCode, ...specified] = (await codesOf('GDS_TYCD')) ?? []
    expect(attractionCode).toBe(GOODS_TYPE.attraction)
    expect(specified).toEqual(['CD0000000079', 'CD0000000080', 'CD0000000081', 'CD0000000082', 'CD0000000083'])
    const { hotel, tour, activity, voucher, pass } = GOODS_TYPE
    expect([hotel, tour, activity, voucher, pass]).toEqual(specified)
    expect(await codesOf('LANGUAGE')).toEqual(LOCALES.map((locale) => LANGUAGE_CODE[locale]))
    expect(await codesOf('TRAVEL_LANGUAGE')).toEqual(LOCALES.map((locale) => TRAVEL_CODE[locale]))
    const inJapanese = (await list('LANGUAGE', undefined, 'jp'))?.map(({ name }) => name)
    expect(inJapanese?.slice(0, 5)).toEqual(['英語', '韓国語', '簡体中国語', '繁体中国語', '日本語'])
    expect(await codesOf('WHY_CD')).toEqual([...REFUND_REASONS])
    expect(await codesOf('COUNTRY')).toHaveLength(243)
    expect(await codesOf('GENDER')).toEqual(['male', 'female', 'none'])
  })

  test('have categories for each type of goods, and each item has one of them', async () => {
    for (const gdsTycd of [GOODS_TYPE.hotel, GOODS_TYPE.tour, GOODS_TYPE.activity, GOODS_TYPE.voucher]) {
      const categories = (await codesOf('GDS_CTGRY', gdsTycd)) ?? []
      expect(categories.length).toBeGreaterThanOrEqual(3)
      const listed = async (query: Record<string, string>) =>
        (await app.call(attraction.list, { query: { gdsTycd, pageSize: '50', ...query } })).data?.list ?? []
      const lists = await Promise.all(categories.map((gdsCategoryCd) => listed({ gdsCategoryCd })))
      for (const list of lists.filter((_, nth) => gdsTycd !== GOODS_TYPE.hotel || nth > 0)) expect(list).not.toEqual([])
      const ids = lists.flat().map(({ gdsUid }) => gdsUid)
      expect(ids.toSorted()).toEqual((await listed({})).map(({ gdsUid }) => gdsUid).toSorted())
    }
  })

  test('return the children of a code', async () => {
    const busan = await codesOf('SGG', 'busan')
    expect(busan).toHaveLength(16)
    expect(await codesOf('SGG', 'gyeongnam')).toEqual(['gimhae', 'yangsan'])
    expect(await codesOf('SGG', 'paris')).toEqual([])
    expect((await app.call(codes.districts, { query: { upCd: 'busan' } })).data?.map(({ code }) => code)).toEqual(busan)
    expect((await app.call(codes.cities)).data?.map(({ code }) => code)).toEqual(['busan', 'gyeongnam'])
    expect(await codesOf('GDS_CTGRY', GOODS_TYPE.hotel)).toEqual(['hotel_2', 'hotel_3', 'hotel_4', 'hotel_5'])
    expect(await codesOf('GDS_CTGRY', GOODS_TYPE.attraction)).toHaveLength(12)
    expect(await codesOf('GDS_CTGRY', GOODS_TYPE.pass)).toEqual([])
  })
})
