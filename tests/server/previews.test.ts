import { rmSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, type Locale, type Texts } from '#contract/locales.ts'
import { PREVIEW_PICTURES } from '#contract/rules/previewPicture.ts'
import { createApp } from '#server/app.ts'
import { content } from '#server/db/schema/catalogue.ts'
import { recordsOf } from '#server/modules/catalogue/service.ts'
import { GUIDE, PUBLIC_PAGES, UNLISTED_PAGES, UNVISITED } from '#server/modules/preview/fixedPages.ts'
import { openApp } from '../harness/app.ts'
import type { App } from '../harness/factories.ts'
import { parseHead, routePaths, writePageDist } from '../harness/pageDist.ts'

const ORIGIN = 'https://pass.example'
const NOW = Date.UTC(2026, 10, 26, 3)
/** Breaks out of an element, of an attribute and of a script, if it is not escaped. */
const HOSTILE = `"><script>alert('1')</script> & 🎆 </title>`
const texts = (text: string): Texts => Object.fromEntries(LOCALES.map((locale) => [locale, text])) as Texts

const TITLES = {
  en: {
    '/home': 'Home',
    '/attractions': 'Attractions',
    '/gift': 'A gift for you',
    '/myPage/refund': 'Refund',
    notFound: 'No page',
  },
  ko: { '/attractions': '관광지', '/24h': '24H 패스 소개' },
}

const promotion = (id: string, startDate: string, text: string) => ({
  kind: 'promotions' as const,
  id,
  sort: 900,
  doc: {
    id,
    startDate,
    endDate: '2027-12-31',
    discountPercent: null,
    attractionId: 'busan-tower',
    title: texts(text),
    body: texts(text),
    attachment: null,
    popup: false,
  },
})
const notice = (id: string, date: string) => ({
  kind: 'notices' as const,
  id,
  sort: 900,
  doc: { id, date, pinned: false, popupUntil: null, title: texts('Title'), body: texts('Within {refundDays} days.') },
})

describe('what search engines and link previews read', () => {
  let dist: string
  let app: App
  let pages: FastifyInstance
  beforeAll(async () => {
    dist = writePageDist(TITLES)
    app = await openApp({ engine: 'embedded', clock: () => NOW, env: { PUBLIC_URL: ORIGIN } })
    await app.deps.db
      .insert(content)
      .values([
        promotion('promo-hostile', '2026-11-01', HOSTILE),
        promotion('promo-future', '2026-11-27', 'Future'),
        notice('notice-present', '2026-11-26'),
        notice('notice-future', '2026-11-27'),
      ])
    pages = await createApp(app.deps, { dist })
  })
  afterAll(async () => {
    await pages.close()
    await app.close()
    rmSync(dist, { recursive: true, force: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => pages.inject({ url, headers })
  const headOf = async (url: string, language: string) => {
    const { statusCode, body } = await get(url, { 'accept-language': language })
    expect([url, statusCode]).toEqual([url, 200])
    return parseHead(body)
  }

  test.each([
    '/attractions/nowhere',
    '/pass/pass-72h-mobile',
    '/recommend/nowhere',
    '/travelInfo/nowhere',
    '/promotion/nowhere',
    '/promotion/promo-future',
    '/service/notice_detail?id=nowhere',
    '/service/notice_detail?id=notice-future',
    '/service/policy?code=nowhere',
    '/72h',
    '/nowhere?q=canary',
  ])('%s does not exist: status 404, not indexed, and no preview of it', async (url) => {
    const { statusCode, body } = await get(url)
    expect([statusCode, parseHead(body)]).toEqual([
      404,
      {
        title: 'No page · Harbor Pass',
        description: 'One pass for the attractions of Busan. Show its code at the gate, even without a signal.',
        robots: 'noindex',
      },
    ])
    expect(body).not.toMatch(/nowhere|canary|promo-future/)
  })

  test.each([
    ['/myPage/refund?ord=HP-261126-CANARY', '/myPage/refund', 'Refund · Harbor Pass', 'Harbor Pass'],
    ['/myPage/myPass', '/myPage/myPass', 'Harbor Pass', 'Harbor Pass'],
    ['/gate', '/gate', 'Harbor Pass', 'Harbor Pass'],
    ['/login?returnTo=%2FCANARY', '/login', 'Harbor Pass', 'Harbor Pass'],
    ['/join/terms', '/join/terms', 'Harbor Pass', 'Harbor Pass'],
    ['/pass/paymentInfo?promoCode=CANARY', '/pass/paymentInfo', 'Harbor Pass', 'Harbor Pass'],
    ['/searchView?q=CANARY', '/searchView', 'Harbor Pass', 'Harbor Pass'],
    ['/gift?key=CANARY', '/gift', 'A gift for you · Harbor Pass', 'A gift for you'],
  ])('%s is not indexed, and its preview has nothing of the request', async (url, path, title, previewTitle) => {
    const { body } = await get(url)
    expect(body).not.toContain('CANARY')
    expect(parseHead(body)).toMatchObject({
      title,
      robots: 'noindex',
      canonical: ORIGIN + path,
      'og:title': previewTitle,
      'og:url': ORIGIN + path,
      'og:image': `${ORIGIN}/previews/harbor-pass.png`,
    })
  })

  test('a page has title, description, canonical address and preview, in the language of the request', async () => {
    const busanTower = {
      canonical: `${ORIGIN}/attractions/busan-tower`,
      'og:url': `${ORIGIN}/attractions/busan-tower`,
      'og:site_name': 'Harbor Pass',
      'og:type': 'website',
      'twitter:card': 'summary_large_image',
      'og:image': `${ORIGIN}/previews/tower.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
    }
    const doc = (await recordsOf(app.deps.db)).attractions.find(({ id }) => id === 'busan-tower')
    const locales: [string, Locale, string, string][] = [
      ['en', 'en', 'en_GB', 'ko_KR zh_CN zh_TW ja_JP'],
      ['ko-KR', 'ko', 'ko_KR', 'en_GB zh_CN zh_TW ja_JP'],
      ['zh-CN', 'chs', 'zh_CN', 'en_GB ko_KR zh_TW ja_JP'],
      ['zh-TW', 'cht', 'zh_TW', 'en_GB ko_KR zh_CN ja_JP'],
      ['ja', 'jp', 'ja_JP', 'en_GB ko_KR zh_CN zh_TW'],
    ]
    for (const [language, locale, own, alternates] of locales) {
      const { description, ...head } = await headOf('/attractions/busan-tower?from=list', language)
      expect(head).toEqual({
        ...busanTower,
        title: `${doc?.name[locale]} · Harbor Pass`,
        'og:title': doc?.name[locale],
        'og:description': description,
        'og:locale': own,
        'og:locale:alternate': alternates,
      })
      expect(doc?.description[locale].startsWith(description?.replace(/…$/, '') ?? '?')).toBe(true)
      expect([...(description ?? '')].length).toBeLessThanOrEqual(200)
    }
  })

  test.each([
    ['/', 'en', '/home', 'Harbor Pass', 'harbor-pass'],
    ['/attractions/?q=sea', 'ko', '/attractions', '관광지', 'skydeck'],
    ['/24h', 'ko', '/24h', '24H 패스 소개', 'pass-24h'],
    ['/pass/pass-big3-mobile', 'en', '/pass/pass-big3-mobile', 'Big3 Mobile Pass', 'pass-big3'],
    ['/recommend/haeundae-highlights', 'jp', '/recommend/haeundae-highlights', '1日で楽しむ海雲台', 'beachtrain'],
    [
      '/travelInfo/ti-haeundae-beach',
      'en',
      '/travelInfo/ti-haeundae-beach',
      'Haeundae Beach in Every Season',
      'beachtrain',
    ],
    [
      '/service/notice_detail?page=2&id=notice-present',
      'en',
      '/service/notice_detail?id=notice-present',
      'Title',
      'harbour',
    ],
    ['/service/policy?code=privacy', 'en', '/service/policy?code=privacy', 'Privacy Policy', 'harbor-pass'],
    ['/attractions/tongdosa', 'en', '/attractions/tongdosa', 'Tongdosa Temple', 'tongdosa'],
  ])('%s in %s has the canonical address %s', async (url, locale, address, title, picture) => {
    const head = await headOf(url, locale === 'jp' ? 'ja' : locale)
    expect(head).toMatchObject({
      canonical: ORIGIN + address,
      'og:url': ORIGIN + address,
      'og:title': title,
      'og:image': `${ORIGIN}/previews/${picture}.png`,
    })
    expect(head).not.toHaveProperty('robots')
  })

  test('a text of a record cannot leave its element or attribute', async () => {
    expect(await headOf('/promotion/promo-hostile', 'en')).toMatchObject({
      title: `${HOSTILE} · Harbor Pass`,
      description: HOSTILE,
      'og:title': HOSTILE,
      'og:description': HOSTILE,
      'og:image': `${ORIGIN}/previews/tower.png`,
    })
  })

  test('a record may exist while the database is unavailable: its page is general, and search engines keep it', async () => {
    let isAway = false
    // Throws for every property once the database is away.
    const db = new Proxy(app.deps.db, { get: (all, name) => Reflect.get(isAway ? (null as never) : all, name) })
    const broken = await createApp({ ...app.deps, db }, { dist })
    isAway = true
    const { statusCode, body } = await broken.inject('/attractions/busan-tower')
    await broken.close()
    const head = parseHead(body)
    expect([statusCode, head['og:title'], head.robots]).toEqual([200, 'Harbor Pass', undefined])
  })

  test('limits of the rules are filled into a text', async () => {
    expect((await headOf('/service/notice_detail?id=notice-present', 'en')).description).toMatch(/^Within \d+ days\.$/)
  })

  test('a document has an ETag of its language and record', async () => {
    const url = '/attractions/busan-tower'
    const plain = await get(url)
    const etag = String(plain.headers.etag)
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get(url, { 'if-none-match': etag, 'accept-language': 'ko' })).statusCode).toBe(200)
    expect((await get('/attractions/songdo-marine-cable-car', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('each address of the router is public, a guide, a record, or named as private', () => {
    const isSettled = (path: string): boolean =>
      path in PUBLIC_PAGES ||
      path === '/' ||
      path.includes('$') ||
      path === '/service/notice_detail' ||
      GUIDE.test(path) ||
      UNLISTED_PAGES.some((page) => path === page || path.startsWith(`${page}/`)) ||
      UNVISITED.some((beginning) => path.startsWith(beginning))
    expect(routePaths.filter((path) => !isSettled(path))).toEqual([])
    expect(Object.keys(PUBLIC_PAGES).filter((path) => !routePaths.includes(path))).toEqual([])
    for (const { picture } of Object.values(PUBLIC_PAGES)) expect(PREVIEW_PICTURES).toContain(picture)
  })

  test('robots.txt keeps crawlers out of what is private, and names the sitemap', async () => {
    const { statusCode, headers, body } = await get('/robots.txt')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=600',
    ])
    expect(body.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /sandbox/',
      'Disallow: /myPage',
      'Disallow: /gate',
      'Disallow: /newsFeed',
      'Disallow: /pass/payment',
      'Disallow: /pass/completed',
      'Allow: /',
      '',
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      '',
    ])
  })

  test('the sitemap has the canonical address of every page that is indexed, and no other', async () => {
    const { statusCode, headers, body } = await get('/sitemap.xml')
    const { 'content-type': type, 'cache-control': cache, vary } = headers
    expect([statusCode, type, cache, vary]).toEqual([
      200,
      'application/xml; charset=utf-8',
      'public, max-age=600',
      'Accept-Encoding',
    ])
    const entries = [...body.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)]
    const addresses = entries.map(([, loc = '']) => loc.replaceAll('&amp;', '&').replace(ORIGIN, ''))
    expect(addresses.length).toBeGreaterThan(120)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toEqual(
      expect.arrayContaining([
        ...Object.keys(PUBLIC_PAGES),
        '/24h',
        '/big5/use',
        '/attractions/busan-tower',
        '/pass/pass-24h-mobile',
        '/recommend/haeundae-highlights',
        '/travelInfo/ti-haeundae-beach',
        '/promotion/promo-hostile',
        '/service/notice_detail?id=notice-present',
        '/service/policy?code=privacy',
      ]),
    )
    expect(addresses.filter((address) => /future|notice_detail$|myPage|login|gift$|searchView/.test(address))).toEqual(
      [],
    )
    for (const address of addresses) {
      const head = await headOf(address, 'en')
      expect([head.canonical, head.robots]).toEqual([ORIGIN + address, undefined])
      expect(PREVIEW_PICTURES).toContain(/previews\/(.*)\.png$/.exec(head['og:image'] ?? '')?.[1])
    }
    expect(entries.find(([, loc]) => loc?.endsWith('notice-present'))?.[2]).toBe('2026-11-26')
    expect((await get('/sitemap.xml', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  test('a picture may be shown by pages of others, and is revalidated', async () => {
    const { statusCode, headers } = await get('/previews/gwangan.png')
    const { 'content-type': type, 'cache-control': cache, 'cross-origin-resource-policy': policy } = headers
    expect([statusCode, type, cache, policy]).toEqual([200, 'image/png', 'no-cache', 'cross-origin'])
    expect((await get('/previews/gwangan.png', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect((await get('/previews/nowhere.png')).statusCode).toBe(404)
  })
})
