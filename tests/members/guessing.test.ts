import { Piscina } from 'piscina'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import * as newsfeed from '#contract/calls/newsfeed.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { CERT_RESEND_MS, KNOWN_PHONE_COOKIE } from '#contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import {
  freshEmail,
  mailTo,
  PASSWORD,
  signIn,
  signUpMember,
  temporaryPasswordFor,
  type App,
} from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'

const WRONG = 'Wrong-2026!'
/** Counts checked passwords: each one is one task of the thread pool. */
const hashed = vi.spyOn(Piscina.prototype, 'run')

describe.each(drawnEngines())('guessing at one account on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    now += 24 * HOUR_MS
  })

  const logIn = async (id: string, password: string, ip: string, cookie?: string) => {
    const headers = cookie === undefined ? {} : { headers: { cookie } }
    const { status } = await app.call(account.login, { body: { id, password }, ip, ...headers })
    return status.code
  }
  /** Returns the cookie of a phone on which this member has signed in. */
  const phoneOf = async (email: string): Promise<string> => {
    const { headers } = await app.call(account.login, { body: { id: email, password: PASSWORD }, ip: '192.0.2.1' })
    const all = headers['set-cookie'] as string[]
    return all.find((one) => one.startsWith(`${KNOWN_PHONE_COOKIE}=`))?.split(';')[0] ?? ''
  }
  /** Uses up the tries of one neighbourhood. */
  const exhaust = async (email: string, ip: string) => {
    for (let tried = 0; tried < 5; tried += 1) await logIn(email, WRONG, ip)
  }

  test.each([
    ['the same /24', '10.7.1.9', '10.7.1.200', 'E_THROTTLED'],
    ['the next /24', '10.7.1.9', '10.7.2.9', 'E_LOGIN'],
    ['the same /64', '2001:db8:1:7::9', '2001:db8:1:7:ffff::1', 'E_THROTTLED'],
    ['the next /64 of a /48', '2001:db8:1:7::9', '2001:db8:1:8::9', 'E_LOGIN'],
  ])('five wrong passwords delay a second address or not: %s', async (_, first, second, code) => {
    const email = freshEmail()
    await exhaust(email, first)
    expect(await logIn(email, WRONG, second)).toBe(code)
  })

  test('the networks of one /48 share a delay after twenty tries, and the next /48 is not delayed', async () => {
    const email = freshEmail()
    const codes: string[] = []
    for (let nth = 0; nth < 21; nth += 1) {
      // An hour refills the allowance of the account, but not that of the /48.
      now += nth === 10 ? HOUR_MS : 0
      codes.push(await logIn(email, WRONG, `2001:db8:2:${nth.toString(16)}::1`))
    }
    expect(codes.filter((code) => code === 'E_LOGIN')).toHaveLength(20)
    expect(codes.at(-1)).toBe('E_THROTTLED')
    expect(await logIn(email, WRONG, '2001:db8:3::1')).toBe('E_LOGIN')
  })

  test('at most fifty passwords of one account are checked in an hour, from however many neighbourhoods', async () => {
    const { email } = await signUpMember(app)
    hashed.mockClear()
    const began = now
    let calls = 0
    while (now - began < HOUR_MS - MINUTE_MS) {
      now += 20_000
      calls += 1
      await logIn(email, WRONG, `10.${20 + (calls % 3)}.${calls}.1`)
    }
    expect(calls).toBeGreaterThan(150)
    expect(hashed.mock.calls.length).toBeGreaterThan(40)
    expect(hashed.mock.calls.length).toBeLessThanOrEqual(50)
    // Other accounts are not delayed, and the answer does not depend on whether the account exists.
    expect(await logIn(freshEmail(), WRONG, '10.30.1.1')).toBe('E_LOGIN')
    expect(await logIn(email, PASSWORD, '10.30.1.1')).toBe('E_THROTTLED')
  })

  test('a mailed password and a known phone let the owner in while the account is throttled', async () => {
    const { email } = await signUpMember(app)
    const phone = await phoneOf(email)
    for (let nth = 0; nth < 25; nth += 1) await logIn(email, WRONG, `10.40.${nth}.1`)
    expect(await logIn(email, PASSWORD, '10.41.1.1')).toBe('E_THROTTLED')
    expect(await logIn(email, PASSWORD, '10.41.1.1', phone)).toBe('200')
    await app.call(recovery.findPassword, { query: { email }, ip: '10.41.1.1' })
    const password = await temporaryPasswordFor(app, email)
    expect(
      await logIn(
        email,
        password.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
        '10.41.1.1',
      ),
    ).toBe('E_THROTTLED')
    expect(await logIn(email, password, '10.41.1.1')).toBe('200')
  })

  test('a stranger in the same neighbourhood does not delay a known phone, unless it is known for another member only', async () => {
    const { email } = await signUpMember(app)
    const otherMember = await signUpMember(app)
    const [phone, otherPhone] = [await phoneOf(email), await phoneOf(otherMember.email)]
    await exhaust(email, '10.50.1.1')
    expect(await logIn(email, PASSWORD, '10.50.1.2')).toBe('E_THROTTLED')
    expect(await logIn(email, PASSWORD, '10.50.1.2', otherPhone)).toBe('E_THROTTLED')
    expect(await logIn(email, PASSWORD, '10.50.1.2', `${phone}x`)).toBe('E_THROTTLED')
    expect(await logIn(email, PASSWORD, '10.50.1.2', `a=b; ${phone}; c=d`)).toBe('200')
  })

  test('a known phone has five guesses of its own', async () => {
    const { email } = await signUpMember(app)
    const phone = await phoneOf(email)
    hashed.mockClear()
    for (let tried = 0; tried < 8; tried += 1) await logIn(email, WRONG, `10.51.${tried}.1`, phone)
    expect(hashed).toHaveBeenCalledTimes(5)
    expect(await logIn(email, PASSWORD, '10.52.1.1')).toBe('200')
  })

  test('the known-phone cookie authenticates nothing', async () => {
    const { email } = await signUpMember(app)
    const phone = await phoneOf(email)
    const token = phone.split('=')[1] ?? ''
    expect((await app.call(profile.readMyInfo, { token })).status.code).toBe('E_TOKEN')
    expect((await app.call(profile.readMyInfo, { headers: { cookie: phone } })).status.code).toBe('E_TOKEN')
    expect((await app.call(account.updateToken, { body: { refreshToken: token } })).status.code).toBe('E_SESSION')
  })

  test('the holder of an access token has the same hourly limit of guesses', async () => {
    const { accessToken } = await signUpMember(app)
    hashed.mockClear()
    for (let nth = 0; nth < 25; nth += 1) {
      const body = { currentPassword: WRONG, password: 'Gwangalli-2026!' }
      await app.call(profile.changePassword, { token: accessToken, body, ip: `10.53.${nth}.1` })
    }
    expect(hashed).toHaveBeenCalledTimes(20)
  })

  test('after twenty wrong passwords the member is warned once a day, in the feed and by mail, and a mailbox without account is not', async () => {
    const { email, password } = await signUpMember(app)
    const nobody = freshEmail()
    const warnings = async () => {
      await runDueJobs(app.deps)
      const { accessToken: token } = await signIn(app, { email, password })
      const { data } = await app.call(newsfeed.list, { token, query: {} })
      return data?.list.filter(({ title }) => title === 'Someone may be trying to guess your password').length
    }
    let calls = 0
    const wrong = async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) {
        now += 3 * MINUTE_MS
        calls += 1
        await logIn(email, WRONG, `10.60.${calls}.1`)
        if (calls <= 20) await logIn(nobody, WRONG, `10.61.${calls}.1`)
      }
    }
    await wrong(19)
    expect(await warnings()).toBe(0)
    await wrong(1)
    expect(await warnings()).toBe(1)
    expect(readLetter(await mailTo(app, email)).text).toContain('The wrong password has been entered 20 times')
    await wrong(3)
    expect(await warnings()).toBe(1)
    await expect(mailTo(app, nobody)).rejects.toThrow('No mail')
    now += 24 * HOUR_MS
    await wrong(20)
    now += HOUR_MS
    expect(await warnings()).toBe(2)
  })

  describe('temporary passwords requested by strangers', () => {
    const ask = async (email: string, ip: string, cookie?: string) => {
      const headers = cookie === undefined ? {} : { headers: { cookie } }
      return (await app.call(recovery.findPassword, { query: { email }, ip, ...headers })).status.code
    }

    test("requests from another neighbourhood do not use up the owner's", async () => {
      const { email } = await signUpMember(app)
      const codes: string[] = []
      for (let nth = 0; nth < 7; nth += 1) codes.push(await ask(email, `10.70.1.${nth}`))
      expect(codes).toEqual([...Array.from({ length: 5 }, () => '200'), 'E_THROTTLED', 'E_THROTTLED'])
      expect(await ask(email, '10.70.2.1')).toBe('200')
      expect(await logIn(email, await temporaryPasswordFor(app, email), '10.70.2.1')).toBe('200')
    })

    test('requests from many neighbourhoods send a bounded number of mails, and the last mailed password still works', async () => {
      const { email } = await signUpMember(app)
      const phone = await phoneOf(email)
      let sent = 0
      for (let nth = 0; nth < 48; nth += 1) {
        now += 30 * MINUTE_MS - 7
        for (const from of [1, 2]) if ((await ask(email, `10.${80 + from}.${nth}.1`)) === '200') sent += 1
        for (let count = 0; nth === 0 && count < 40; count += 1)
          if ((await ask(email, `10.90.${count}.1`)) === '200') sent += 1
      }
      expect(sent).toBeGreaterThan(48)
      expect(sent).toBeLessThanOrEqual(20 + 58)
      // The worst moment: only known phones can still request a mail. The last mailed password still works.
      for (let count = 0; count < 3; count += 1) await ask(email, `10.91.${count}.1`)
      now += 24 * MINUTE_MS
      expect(await logIn(email, await temporaryPasswordFor(app, email), '10.92.1.1')).toBe('200')
      for (let count = 0; count < 30; count += 1) await ask(email, `10.93.${count}.1`)
      expect(await ask(email, '10.94.1.1')).toBe('E_THROTTLED')
      expect(await ask(email, '10.94.1.1', phone)).toBe('200')
    })

    test('sign-up codes and temporary passwords have separate allowances', async () => {
      const email = freshEmail()
      for (let nth = 0; nth < 20; nth += 1) {
        now += CERT_RESEND_MS
        await app.call(cert.sendMail, { body: { email }, ip: `10.95.${nth}.1` })
      }
      // Past the pause after the last code, and before the allowance has refilled.
      now += CERT_RESEND_MS
      const code = await app.call(cert.sendMail, { body: { email }, ip: '10.96.1.1' })
      expect(code.status.code).toBe('E_THROTTLED')
      expect(await ask(email, '10.96.1.1')).toBe('200')
    })
  })
})
