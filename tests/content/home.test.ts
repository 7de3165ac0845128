import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as main from '#contract/calls/main.ts'
import { LOCALES } from '#contract/locales.ts'
import { catalogueIn } from '#server/modules/catalogue/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import type { App } from '../harness/factories.ts'

const SECTIONS = ['attractions', 'passes', 'goods', 'courses', 'promotions', 'travelInfo'] as const

describe.each(drawnEngines())('home page and search on %s', (engine) => {
  let app: App
  let now = Date.parse('2026-07-10T03:00:00Z')
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const search = async (searchKeyword: string, locale: (typeof LOCALES)[number] = 'en', mo?: string) =>
    (await app.call(main.main, { query: { searchKeyword, mo }, locale })).data
  const names = async (searchKeyword: string, locale: (typeof LOCALES)[number] = 'en') =>
    ((await search(searchKeyword, locale))?.attractions.list ?? []).map(({ gdsUid }) => gdsUid)

  test('too long a keyword is refused, and an unknown one finds nothing', async () => {
    const { http, status } = await app.call(main.main, { query: { searchKeyword: 'x'.repeat(81) } })
    expect([http, status.fields?.[0]?.field]).toEqual([422, 'query.searchKeyword'])
    expect((await search('no such thing'))?.total).toBe(0)
  })

  test('each section has its first entries and its total', async () => {
    const { data } = await app.call(main.main)
    expect(SECTIONS.map((name) => data?.[name].total)).toEqual([55, 8, 38, 15, 3, 33])
    expect(data?.total).toBe(55 + 8 + 38 + 15 + 3 + 33)
    expect(SECTIONS.map((name) => data?.[name].list.length)).toEqual([10, 8, 10, 10, 3, 10])
    const small = await search('', 'en', 'Y')
    expect(SECTIONS.map((name) => small?.[name].list.length)).toEqual([5, 5, 5, 5, 3, 5])
  })

  test.each([
    ['haeundae', 'haeundae-beach-train'],
    ['해운대해변열차', 'haeundae-beach-train'],
    ['해운대블루라인파크', 'haeundae-beach-train'],
    ['해운대 해변 열차', 'haeundae-beach-train'],
    ['海云台', 'haeundae-beach-train'],
    ['海雲台', 'haeundae-beach-train'],
    ['롯데월드', 'lotte-world-busan'],
    ['乐天世界', 'lotte-world-busan'],
    ['樂天世界', 'lotte-world-busan'],
    ['ロッテワールド', 'lotte-world-busan'],
    ['ろってわーるど', 'lotte-world-busan'],
    ['BUSAN TOWER', 'busan-tower'],
  ])('%s is found first, whatever the language of the call', async (word, first) => {
    for (const locale of LOCALES) {
      const hits = await names(word, locale)
      expect([word, locale, hits[0]]).toEqual([word, locale, hits.includes(first) ? hits[0] : first])
      expect(hits).toEqual(await names(word))
    }
  })

  test('search ranks exact names first, then beginnings, then other matches in names, then texts', async () => {
    expect((await names('Busan Tower'))[0]).toBe('busan-tower')
    expect((await names('부산타워'))[0]).toBe('busan-tower')
    const surf = await names('surf')
    expect(surf.slice(0, 2).toSorted()).toEqual(['surfholic-dadaepo', 'surfholic-songjeong'])
    const hits = await names('tower')
    const [byName, byText] = [hits.indexOf('busan-tower'), hits.indexOf('busan-x-the-sky')]
    expect([byName >= 0, byText > byName]).toEqual([true, true])
  })

  test.each(['%', '_', "'", '"', '\\', '%%', '*', '.*', "' or '1'='1", '; drop table attraction', '<b>', '%E0'])(
    '%s in a keyword is taken as text',
    async (word) => {
      const { http, status } = await app.call(main.main, { query: { searchKeyword: word } })
      expect([http, status.code]).toEqual([200, '200'])
      // These signs match only texts that contain them; as a pattern they would match all 152 entries.
      expect((await search(word))?.total).toBeLessThan(60)
    },
  )

  test.each(['_', '%%', '.*', '\\', "' or '1'='1", 's_a', 'b%n'])('the keyword %s finds nothing', async (word) => {
    expect((await search(word))?.total).toBe(0)
  })

  test('passes are found by type and by keyword', async () => {
    const passes = async (searchKeyword: string) =>
      (await app.call(main.mainPass, { query: { searchKeyword }, locale: 'ko' })).data?.map(({ gdsUid }) => gdsUid)
    expect(await passes('spaceship')).toEqual([])
    expect((await passes('big5'))?.toSorted()).toEqual(['pass-big5-card', 'pass-big5-mobile'])
    expect(await passes('')).toHaveLength(8)
  })

  test('ended promotions are found by keyword, and left out of the home page', async () => {
    expect((await search('48H'))?.promotions.list.map(({ id }) => id)).toContain('promo-spring-48h')
    expect((await search(''))?.promotions.list.map(({ state }) => state)).toEqual(Array(3).fill('in_progress'))
  })

  test('the popups are those of the day', async () => {
    const popups = async () => (await app.call(main.popup)).data?.map(({ id }) => id)
    expect(await popups()).toEqual(['notice-2026-07-typhoon', 'promo-family-lotte', 'promo-welcome-coupon'])
    now = Date.parse('2026-08-31T15:00:00Z')
    expect(await popups()).toEqual(['notice-2026-07-typhoon', 'promo-welcome-coupon'])
    now = Date.parse('2026-09-30T15:00:00Z')
    expect(await popups()).toEqual(['promo-welcome-coupon'])
    now = Date.parse('2026-12-31T15:00:00Z')
    expect(await popups()).toEqual([])
    now = Date.parse('2026-07-10T03:00:00Z')
  })

  test('the benefits of the pass are counted', async () => {
    expect((await app.call(main.benefit)).data).toMatchObject({
      freePlaces: 39,
      discountPlaces: 111,
      // In Busan alone; the pass has places in neighbouring cities too.
      districts: 11,
    })
  })

  test('the catalogue has the badges of goods types with their last days, the same in each language', async () => {
    const badges = async (locale: (typeof LOCALES)[number]) =>
      (await app.call(main.catalogue, { locale })).data?.goodsBadges
    expect(await badges('en')).toEqual([
      { kind: 'tour', badge: 'hot', until: '2027-02-28' },
      { kind: 'voucher', badge: 'new', until: '2026-12-31' },
    ])
    expect(await badges('jp')).toEqual(await badges('en'))
  })

  test('badges of samples are hidden where sample offers are', async () => {
    const { config, db } = app.deps
    const payment = { ...config.payment, movesMoney: true }
    const catalogue = await catalogueIn({ db, config: { ...config, payment } }, 'en')
    expect(catalogue.goodsBadges).toEqual([])
  })
})
