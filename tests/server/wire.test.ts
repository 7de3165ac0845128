import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import * as main from '#contract/calls/main.ts'
import * as mypage from '#contract/calls/mypage.ts'
import * as terms from '#contract/calls/terms.ts'
import { CALLS } from '#contract/calls/index.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { LANGUAGE_CODE, LOCALES, TRAVEL_CODE, type Locale } from '#contract/locales.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signUpMember, type App } from '../harness/factories.ts'

const DEEP = 20

describe.each(drawnEngines())('the wire format, on %s', (engine) => {
  let app: App
  let token: string
  let memberId: string
  beforeAll(async () => {
    app = await openApp({ engine })
    const member = await signUpMember(app)
    token = member.accessToken
    memberId = member.memberId
  })
  afterAll(() => app.close())

  const inject = (method: 'GET' | 'POST' | 'PUT' | 'HEAD', url: string, payload?: string | Buffer, headers = {}) =>
    app.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload !== undefined && { payload }) })
  const write = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    inject('POST', '/inquiry/insertInquiry', payload, { 'content-type': 'application/json', ...headers })
  const good = { email: 'a@mail.example', content: 'Where is the desk?' }

  test('refuses in this order: token, content type, size, schema', async () => {
    const bad = 'x'.repeat(100_000)
    const ask = async (headers: Record<string, string>, payload: string) => {
      const answer = await inject('POST', '/pgLog', payload, headers)
      return [answer.statusCode, answer.json().status.code]
    }
    expect(await ask({ authorization: 'Bearer no', 'content-type': 'text/plain' }, bad)).toEqual([400, 'E_TOKEN'])
    const authorization = `Bearer ${token}`
    expect(await ask({ authorization, 'content-type': 'text/plain' }, bad)).toEqual([415, 'E_CONTENT_TYPE'])
    expect(await ask({ authorization, 'content-type': 'application/json' }, bad)).toEqual([413, 'E_TOO_LARGE'])
    expect(await ask({ authorization, 'content-type': 'application/json' }, '{}')).toEqual([422, 'E_INPUT'])
  })

  test.each([
    ['no JSON', '{"email":', 'json'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'json'],
    ['a repeated key', '{"email":"a@b.example","email":"c@d.example"}', 'duplicate_key'],
    ['a repeated key behind an escape', '{"email":"a@b.example","\\u0065mail":"c@d.example"}', 'duplicate_key'],
    ['NUL', '{"email":"a\\u0000@b.example"}', 'text'],
    ['a lone surrogate', '{"email":"\\ud800"}', 'text'],
    ['a prototype', '{"__proto__":{}}', 'key'],
    ['too deep', '['.repeat(DEEP) + ']'.repeat(DEEP), 'depth'],
  ])('refuses a body with %s', async (_, body, reason) => {
    const answer = await write(body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().status).toMatchObject({ code: 'E_INPUT', fields: [{ field: 'body', reason }] })
  })

  test('names the fields that are missing, mistyped or unknown', async () => {
    const answer = await write(JSON.stringify({ content: 5, extra: 1, id: 'x' }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().status.fields).toEqual(
      expect.arrayContaining([
        { field: 'body.email', reason: 'required' },
        { field: 'body.content', reason: 'type' },
        { field: 'body.id', reason: 'format' },
        { field: 'body.extra', reason: 'unknown' },
      ]),
    )
  })

  test.each([
    ['an unknown parameter', '/attraction/list?x=1', 'query.x', 'unknown'],
    ['a repeated parameter', '/attraction/list?pageNum=1&pageNum=2', 'query', 'duplicate_key'],
    ['a broken escape', '/attraction/list?searchKeyword=%E0%A4%A', 'query', 'escape'],
    ['NUL', '/attraction/list?searchKeyword=%00', 'query', 'text'],
    ['page 0', '/attraction/list?pageNum=0', 'query.pageNum', 'too_small'],
    ['page 1.5', '/attraction/list?pageNum=1.5', 'query.pageNum', 'whole_number'],
    ['page 1e3', '/attraction/list?pageNum=1e3', 'query.pageNum', 'whole_number'],
    ['a page of 51', '/attraction/list?pageSize=51', 'query.pageSize', 'too_big'],
    ['a parameter where there is none', '/time?x=1', 'query.x', 'unknown'],
  ])('refuses a query with %s', async (_, url, field, reason) => {
    const answer = await inject('GET', url)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().status.fields).toContainEqual({ field, reason })
  })

  test('accepts a page size of 50, and answers with an empty page past the end', async () => {
    const { data } = await app.call(attraction.list, { query: { pageSize: '50', pageNum: '2' } })
    expect(data).toMatchObject({ pageNum: 2, pageSize: 50, total: 55 })
    expect(data?.list).toHaveLength(5)
    expect((await app.call(attraction.list, { query: { pageNum: '9999' } })).data?.list).toEqual([])
  })

  test('answers in the language of the parameter, else of the header, else English', async () => {
    const name = async (language?: string, header?: string) => {
      const query = language === undefined ? {} : { language }
      const options = header === undefined ? {} : { language: header }
      return (await app.call(terms.list, { query, ...options })).data?.list[0]?.title
    }
    expect(await name()).toBe('Terms of Service')
    expect(await name(undefined, 'xx')).toBe('Terms of Service')
    expect(await name('xx', LANGUAGE_CODE.ko)).toBe('Terms of Service')
    expect(await name(undefined, LANGUAGE_CODE.cht)).toBe('服務條款')
    expect(await name(LANGUAGE_CODE.jp, LANGUAGE_CODE.cht)).toBe('利用規約')
    expect(await name('', LANGUAGE_CODE.cht)).toBe('服務條款')
    expect(await name('', undefined)).toBe('Terms of Service')
  })

  const languages = [...CALLS].flatMap(([name, call]) => {
    const { shape = {} } = (call.query?._zod.def ?? {}) as { shape?: object }
    return ['language', 'languageCd'].filter((one) => one in shape).map((parameter) => ({ name, call, parameter }))
  })
  test.each(languages)('$name refuses in the language of its parameter $parameter', async ({ call, parameter }) => {
    const message = async (code: string) => {
      const path = call.path.replaceAll(/\{\w+\}/g, 'none')
      const headers = { authorization: `Bearer ${token}`, language: LANGUAGE_CODE.cht }
      const { status } = (await inject('GET', `${path}?unknown=1&${parameter}=${code}`, undefined, headers)).json()
      expect(status.code).toBe('E_INPUT')
      return status as { code: ErrorCode; message: string }
    }
    const expectIn = async (code: string, locale: Locale) => {
      const status = await message(code)
      expect(status.message).toBe(translate(locale, `error.${status.code}`))
    }
    await expectIn('', 'cht')
    await expectIn('nonsense', 'en')
    for (const locale of LOCALES) await expectIn(LANGUAGE_CODE[locale], locale)
    // Korean has one code in both tables (spec 1.33).
    for (const locale of ['jp', 'chs', 'cht'] as const)
      await expectIn(TRAVEL_CODE[locale], call.travelCodes ? locale : 'en')
  })

  test('takes travel codes in the calls about travel and reservations', () => {
    expect(languages.filter(({ call }) => call.travelCodes).map(({ name }) => name)).toEqual([
      'reserve.list',
      'reserve.goodsInfo',
      'stickyArea.travelInfoList',
      'stickyArea.travelInfoDetail',
    ])
  })

  test('answers an unknown attraction, address and method with a code each', async () => {
    const unknown = await app.call(attraction.detail, { params: { id: 'atlantis' } })
    expect([unknown.http, unknown.status.code]).toEqual([200, 'E_NOT_FOUND'])
    const nowhere = await inject('GET', '/nowhere')
    expect([nowhere.statusCode, nowhere.json().status.code]).toEqual([404, 'E_ROUTE'])
    const method = await inject('PUT', '/pass/list', '{}', { 'content-type': 'application/json' })
    expect([method.statusCode, method.json().status.code]).toEqual([405, 'E_METHOD'])
    const head = await inject('HEAD', '/payment/return?ordUid=01890a5d-ac96-774b-bcce-b302099a8057')
    expect(head.statusCode).toBe(405)
  })

  test('refuses prefetches of calls with an effect', async () => {
    const url = '/payment/return?ordUid=01890a5d-ac96-774b-bcce-b302099a8057'
    const answer = await inject('GET', url, undefined, { 'sec-purpose': 'prefetch;prerender' })
    expect([answer.statusCode, answer.json().status.code]).toEqual([403, 'E_PREFETCH'])
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ])('refuses a write from %s', async (_, headers) => {
    const answer = await write(JSON.stringify(good), headers)
    expect([answer.statusCode, answer.json().status.code]).toEqual([403, 'E_CROSS_SITE'])
  })

  test('accepts a write from its own pages', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3999', host: 'localhost:3999' }
    expect((await write(JSON.stringify(good), headers)).json().status.code).toBe('200')
  })

  test('refuses an owner who is not the caller, and garbage where a token is optional', async () => {
    const wrongOwner = await app.call(mypage.myPage, { token, owner: '01890a5d-ac96-774b-bcce-b302099a8057' })
    expect([wrongOwner.http, wrongOwner.status.code]).toEqual([200, 'E_OWNER'])
    expect((await app.call(mypage.myPage, { token, owner: memberId })).status.code).toBe('200')
    const guest = await app.call(inquiry.insertInquiry, { body: good, owner: memberId })
    expect(guest.status.code).toBe('E_OWNER')
    expect((await app.call(inquiry.insertInquiry, { body: good, token: 'garbage' })).http).toBe(400)
    const cookie = await app.call(mypage.myPage, { headers: { cookie: `accessToken=${token}` } })
    expect(cookie.http).toBe(400)
  })

  test('sends time and nonce only to a caller who sent a nonce, in an answer that is not cached', async () => {
    const plain = await app.call(main.time)
    expect(plain.status).toEqual({ code: '200', message: 'OK' })
    const answer = await app.call(main.time, { nonce: 'n-1' })
    expect(answer.status).toMatchObject({ nonce: 'n-1', serverNow: expect.any(Number) })
    expect(answer.headers['cache-control']).toBe('no-store')
    const shared = await app.call(main.benefit, { nonce: 'n-2' })
    expect(shared.status).toEqual({ code: '200', message: 'OK' })
  })

  test('answers 304 to a caller with the current ETag, per language', async () => {
    const first = await app.call(main.catalogue)
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    const unchanged = await app.call(main.catalogue, { headers: { 'if-none-match': etag } })
    expect([unchanged.http, unchanged.data]).toEqual([304, null])
    const japanese = await app.call(main.catalogue, { locale: 'jp', headers: { 'if-none-match': etag } })
    expect(japanese.http).toBe(200)
    expect(japanese.headers.etag).not.toBe(etag)
  })

  test('sends the security headers with every answer', async () => {
    const answers = await Promise.all([
      inject('GET', '/time'),
      inject('GET', '/nowhere'),
      inject('GET', '/%E0%A4%A'),
      write('{'),
      app.app.inject('/healthz'),
    ])
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['strict-transport-security']).toMatch(/max-age=\d+/)
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })
})
