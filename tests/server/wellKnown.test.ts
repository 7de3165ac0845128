import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { openApp } from '../harness/app.ts'
import { freshEmail, proveMailbox, type App } from '../harness/factories.ts'

describe('security.txt', () => {
  let app: App
  const now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    const env = { SECURITY_CONTACT: 'mailto:security@pass.example', PUBLIC_URL: 'https://pass.example' }
    app = await openApp({ engine: 'embedded', clock: () => now, env })
  })
  afterAll(() => app.close())

  test('names the contact and is valid for less than a year', async () => {
    const { statusCode, headers, body } = await app.app.inject('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = Object.fromEntries(
      body
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ', 2)),
    )
    expect(fields).toEqual({
      Contact: 'mailto:security@pass.example',
      Expires: expect.any(String) as string,
      'Preferred-Languages': expect.stringMatching(/^en, ko, zh, ja\b/) as string,
      Canonical: 'https://pass.example/.well-known/security.txt',
    })
    const remainingMs = Date.parse(String(fields.Expires)) - now
    expect(remainingMs).toBeGreaterThan(170 * DAY_MS)
    expect(remainingMs).toBeLessThan(365 * DAY_MS)
  })
})

describe('the mails of a sandbox server', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp({ engine: 'embedded', env: { PUBLIC_URL: 'http://desk.example:3000' } })
    await proveMailbox(app, freshEmail())
  })
  afterAll(() => app.close())

  const request = (host: string, remoteAddress = '127.0.0.1', extraHeaders = {}) =>
    app.app.inject({ url: '/sandbox/mail', headers: { host, ...extraHeaders }, remoteAddress })

  test.each([
    ['another machine', 'localhost:3000', '192.168.0.7', {}],
    ['another machine under this name', 'desk.example:3000', '192.168.0.7', {}],
    ['a name that leads here', 'rebound.example', '127.0.0.1', {}],
    ['a proxy for another machine', 'localhost:3000', '127.0.0.1', { 'x-forwarded-for': '192.168.0.7' }],
    ['a proxy of another kind', 'localhost:3000', '::1', { forwarded: 'for=192.168.0.7' }],
  ])('are not shown to %s', async (_, host, address, extraHeaders) => {
    const answer = await request(host, address, extraHeaders)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<article>')
  })

  test.each([
    ['localhost:3000', '127.0.0.1'],
    ['127.0.0.1:3000', '::ffff:127.0.0.1'],
    ['[::1]:3000', '::1'],
    ['desk.example:3000', '127.0.0.1'],
  ])('are shown to this machine as %s', async (host, address) => {
    const answer = await request(host, address)
    expect([answer.statusCode, answer.body.includes('<article>')]).toEqual([200, true])
  })
})
