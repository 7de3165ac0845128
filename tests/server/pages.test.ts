import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as account from '#contract/calls/account.ts'
import { createApp } from '#server/app.ts'
import { flushLog } from '#server/log.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, type App } from '../harness/factories.ts'
import { bodyOf, shellFiles } from '../harness/shellFiles.ts'

const SCRIPT = 'console.log("a script that is long enough to be packed")'

const FILM = Buffer.from('0123456789')

/** Parses a policy into its directives. Browsers ignore a repeated directive, so that one throws here. */
const policyOf = (headers: Record<string, unknown>): Record<string, string[]> => {
  const policy: Record<string, string[]> = {}
  for (const directive of String(headers['content-security-policy']).split('; ')) {
    const [name = '', ...sources] = directive.split(' ')
    if (name in policy) throw new Error(`${name} stands twice.`)
    policy[name] = sources
  }
  return policy
}

describe('pages and files of the build', () => {
  let dist: string
  let app: App
  let pages: FastifyInstance
  const put = (path: string, content: string | Buffer): void => {
    const file = join(dist, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'harbor-dist-'))
    for (const [path, content] of Object.entries(shellFiles(['home', 'app', 'notFound']))) put(path, content)
    put('shells/titles.json', JSON.stringify({ en: { '/pass/completed': 'Your order' } }))
    const patterns = [
      ['^/attractions/[^/]+$', 'app'],
      ['^/pass/[^/]+$', 'app'],
      ['^/recommend/[^/]+$', 'app'],
      ['^/travelInfo/[^/]+$', 'app'],
      ['^/promotion/[^/]+$', 'app'],
    ]
    put(
      'shells/routes.json',
      JSON.stringify({
        exact: { '/': 'home', '/home': 'home', '/pass/completed': 'app' },
        patterns,
        notFound: 'notFound',
      }),
    )
    put(
      'shells/csp.json',
      JSON.stringify({ scripts: ["'sha256-abc='"], styles: ["'sha256-def='"], styleAttributes: ["'sha256-ghi='"] }),
    )
    put('assets/main-AbCd1234.js', SCRIPT)
    put('film/day.mp4', FILM)
    put('film/day.en.vtt', 'WEBVTT')
    put('assets/main-AbCd1234.js.gz', gzipSync(SCRIPT))
    put('assets/main-AbCd1234.js.map', '{}')
    put('sw.js', 'worker')
    put('art/scenes-0123abcd.svg', '<svg/>')
    put('icons/icon-192.png', 'png')
    put('.built', 'stamp')
    app = await openApp({ engine: 'embedded' })
    pages = await createApp(app.deps, { dist })
  })
  afterAll(async () => {
    await pages.close()
    await app.close()
    rmSync(dist, { recursive: true, force: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => pages.inject({ url, headers })

  test('answers an unknown address with status 404 and the page for it', async () => {
    for (const url of ['/nowhere', '/home/nowhere', '/attractions', '/assets/none.js', '/%00', '/%E0%A4%A']) {
      const answer = await get(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    expect(bodyOf((await get('/nowhere')).body)).toBe('notFound in en')
    const etag = String((await get('/nowhere')).headers.etag)
    expect((await get('/nowhere', { 'if-none-match': etag })).statusCode).toBe(404)
  })

  test('answers the address of an unknown attraction, pass or promotion with status 404 and its usual shell', async () => {
    for (const [url, status] of [
      ['/attractions/nowhere', 404],
      ['/recommend/nowhere', 404],
      ['/recommend/haeundae-highlights', 200],
      ['/travelInfo/nowhere', 404],
      ['/travelInfo/ti-haeundae-beach', 200],
      ['/pass/pass-72h-mobile', 404],
      ['/promotion/nowhere', 404],
      ['/promotion/promo-drone-night', 200],
      ['/attractions/busan-tower', 200],
      ['/pass/pass-24h-mobile', 200],
      ['/pass/completed', 200],
      ['/pass/completed/?ord=1', 200],
    ] as const)
      expect([url, (await get(url)).statusCode, bodyOf((await get(url)).body)]).toEqual([url, status, 'app in en'])
  })

  test.each([
    '/shells/routes.json',
    '/shells/csp.json',
    '/shells/titles.json',
    '/.built',
    '/assets/main-AbCd1234.js.map',
    '/assets/../.built',
    '/..%2f..%2fetc/passwd',
  ])('does not serve %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  test('answers in the language of the cookie, else of the browser, else English', async () => {
    const home = async (headers: Record<string, string>) => bodyOf((await get('/home', headers)).body)
    expect(await home({})).toBe('home in en')
    expect(await home({ 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' })).toBe('home in cht')
    expect(await home({ 'accept-language': 'zh-TW', cookie: 'a=b; i18n_redirected=ko' })).toBe('home in ko')
    expect(await home({ 'accept-language': 'ja', cookie: 'i18n_redirected=xx' })).toBe('home in jp')
  })

  test('lets pages be revalidated and hashed files be cached', async () => {
    const home = await get('/')
    expect(home.headers['cache-control']).toBe('no-cache')
    expect(home.headers.vary).toBe('Cookie, Accept-Language, Accept-Encoding')
    expect((await get('/', { 'if-none-match': String(home.headers.etag) })).statusCode).toBe(304)
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
    const file = await get('/assets/main-AbCd1234.js', { 'accept-encoding': 'gzip' })
    expect(file.headers['cache-control']).toContain('immutable')
    expect(file.headers['content-encoding']).toBe('gzip')
    expect(file.headers['content-type']).toContain('javascript')
    expect((await get('/assets/main-AbCd1234.js', { 'accept-encoding': 'gzip;q=0, identity' })).body).toBe(SCRIPT)
  })

  test('sends a film in the parts that a player asks for, and its captions as captions', async () => {
    const whole = await get('/film/day.mp4')
    const etag = String(whole.headers.etag)
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    const some = await get('/film/day.mp4', { range: 'bytes=2-4', 'if-range': etag })
    expect([some.statusCode, some.headers['content-range'], some.body]).toEqual([206, 'bytes 2-4/10', '234'])
    expect(some.headers['content-length']).toBe('3')
    const beyond = await get('/film/day.mp4', { range: 'bytes=10-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
    const changed = await get('/film/day.mp4', { range: 'bytes=2-4', 'if-range': '"another"' })
    expect([changed.statusCode, changed.body]).toEqual([200, '0123456789'])
    expect((await get('/film/day.mp4', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get('/film/day.en.vtt')).headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect((await get('/assets/main-AbCd1234.js', { range: 'bytes=0-1' })).statusCode).toBe(200)
  })

  test('finds shells by pattern, and allows their inline scripts by hash alone', async () => {
    const page = await get('/attractions/busan-tower')
    expect([page.statusCode, bodyOf(page.body)]).toEqual([200, 'app in en'])
    expect(policyOf(page.headers)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'sha256-abc='"],
      'style-src': ["'self'", "'sha256-def='"],
      'style-src-attr': ["'unsafe-hashes'", "'sha256-ghi='"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'media-src': ["'self'", 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default', "'allow-duplicates'"],
    })
  })

  /** Headers that a response has beside those that depend on its bytes and its hour. */
  const headersOf = async (url: string): Promise<Record<string, unknown>> => {
    const { headers } = await get(url, { 'accept-encoding': 'gzip' })
    const { date: _date, 'content-length': _length, etag, ...rest } = headers
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    return rest
  }
  const FILE = {
    connection: 'keep-alive',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  }
  const IMMUTABLE = 'public, max-age=31536000, immutable'

  test('sends with a script and a picture only the headers that concern them (security 6.1)', async () => {
    expect(await headersOf('/assets/main-AbCd1234.js')).toEqual({
      ...FILE,
      'cache-control': IMMUTABLE,
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(await headersOf('/icons/icon-192.png')).toEqual({
      ...FILE,
      'cache-control': 'no-cache',
      'content-type': 'image/png',
    })
  })

  test('forbids a drawing that is opened as a document to run or load anything', async () => {
    expect(await headersOf('/art/scenes-0123abcd.svg')).toEqual({
      ...FILE,
      'cache-control': IMMUTABLE,
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
  })

  test('sends pages, their shells and unknown addresses with all headers, and the worker with the policy', async () => {
    const {
      vary,
      'content-type': _type,
      'cache-control': _cache,
      'content-encoding': coding,
      'content-security-policy': policy,
      ...page
    } = await headersOf('/home')
    expect({ ...page, vary }).toEqual({
      ...FILE,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      'x-frame-options': 'DENY',
    })
    expect([policy, coding]).toEqual([expect.stringContaining("connect-src 'self'"), 'gzip'])
    for (const url of ['/shells/ko/app.html', '/nowhere', '/assets/none.js'])
      expect([url, await headersOf(url)]).toEqual([
        url,
        expect.objectContaining({ ...page, 'content-security-policy': policy }),
      ])
    expect(await headersOf('/sw.js')).toEqual({
      ...FILE,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/',
    })
  })

  test('forbids answers of the API to load, run or frame anything', async () => {
    expect(policyOf((await get('/api/v1/time')).headers)).toEqual({
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
  })

  test('answers unknown addresses of the API in JSON', async () => {
    const answer = await get('/api/v1/nowhere')
    expect([answer.statusCode, answer.json().status.code]).toEqual([404, 'E_ROUTE'])
  })

  test('logs no query string, token, code, password or address', async () => {
    const member = await signUpMember(app)
    await app.call(attraction.list, { query: { searchKeyword: 'canary-query' } })
    await app.call(account.login, { body: { id: member.email, password: 'canary-password-1!' } })
    await app.call(attraction.interest, { query: { gdsUid: 'busan-tower' }, token: member.accessToken })
    await app.call(attraction.interest, { query: { gdsUid: 'busan-tower' }, token: 'canary-token' })
    await flushLog(app.deps.log)
    const log = readFileSync(join(app.deps.config.dataDir, 'server.log'), 'utf8')
    expect(log).toContain('/api/v1/account/login')
    for (const secret of ['canary', member.email, member.password, member.accessToken, member.refreshToken])
      expect(log).not.toContain(secret)
  })
})
