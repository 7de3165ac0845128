import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathNames, type Call } from '#contract/calls/call.ts'
import { CALLS } from '#contract/calls/index.ts'
import { BODY_MAX_BYTES, BODY_MAX_DEPTH, FILE_MAX_BYTES } from '#contract/limits.ts'
import { validRequest } from './validRequests.ts'
import { openPopulatedShop, type SampleMember, type PopulatedShop } from './populatedShop.ts'
import { clearThrottles, send, type RawResponse, type RawRequest } from './rawRequest.ts'
import { writesOf } from './writes.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 6)
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rows = [...CALLS].map(([name, call]) => ({ name, call }))
/** Calls with a JSON body, without the gateway's webhook, whose signature is checked before the body is parsed. */
const bodies = rows.filter(({ call }) => call.method !== 'GET' && call.who !== 'gateway' && !call.media)
const effects = rows.filter(({ call }) => call.effect)

console.info(`bytes: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`)

describe('malformed bytes', () => {
  let town: PopulatedShop
  let me: SampleMember
  beforeAll(async () => {
    town = await openPopulatedShop('postgres')
    me = town.citizens[0]
  }, 120_000)
  afterAll(() => town.close())

  const tokenOf = ({ who, path }: Call): { token?: string } => {
    if (who === 'gate') return { token: path.startsWith('/receiptplace') ? town.gate.desk : town.gate.attraction }
    return who === 'member' || who === 'anyone' ? { token: me.token } : {}
  }
  const goodOf = async (name: string, call: Call): Promise<RawRequest> => ({
    ...(await validRequest(name, me, town)),
    ...tokenOf(call),
  })
  const summaryOf = ({ http, code, fields }: RawResponse) => [
    http,
    code,
    ...fields.map(({ field, reason }) => `${field} ${reason}`),
  ]

  test.each(bodies)('$name refuses a malformed body and writes nothing', async ({ name, call }) => {
    const good = await goodOf(name, call)
    const before = await writesOf(town)
    const ask = async (raw: string | Buffer, type = 'application/json') =>
      summaryOf(await send(town, call, { ...good, raw, headers: { 'content-type': type } }))
    const cases: [string | Buffer, string][] = [
      ['{', 'json'],
      ['{"a":1,}', 'json'],
      ["{'a':1}", 'json'],
      ['{"a":NaN}', 'json'],
      ['\ufeff{}', 'json'],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'json'],
      [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'json'],
      ['{"a":1,"a":2}', 'duplicate_key'],
      ['{"a":{"b":1,"\\u0062":2}}', 'duplicate_key'],
      ['{"a":"\\u0000"}', 'text'],
      ['{"\\udfff":1}', 'text'],
      ['{"a":[{"__proto__":{"isAdmin":true}}]}', 'key'],
      [`${'['.repeat(BODY_MAX_DEPTH + 1)}${']'.repeat(BODY_MAX_DEPTH + 1)}`, 'depth'],
      [`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'depth'],
    ]
    for (const [raw, reason] of cases) expect(await ask(raw)).toEqual([422, 'E_INPUT', `body ${reason}`])
    for (const raw of ['[]', '"a"', '1', 'true', 'null', '[{}]']) {
      const [http, , field] = await ask(raw)
      expect([raw, http, String(field).split(' ')[0]]).toEqual([raw, 422, 'body'])
    }
    expect(await ask('x'.repeat(BODY_MAX_BYTES + 1))).toEqual([413, 'E_TOO_LARGE'])
    expect(await ask(`{"a":"${'x'.repeat(100_000)}"}`)).toEqual([413, 'E_TOO_LARGE'])
    for (const type of [
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=a',
      'application/x-www-form-urlencoded',
      '',
    ])
      expect(await ask('{}', type)).toEqual([415, 'E_CONTENT_TYPE'])
    expect(await writesOf(town)).toEqual(before)
  })

  test.each(rows)('$name refuses a malformed query and writes nothing', async ({ name, call }) => {
    const good = await goodOf(name, call)
    const before = await writesOf(town)
    const path = pathNames(call.path).reduce(
      (at, one) => at.replace(`{${one}}`, encodeURIComponent(String(good.params?.[one]))),
      call.path,
    )
    const ask = async (query: string) => {
      const heard = await send(
        town,
        { ...call, path: `${path}?${query}` },
        {
          ...good,
          params: {},
          query: {},
        },
      )
      return summaryOf(heard)
    }
    for (const [query, reason] of [
      ['a=1&a=2', 'duplicate_key'],
      ['language=ko&language=jp', 'duplicate_key'],
      ['%61=1&a=2', 'duplicate_key'],
      ['a=%ff', 'escape'],
      ['a=%E0%A4%A', 'escape'],
      ['a=%', 'escape'],
      ['a=%ED%A0%80', 'escape'],
      ['a=%00', 'text'],
    ])
      expect([query, ...(await ask(query ?? ''))]).toEqual([query, 422, 'E_INPUT', `query ${reason}`])
    expect(await writesOf(town)).toEqual(before)
  })

  test.each(effects)('$name has no effect for HEAD and for a prefetch', async ({ name, call }) => {
    const good = await goodOf(name, call)
    const before = await writesOf(town)
    expect((await send(town, call, { ...good, method: 'HEAD' })).http).toBe(405)
    for (const [header, value] of [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['purpose', 'preview'],
    ]) {
      const heard = await send(town, call, { ...good, headers: { [header ?? '']: value ?? '' } })
      expect(summaryOf(heard)).toEqual([403, 'E_PREFETCH'])
    }
    expect(await writesOf(town)).toEqual(before)
  })

  test('requests with any headers are answered below 500', async () => {
    const value = fc.oneof(
      fc.constantFrom('', '*', 'W/"x"', '"', 'null', '-1', 'bytes=0-1', 'a'.repeat(3_000), '../..', '\u00e9', '{}'),
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
    )
    const names = [
      'language',
      'owner',
      'nonce',
      'idempotency-key',
      'if-none-match',
      'accept-encoding',
      'range',
      'origin',
      'accept',
      'user-agent',
      'x-forwarded-for',
      'cookie',
      'sec-fetch-site',
      'authorization',
      'content-type',
    ]
    const headers = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows), headers, async ({ name, call }, sent) => {
        // Only calls without effects: here they have valid fields and would succeed.
        if (call.method !== 'GET' || call.effect) return
        const { token, ...good } = await goodOf(name, call)
        const heard = await send(town, call, {
          ...good,
          ...(token !== undefined && sent.authorization === undefined && { token }),
          headers: sent,
        })
        expect(heard.http, heard.text).toBeLessThan(500)
      }),
      { numRuns: RUNS * 20, seed: SEED },
    )
  })

  const UPLOAD = CALLS.get('file.upload') as Call
  test('a form of random bytes is stored or refused, and a form with wrong parts is refused and writes nothing', async () => {
    const head =
      '--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\nprofile\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const form = (bytes: Buffer) => Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
    const torn = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => form(Buffer.from(bytes))),
      fc.nat(town.picture.length - 1).map((cut) => form(town.picture.subarray(0, cut))),
      fc
        .tuple(fc.nat(town.picture.length - 9), fc.integer({ min: 1, max: 255 }))
        .map(([at, by]) => form(Buffer.from(town.picture.map((byte, nth) => (nth === at ? byte ^ by : byte))))),
      fc.nat(head.length).map((cut) => Buffer.from(head.slice(0, cut))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    )
    const ask = async (raw: Buffer, type = 'multipart/form-data; boundary=b') =>
      send(town, UPLOAD, { token: me.token, raw, headers: { 'content-type': type } })
    await fc.assert(
      fc.asyncProperty(torn, async (raw) => {
        await clearThrottles(town)
        const { http, text } = await ask(raw)
        expect([200, 413, 415, 422], text).toContain(http)
      }),
      { numRuns: RUNS * 4, seed: SEED },
    )
    await clearThrottles(town)
    const before = await writesOf(town)
    const formPart = (name: string, value = 'x') =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    for (const [raw, type] of [
      [Buffer.from(''), 'multipart/form-data; boundary=b'],
      [form(town.picture), 'multipart/form-data; boundary=c'],
      [Buffer.from(`${formPart('kind', 'profile')}${formPart('kind', 'review')}--b--\r\n`), undefined],
      [Buffer.from(`${formPart('kind', 'profile')}${formPart('file')}--b--\r\n`), undefined],
      [Buffer.from(`${formPart('__proto__')}--b--\r\n`), undefined],
      [Buffer.from(`${Array.from({ length: 50 }, (_, nth) => formPart(`a${nth}`)).join('')}--b--\r\n`), undefined],
    ] as [Buffer, string | undefined][])
      expect((await ask(raw, type)).http).toBe(422)
    expect((await ask(form(Buffer.alloc(FILE_MAX_BYTES + 1)))).http).toBe(413)
    expect((await ask(form(town.picture), 'multipart/form-data')).http).toBe(415)
    expect(await writesOf(town)).toEqual(before)
    expect((await ask(form(town.picture))).code).toBe('200')
  })

  test('an unsigned message of the gateway changes nothing', async () => {
    const webhook = CALLS.get('payment.paymentWebhook') as Call
    const before = await writesOf(town)
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .constantFrom('payment.paid', 'payment.disputed')
        .map((type) => Buffer.from(JSON.stringify({ type, key: me.own.order }))),
    )
    const value = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 90 }),
      fc.constantFrom('v1,', 'v1,AAAA', 'v1a,x v1,y', '0', '-1', '99999999999999999999'),
    )
    const headers = fc.record(
      { 'webhook-id': value, 'webhook-timestamp': value, 'webhook-signature': value },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(payload, headers, async (raw, sent) => {
        const { http, text } = await send(town, webhook, { raw, headers: sent })
        expect([413, 415, 422], text).toContain(http)
      }),
      { numRuns: RUNS * 4, seed: SEED },
    )
    expect(await writesOf(town)).toEqual(before)
  })
})
