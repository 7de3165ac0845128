import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as receiptplace from '#contract/calls/receiptplace.ts'
import * as venue from '#contract/calls/venue.ts'
import { VENUE_TYPES } from '#contract/codes.ts'
import { LOCALES } from '#contract/locales.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { nonEmpty } from '../harness/nonEmpty.ts'
import type { App } from '../harness/factories.ts'

describe.each(drawnEngines())('exchange desks and partners on %s', (engine) => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine })
  })
  afterAll(() => app.close())

  test('unknown ids and parameters are refused, and unknown values find nothing', async () => {
    expect((await app.call(receiptplace.detail, { params: { id: 'nobody' } })).status.code).toBe('E_NOT_FOUND')
    expect((await app.call(venue.list, { query: { type: 'cafe' } })).status.code).toBe('E_INPUT')
    expect((await app.call(venue.list, { query: { venueTycd: 'casino' } })).data?.total).toBe(0)
    expect((await app.call(receiptplace.list, { query: { areaCd: 'paris' } })).data?.total).toBe(0)
  })

  test.each(LOCALES)('all desks are listed in %s, the main ones first, with their metro stations', async (locale) => {
    const { data } = await app.call(receiptplace.list, { locale })
    expect([data?.total, data?.list.length]).toEqual([10, 10])
    const main = data?.list.map(({ mainYn }) => mainYn) ?? []
    expect(main).toEqual(main.toSorted().toReversed())
    for (const desk of nonEmpty(data?.list)) {
      expect(desk.name && desk.district && desk.whereInside && desk.requires).toBeTruthy()
      expect((await app.call(receiptplace.detail, { params: { id: desk.id }, locale })).data).toEqual(desk)
    }
    expect(data?.list.find(({ id }) => id === 'haeundae-tourist-info')?.station?.id).toBe('203')
  })

  test('partners are listed in pages, each once, each discount marked as a sample', async () => {
    const uids = new Set<string>()
    for (let pageNum = 1; pageNum <= 3; pageNum += 1) {
      const { data } = await app.call(venue.list, { query: { pageNum, pageSize: 50 } })
      expect(data?.total).toBe(111)
      for (const one of nonEmpty(data?.list)) {
        expect(one.discount.sampleYn).toBe('Y')
        uids.add(one.venueUid)
      }
    }
    expect(uids.size).toBe(111)
  })

  test('partners are filtered by type, area and keyword', async () => {
    let sum = 0
    for (const venueTycd of VENUE_TYPES)
      sum += (await app.call(venue.list, { query: { venueTycd }, locale: 'ko' })).data?.total ?? 0
    expect(sum).toBe(111)
    const near = (await app.call(venue.list, { query: { areaCd: 'jung', pageSize: 50 } })).data?.list ?? []
    expect(near.length).toBeGreaterThan(0)
    for (const { districtCd } of near) expect(districtCd).toBe('jung')
    const { data } = await app.call(venue.list, { query: { searchKeyword: '웨이브온 커피' }, locale: 'jp' })
    expect(data?.list.map(({ name, nameKo }) => `${name} ${nameKo}`)).toEqual(['ウェーブオンコーヒー 웨이브온커피'])
  })

  test.each([
    ['Busan Citizens’ Hall', 'theatre', 'Theatre', '劇院'],
    ['Dream Theatre Busan', 'theatre', 'Theatre', '劇院'],
    ['Luggage Storage Busan Station', 'service', 'Traveller service', '旅客服務'],
  ])('%s is a %s, in English and Chinese', async (searchKeyword, type, text, inChinese) => {
    const typeOf = async (locale: 'en' | 'cht') => {
      const { data } = await app.call(venue.list, { query: { searchKeyword, venueTycd: type }, locale })
      return data?.list.map((one) => [one.type, one.typeText])
    }
    expect(await typeOf('en')).toEqual([[type, text]])
    expect(await typeOf('cht')).toEqual([[type, inChinese]])
  })

  test.each([
    ['cht', '元祖奶奶湯飯', '海雲台元祖奶奶湯飯'],
    ['chs', '元祖奶奶汤饭', '海云台元祖奶奶汤饭'],
    ['jp', 'ハルメクッパ', '海雲台元祖ハルメクッパ'],
    ['ko', '원조할매국밥', '해운대 원조할매국밥'],
    ['en', 'halmae gukbap', 'Haeundae Wonjo Halmae Gukbap'],
  ] as const)('a partner is found by its name in %s', async (locale, searchKeyword, name) => {
    const { data } = await app.call(venue.list, { query: { searchKeyword }, locale })
    expect(data?.list.map((one) => one.name)).toEqual([name])
    // A call in another language finds it too, and gets the name in that language.
    const english = await app.call(venue.list, { query: { searchKeyword }, locale: 'en' })
    expect(english.data?.list.map((one) => one.name)).toEqual(['Haeundae Wonjo Halmae Gukbap'])
  })
})
