import { expect, test } from 'vitest'
import { envelopeOf, classifyResponse, retryAfterOf } from './envelope.ts'

const envelope = (code: string, statusFields: object = {}) =>
  envelopeOf(JSON.stringify({ status: { code, message: '', ...statusFields }, data: 7 }))

test.each([
  ['a page', '<!doctype html>'],
  ['nothing', ''],
  ['JSON without a status', '{"data":1}'],
  ['a bare null', 'null'],
  ['a status without a code', '{"status":{"message":"x"}}'],
  ['a status that is no object', '{"status":"200"}'],
])('%s is not an answer of ours (O29)', (_name, text) => {
  expect(envelopeOf(text)).toBeUndefined()
  expect(classifyResponse(200, envelopeOf(text))).toEqual({ ok: false, failure: { kind: 'transport', reached: false } })
})

test('success is the code in the envelope, never the HTTP status alone (P11, O28)', () => {
  expect(classifyResponse(200, envelope('200'))).toEqual({ ok: true, data: 7 })
  expect(classifyResponse(200, envelope('E_LOGIN'))).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'E_LOGIN' },
  })
  expect(classifyResponse(302, envelope('200'))).toMatchObject({ failure: { kind: 'transport', reached: false } })
  expect(classifyResponse(500, envelope('200'))).toMatchObject({ failure: { kind: 'transport', reached: true } })
})

test('HTTP 400 means the token, whatever its code (O34)', () => {
  expect(classifyResponse(400, envelope('E_TOKEN'))).toEqual({ ok: false, failure: { kind: 'auth' } })
})

test('HTTP 409 means to wait only while the first request still runs (O30)', () => {
  expect(classifyResponse(409, envelope('E_KEY_RUNNING'))).toMatchObject({ failure: { kind: 'transport' } })
  expect(classifyResponse(409, envelope('E_KEY_REUSED'))).toMatchObject({ failure: { kind: 'refused' } })
})

const LOST = { kind: 'transport', reached: false }
const WAITS = { kind: 'transport', reached: true, code: 'E_NOT_FOUND' }
const REFUSED = { kind: 'refused', code: 'E_NOT_FOUND' }
test.each([
  [299, REFUSED],
  [300, LOST],
  [399, LOST],
  [400, { kind: 'auth' }],
  [401, REFUSED],
  [408, WAITS],
  [409, REFUSED],
  [425, WAITS],
  [426, REFUSED],
  [429, WAITS],
  [430, REFUSED],
  [499, REFUSED],
  [500, WAITS],
])('HTTP %i with a code of ours is classified by its HTTP status (O30)', (http, failure) => {
  expect(classifyResponse(http, envelope('E_NOT_FOUND'))).toEqual({ ok: false, failure })
})

test('a refusal has its fields and the time to wait', () => {
  const fields = [{ field: 'body.email', reason: 'email' }]
  expect(classifyResponse(422, envelope('E_INPUT', { fields }))).toMatchObject({ failure: { fields } })
  expect(classifyResponse(429, envelope('E_THROTTLED', { retryAfter: 30 }), 5)).toMatchObject({
    failure: { retryAfter: 30 },
  })
  expect(classifyResponse(429, envelope('E_THROTTLED'), 5)).toMatchObject({ failure: { retryAfter: 5 } })
})

test('Retry-After is read as seconds or as a date (O31)', () => {
  const now = Date.parse('2026-11-21T03:00:00Z')
  expect(retryAfterOf('120', now)).toBe(120)
  expect(retryAfterOf('Sat, 21 Nov 2026 03:01:00 GMT', now)).toBe(60)
  expect(retryAfterOf('Sat, 21 Nov 2026 02:01:00 GMT', now)).toBe(0)
  expect(retryAfterOf('Sat, 21 Nov 2026 04:00:00 GMT', now)).toBe(3_600)
  expect(retryAfterOf('Sat, 21 Nov 2026 03:01:00 GMT', now + 1)).toBe(60)
  expect(retryAfterOf('Sat, 21 Nov 2026 03:01:00 GMT', now - 1)).toBe(61)
  expect(retryAfterOf('soon', now)).toBeUndefined()
  expect(retryAfterOf(null, now)).toBeUndefined()
})
