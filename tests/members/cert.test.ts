import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cert from '#contract/calls/cert.ts'
import { CERT_PROOF_MS, CERT_RESEND_MS, CERT_TRIES, CERT_TTL_MS } from '#contract/limits.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { certCode } from '#server/db/schema/cert.ts'
import { job } from '#server/db/schema/job.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, freshEmail, mailTo, signUpMember, type App } from '../harness/factories.ts'

const START = Date.UTC(2026, 10, 21, 3)
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(drawnEngines())('verification codes on %s', (engine) => {
  let app: App
  let now = START
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const send = (email: string, options = {}) => app.call(cert.sendMail, { body: { email }, ...options })
  const check = (email: string, code: string) => app.call(cert.check, { body: { email, code } })

  test('sendMail refuses what is not an email address, and takes the address from the query or the body', async () => {
    for (const body of [{}, { email: 'mei' }, { email: 7 }, { email: 'a@b.example', to: 'x' }]) {
      const { http, status } = await app.call(cert.sendMail, { body: body as never })
      expect({ http, code: status.code }).toEqual({ http: 422, code: 'E_INPUT' })
    }
    const email = freshEmail()
    const { status, data } = await app.call(cert.sendMail, { query: { email: email.toUpperCase() } })
    expect(status.code).toBe('200')
    expect(data).toEqual({ expiresAt: now + CERT_TTL_MS, resendAt: now + CERT_RESEND_MS })
    expect(await codeFor(app, email)).toMatch(/^\d{6}$/)
  })

  test('no code is stored in plain text, neither in its own table nor in the mail queue', async () => {
    const email = freshEmail()
    await send(email)
    const code = await codeFor(app, email)
    const [row] = await app.deps.db.select().from(certCode).where(eq(certCode.email, email))
    expect(JSON.stringify(row)).not.toContain(code)
    expect(await app.deps.db.select().from(mailContent)).toEqual([])
    const jobs = JSON.stringify(await app.deps.db.select().from(job))
    for (const secret of [email, `"${code}"`]) expect(jobs).not.toContain(secret)
  })

  test('a next code can be requested after a minute, and replaces the first', async () => {
    const email = freshEmail()
    await send(email)
    const first = await codeFor(app, email)
    now += 20_000
    const early = await send(email)
    expect(early.status).toMatchObject({ code: 'E_CERT_WAIT', retryAfter: 40 })
    now += 40_000
    expect((await send(email)).status.code).toBe('200')
    const second = await codeFor(app, email)
    if (first !== second) expect((await check(email, first)).status.code).toBe('E_CERT_MISMATCH')
    expect((await check(email, second)).data?.useYn).toBe('Y')
  })

  test('the sixth try is refused although its code is right', async () => {
    const email = freshEmail()
    await send(email)
    const code = await codeFor(app, email)
    for (let tried = 0; tried < CERT_TRIES; tried += 1)
      expect((await check(email, wrongFor(code))).status.code).toBe('E_CERT_MISMATCH')
    expect((await check(email, code)).status.code).toBe('E_CERT_TRIES')
  })

  test('a code is refused after five minutes, when none was requested, and for another mailbox', async () => {
    const [mine, otherMailbox] = [freshEmail(), freshEmail()]
    expect((await check(mine, '123456')).status.code).toBe('E_CERT_EXPIRED')
    await send(mine)
    await send(otherMailbox)
    const [code, otherCode] = [await codeFor(app, mine), await codeFor(app, otherMailbox)]
    if (code !== otherCode) expect((await check(otherMailbox, code)).status.code).toBe('E_CERT_MISMATCH')
    now += CERT_TTL_MS
    expect((await check(mine, code)).status.code).toBe('E_CERT_EXPIRED')
  })

  test('a code proves a mailbox for half an hour, and a repeated check returns the same proof', async () => {
    const email = freshEmail()
    await send(email)
    const code = await codeFor(app, email)
    const first = await check(email, code)
    expect(first.data).toMatchObject({ useYn: 'Y', expiresAt: now + CERT_PROOF_MS })
    expect((await check(email, code)).data).toEqual(first.data)
  })

  test('only the owner of a mailbox learns that it has an account', async () => {
    const { email } = await signUpMember(app)
    now += CERT_RESEND_MS
    const stranger = await send(freshEmail())
    const owner = await send(email)
    expect(owner.status).toEqual(stranger.status)
    expect(owner.data).toEqual(stranger.data)
    const code = await codeFor(app, email)
    expect((await check(email, wrongFor(code))).status.code).toBe('E_CERT_MISMATCH')
    expect((await check(email, code)).data).toMatchObject({ certUid: null, useYn: 'N' })
  })

  test('codes for one mailbox are limited, for each sender network and in total', async () => {
    const email = freshEmail()
    const many = async (count: number, from: (nth: number) => string) => {
      const codes: string[] = []
      for (let sent = 0; sent < count; sent += 1) {
        codes.push((await send(email, { ip: from(sent) })).status.code)
        now += CERT_RESEND_MS
      }
      return codes
    }
    const [sent, refused] = ['200', 'E_THROTTLED']
    expect(await many(7, (nth) => `10.9.1.${nth}`)).toEqual([...Array<string>(5).fill(sent), refused, refused])
    expect(await many(17, (nth) => `10.10.${nth}.1`)).toEqual([...Array<string>(15).fill(sent), refused, refused])
    now += 1_500_000
    expect((await send(email)).status.code).toBe('200')
  })

  test('checks of codes are throttled for one network, and delay no other', async () => {
    const email = freshEmail()
    const checkFrom = async (ip: string) =>
      (await app.call(cert.check, { body: { email, code: '123456' }, ip })).status.code
    const codes = new Set<string>()
    for (let nth = 0; nth < 240; nth += 1) codes.add(await checkFrom('10.9.0.7'))
    expect([...codes]).toEqual(['E_CERT_EXPIRED'])
    expect(await checkFrom('10.9.0.8')).toBe('E_THROTTLED')
    expect(await checkFrom('10.10.0.7')).toBe('E_CERT_EXPIRED')
    now += 1_000
    expect(await checkFrom('10.9.0.8')).toBe('E_CERT_EXPIRED')
  })

  test('the mail is written in the language of the call', async () => {
    const email = freshEmail()
    await send(email, { language: LANGUAGE_CODE.cht })
    const mail = await mailTo(app, email)
    expect(mail).toContain('<html lang=3D"zh-Hant">')
  })
})
