import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as attraction from '#contract/calls/attraction.ts'
import * as card from '#contract/calls/card.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { DATA_HEADERS } from '#server/http/headers.ts'
import { SharedAnswer, SharedAnswers } from '#server/http/shared.ts'
import { openApp } from '../harness/app.ts'
import { freshEmail, type App } from '../harness/factories.ts'

describe('requests that Node parses before the application', () => {
  let app: App
  let port = 0
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded' })
    port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => app.close())

  /** Sends bytes on a socket of their own; returns the whole answer. */
  const ask = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    )
    return { status: Number(first.split(' ')[1]), headers, body }
  }
  const CLOSE = 'Connection: close\r\n'

  test.each([
    [400, 'GET /time HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'],
    [400, 'no request at all\r\n\r\n'],
    [431, `GET /api/v1/time HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
    [417, `POST /api/v1/pgLog HTTP/1.1\r\nHost: a\r\n${CLOSE}Expect: miracles\r\nContent-Length: 0\r\n\r\n`],
    [400, `GET /api/v1/time HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
  ])('%i has the promised headers and an empty body', async (status, bytes) => {
    const answer = await ask(bytes)
    expect([answer.status, answer.body]).toEqual([status, ''])
    expect(answer.headers).toMatchObject({ ...DATA_HEADERS, connection: 'close', 'cache-control': 'no-store' })
  })

  test('a request with one Host header is answered', async () => {
    expect((await ask(`GET /api/v1/time HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`)).status).toBe(200)
  })

  test.each([
    ['QUERY', '/time', 'GET, HEAD'],
    ['QUERY', '/account/login', 'POST'],
    // A path is not normalised, so no call has this one.
    ['PUT', '/mypage/favourites/../time', ''],
    ['PUT', '/payment/return', 'GET'],
    // GET and HEAD are allowed because `/inquiry/{id}` matches the path.
    ['DELETE', '/inquiry/insertInquiry', 'GET, HEAD, POST'],
  ])('%s %s gets 405 with the allowed methods, or 404 where no call has the path', async (method, path, allow) => {
    const body = method === 'QUERY' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}' : '\r\n'
    const answer = await ask(`${method} /api/v1${path} HTTP/1.1\r\nHost: a\r\n${CLOSE}${body}`)
    expect([answer.status, answer.headers.allow ?? '']).toEqual([allow === '' ? 404 : 405, allow])
    expect(answer.headers).toMatchObject(DATA_HEADERS)
  })

  test('QUERY of a page is refused like any other method, without a server error', async () => {
    const statusOf = async (method: string) =>
      (await ask(`${method} /home HTTP/1.1\r\nHost: a\r\n${CLOSE}Content-Length: 0\r\n\r\n`)).status
    expect([await statusOf('PUT'), await statusOf('QUERY')]).toEqual([404, 404])
  })

  test('refuses a compressed body, and accepts the coding identity', async () => {
    const send = async (coding: string) => {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/v1/account/login',
        headers: { 'content-type': 'application/json', 'content-encoding': coding },
        payload: JSON.stringify({ id: freshEmail(), password: 'Haeundae-2026!' }),
      })
      return [answer.statusCode, answer.json().status.code]
    }
    for (const coding of ['gzip', 'br', 'gzip, identity', ''])
      expect(await send(coding)).toEqual([415, 'E_CONTENT_TYPE'])
    expect(await send('identity')).toEqual([200, 'E_LOGIN'])
  })

  test('refuses cross-site GET requests with an effect', async () => {
    const query = { email: freshEmail() }
    for (const site of ['cross-site', 'same-site'])
      expect((await app.call(recovery.findPassword, { query, headers: { 'sec-fetch-site': site } })).status.code).toBe(
        'E_CROSS_SITE',
      )
    const number = { query: { cardNum: '0' } }
    const foreign = await app.call(card.passInsert, { ...number, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status.code).toBe('E_CROSS_SITE')
    for (const site of ['same-origin', 'none'])
      expect((await app.call(recovery.findPassword, { query, headers: { 'sec-fetch-site': site } })).http).toBe(200)
    const back = await app.app.inject({
      url: `/api/v1/payment/return?ordUid=${crypto.randomUUID()}`,
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(back.statusCode).toBe(303)
  })
})

describe('shared answers', () => {
  test('are made once for all spellings of a language', async () => {
    const app = await openApp({ engine: 'postgres' })
    const handed = vi.spyOn(SharedAnswers.prototype, 'get')
    const ask = (search: string) => app.app.inject(`/api/v1${attraction.list.path}?pageSize=3${search}`)
    for (const search of ['', '&language=xx', '&language=yy', '&language=en_US', '&pageNum=1', '&'])
      expect((await ask(search)).statusCode).toBe(200)
    await ask('&pageNum=2')
    await ask(`&language=${LANGUAGE_CODE.ko}`)
    const names = handed.mock.calls.map(([, name]) => name)
    vi.restoreAllMocks()
    expect(new Set(names.slice(0, 6)).size).toBe(1)
    expect(new Set(names).size).toBe(3)
    await app.close()
  })

  test('are made once for concurrent requests, and again for another version', async () => {
    const answers = new SharedAnswers()
    let count = 0
    const make = async () => {
      count += 1
      await Promise.resolve()
      return new SharedAnswer(`answer ${count}`)
    }
    const [first, twin] = await Promise.all([answers.get('1', 'a', make), answers.get('1', 'a', make)])
    expect(twin).toBe(first)
    expect(await answers.get('1', 'a', make)).toBe(first)
    expect(count).toBe(1)
    expect((await answers.get('2', 'a', make)).body.toString()).toBe('answer 2')
  })

  test('do not cache a failure', async () => {
    const answers = new SharedAnswers()
    await expect(answers.get('1', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect((await answers.get('1', 'a', () => Promise.resolve(new SharedAnswer('here')))).body.toString()).toBe('here')
  })

  test('keep answers in use, however many others come', async () => {
    const answers = new SharedAnswers()
    const large = 'x'.repeat(3 * 1024 * 1024)
    let count = 0
    const home = () =>
      answers.get('1', 'home', () => {
        count += 1
        return Promise.resolve(new SharedAnswer('home'))
      })
    for (let nth = 0; nth < 17; nth += 1) {
      await home()
      await answers.get('1', `search ${nth}`, () => Promise.resolve(new SharedAnswer(large)))
    }
    expect(count).toBe(1)
  })
})
