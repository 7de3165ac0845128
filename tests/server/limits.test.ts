import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import * as attraction from '#contract/calls/attraction.ts'
import { deviceNonce, myPage } from '#contract/calls/mypage.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { createWritePace } from '#server/http/pace.ts'
import { readConfig } from '#server/config.ts'
import { openApp } from '../harness/app.ts'
import { signUpMember, upload, type App } from '../harness/factories.ts'

const PARTS = 98_052

describe('limits before a body is parsed', () => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded', clock: () => now, env: { WRITES_PER_MINUTE: '120' } })
  })
  afterAll(() => app.close())

  const form = (token: string, formParts: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/file',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      payload: formParts,
    })
  const formPart = (name: string, content = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

  test('refuses a form of 98,052 parts after nine of them, and decodes none', async () => {
    const { accessToken: token } = await signUpMember(app)
    const body = `${formPart('').repeat(PARTS)}--b--\r\n`
    const forms = vi.spyOn(Response.prototype, 'formData')
    const searches = vi.spyOn(Buffer.prototype, 'indexOf')
    const answer = await form(token, body)
    const scans = searches.mock.calls.filter(([wanted]) => String(wanted) === '\r\n--b').length
    vi.restoreAllMocks()
    expect(forms).not.toHaveBeenCalled()
    expect(scans).toBe(9)
    expect(answer.json()).toMatchObject({
      status: { code: 'E_INPUT', fields: [{ field: 'body', reason: 'parts' }] },
    })
  })

  test('bounds the header lines of a part, and accepts a form with a preamble', async () => {
    const { accessToken: token } = await signUpMember(app)
    const long = `--b\r\n${'x: y\r\n'.repeat(300)}content-disposition: form-data; name="kind"\r\n\r\nprofile\r\n--b--\r\n`
    expect((await form(token, long)).json().status.fields).toEqual([{ field: 'body', reason: 'multipart' }])
    // The form was parsed: its only fault is the missing file.
    const preamble = `for older clients\r\n${formPart('kind', 'profile')}--b--\r\n`
    expect((await form(token, preamble)).json().status.fields).toEqual([{ field: 'body.file', reason: 'required' }])
  })

  test('throttles uploads before their bytes are read', async () => {
    const { accessToken: token } = await signUpMember(app)
    const torn = { token, bytes: Buffer.from('none'), more: { 'content-type': 'multipart/form-data; boundary=c' } }
    const codes: string[] = []
    for (let sent = 0; sent < 32; sent += 1) codes.push((await upload(app, torn)).status.code)
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 'E_INPUT'), 'E_THROTTLED', 'E_THROTTLED'])
  })

  test('handles one upload of a member at a time, beside those of others', async () => {
    const [mei, tom] = [await signUpMember(app), await signUpMember(app)]
    const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const send = (token: string) => upload(app, { token, bytes })
    const answers = await Promise.all([send(mei.accessToken), send(mei.accessToken), send(tom.accessToken)])
    expect(answers.map(({ status }) => status.code).toSorted()).toEqual(['200', '200', 'E_KEY_RUNNING'])
    expect(answers[2]?.status.code).toBe('200')
    expect((await send(mei.accessToken)).status.code).toBe('200')
  })

  test('throttles all writes of one member, but no other member and no reads', async () => {
    const { accessToken: token } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    const write = (by: string) => app.call(attraction.interest, { query: { gdsUid: 'busan-tower' }, token: by })
    const codes: string[] = []
    for (let sent = 0; sent < 120; sent += 1) codes.push((await write(token)).status.code)
    expect(new Set(codes)).toEqual(new Set(['200']))
    const refused = await write(token)
    expect([refused.http, refused.status.code, refused.status.retryAfter]).toEqual([429, 'E_THROTTLED', 1])
    expect(refused.headers['retry-after']).toBe('1')
    expect((await write(otherMember.accessToken)).status.code).toBe('200')
    expect((await app.call(myPage, { token })).status.code).toBe('200')
    // A GET that stores a row for its caller counts too.
    expect((await app.call(deviceNonce, { token })).status.code).toBe('E_THROTTLED')
    now += 1_000
    expect([(await write(token)).status.code, (await write(token)).status.code]).toEqual(['200', '200'])
    expect((await write(token)).status.code).toBe('E_THROTTLED')
  })
})

describe('the pace of writes', () => {
  test('is 120 a minute unless the operator configures it', () => {
    expect(readConfig({}).writesPerMinute).toBe(120)
    expect(readConfig({ WRITES_PER_MINUTE: '7' }).writesPerMinute).toBe(7)
    for (const WRITES_PER_MINUTE of ['0', '-1', '1.5', 'many'])
      expect(() => readConfig({ WRITES_PER_MINUTE })).toThrow('WRITES_PER_MINUTE')
  })

  /** Writes until refused; returns how many were accepted. */
  const takeAll = (pace: ReturnType<typeof createWritePace>, memberId: string, now: number): number => {
    for (let taken = 0; ; taken += 1)
      try {
        pace.take(memberId, now)
      } catch {
        return taken
      }
  }

  test('refills evenly, up to 3,000 a day', () => {
    const pace = createWritePace(7)
    expect(takeAll(pace, 'mei', 0)).toBe(7)
    expect(takeAll(pace, 'mei', 10_000)).toBe(1)
    expect(takeAll(pace, 'mei', 2 * MINUTE_MS)).toBe(7)
    const fast = createWritePace(1_000)
    const taken = Array.from({ length: 5 }, (_, minute) => takeAll(fast, 'tom', minute * MINUTE_MS))
    expect(taken).toEqual([1_000, 1_000, 1_000, 6, 2])
  })

  test('gives no second allowance and locks no member out when the clock is set back', () => {
    const pace = createWritePace(10)
    expect(takeAll(pace, 'mei', 50 * MINUTE_MS)).toBe(10)
    expect(takeAll(pace, 'mei', 0)).toBe(0)
    expect(takeAll(pace, 'mei', 7_000)).toBe(1)
  })
})
