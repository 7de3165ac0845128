import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import * as sessions from '#contract/calls/session.ts'
import { TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { member } from '#server/db/schema/member.ts'
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

const NEW = 'Gwangalli-2026!'

describe.each(drawnEngines())('recovering an account on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  let neighbourhood = 0
  beforeAll(async () => {
    // The clock advances at each reading, so that the newer of two mails has the later time.
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    now += HOUR_MS
    neighbourhood += 1
  })

  const ip = () => `10.0.${neighbourhood}.1`
  const logIn = (id: string, password: string) => app.call(account.login, { body: { id, password }, ip: ip() })
  const ask = (email: string) => app.call(recovery.findPassword, { query: { email }, ip: ip() })
  const change = (body: unknown, headers: Record<string, string> = {}) =>
    app.call(recovery.changePassword, { body: body as never, headers })
  const forget = async () => {
    const person = await signUpMember(app)
    await ask(person.email)
    return { ...person, temporary: await temporaryPasswordFor(app, person.email) }
  }

  test('find-id refuses missing and invalid fields, and finds no member when one of the four differs', async () => {
    const { memberId } = await signUpMember(app)
    await app.deps.db.update(member).set({ mobile: '+886912345678', ntnCd: 'TW' }).where(eq(member.id, memberId))
    const right = { engNm: 'Mei', engSurname: 'Lin', mobile: '+886912345678', ntnCd: 'TW' }
    const find = (query: Record<string, string>) => app.call(recovery.findId, { query, ip: ip() })
    const { mobile: _, ...noMobile } = right
    for (const query of [
      {},
      noMobile,
      { ...right, ntnCd: 'Taiwan' },
      { ...right, email: 'x' },
      { ...right, engNm: 'x'.repeat(300) },
    ])
      expect((await find(query)).http).toBe(422)
    for (const mobile of ['12', 'call me', '+8869'])
      expect((await find({ ...right, mobile })).status).toMatchObject({
        code: 'E_PHONE',
        message: 'The phone number is not valid. Check the country code and the number.',
      })
    for (const wrong of [{ engNm: 'May' }, { engSurname: 'Li' }, { mobile: '+886912345679' }, { ntnCd: 'HK' }]) {
      const { status, data } = await find({ ...right, ...wrong })
      expect(status).toMatchObject({
        code: 'E_NO_MEMBER',
        message: 'No registered member information found. Check what you entered, or sign up.',
      })
      expect(data).toBeNull()
    }
  })

  test('find-id returns the masked address, however the name and the number are typed', async () => {
    const email = `quayside.${engine}.${now}@mail.example`
    const { memberId } = await signUpMember(app, { email })
    await app.deps.db.update(member).set({ mobile: '+821055501234', ntnCd: 'KR' }).where(eq(member.id, memberId))
    const { data } = await app.call(recovery.findId, {
      query: { engNm: ' MEI ', engSurname: 'lin', mobile: '010-5550-1234', ntnCd: 'KR' },
      ip: ip(),
    })
    expect(data).toEqual({ list: [{ id: 'qu***@mail.example' }] })
  })

  test('find-id finds a member whose number many later accounts have, also under the same name', async () => {
    const email = `pier.${engine}.${now}@mail.example`
    const { memberId } = await signUpMember(app, { email })
    const { db } = app.deps
    const set = { mobile: '+821055509876', ntnCd: 'KR' }
    await db.update(member).set(set).where(eq(member.id, memberId))
    const [own] = await db.select().from(member).where(eq(member.id, memberId))
    if (!own) throw new Error('The member is not stored.')
    const later = (engNm: string, count: number) =>
      Array.from({ length: count }, (_, nth) => {
        const id = randomUUID()
        return { ...own, id, email: `${id}@mail.example`, engNm, joinedAt: own.joinedAt + nth + 1 }
      })
    const query = { engNm: 'Mei', engSurname: 'Lin', ...set }
    const listedIds = async () => (await app.call(recovery.findId, { query, ip: ip() })).data?.list.map(({ id }) => id)
    await db.insert(member).values(later('Tom', 12))
    expect(await listedIds()).toEqual(['pi***@mail.example'])
    await db.insert(member).values(later('Mei', 12))
    expect(await listedIds()).toHaveLength(10)
    expect(await listedIds()).toContain('pi***@mail.example')
  })

  test('find-id is throttled after five tries', async () => {
    const codes: string[] = []
    for (let tried = 0; tried < 8; tried += 1) {
      const query = { engNm: `Mei${tried}`, engSurname: 'Lin', mobile: '+886912345670', ntnCd: 'TW' }
      codes.push((await app.call(recovery.findId, { query, ip: ip() })).status.code)
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'E_NO_MEMBER'))
    expect(codes.at(-1)).toBe('E_THROTTLED')
  })

  test('find-password refuses bad addresses, prefetches and HEAD, and answers members and strangers alike', async () => {
    const { email } = await signUpMember(app)
    const stranger = freshEmail()
    for (const query of [{}, { email: 'mei' }, { email, id: '1' }])
      expect((await app.call(recovery.findPassword, { query })).http).toBe(422)
    const ahead = { headers: { 'sec-purpose': 'prefetch' } }
    expect((await app.call(recovery.findPassword, { query: { email }, ...ahead })).status.code).toBe('E_PREFETCH')
    const url = `/api/v1/account/find-password?email=${email}`
    expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
    await app.deps.mail.deliver()
    expect(await app.deps.db.select().from(mailContent)).toEqual([])

    const [memberAnswer, strangerAnswer] = [await ask(email), await ask(stranger)]
    expect(memberAnswer).toMatchObject({ http: 200, status: { code: '200' }, data: { minutes: 30 } })
    expect(memberAnswer.headers['cache-control']).toBe('no-store')
    expect({ ...strangerAnswer, headers: null }).toEqual({ ...memberAnswer, headers: null })
    await expect(mailTo(app, stranger)).rejects.toThrow('No mail')
    // Throttling answers both alike, too.
    for (let count = 0; count < 5; count += 1) {
      await ask(email)
      await ask(stranger)
    }
    expect([(await ask(email)).status.code, (await ask(stranger)).status.code]).toEqual(['E_THROTTLED', 'E_THROTTLED'])
  })

  test('a temporary password has 80 bits and works once, and the old password works until it is replaced', async () => {
    const { email, temporary } = await forget()
    expect(temporary.replaceAll('-', '')).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect((await logIn(email, `${temporary}A`)).status.code).toBe('E_LOGIN')
    expect((await logIn(freshEmail(), temporary)).status.code).toBe('E_LOGIN')
    expect((await logIn(email, PASSWORD)).status.code).toBe('200')
    const { data, headers } = await logIn(email, temporary.toLowerCase().replaceAll('-', ' '))
    expect(data).toMatchObject({ mustChangeYn: 'Y', autoLgnYn: 'N' })
    // The browser gets no cookies of a session that can only set a password, so its own session goes on.
    expect(headers['set-cookie']).toBeUndefined()
    expect((await logIn(email, temporary)).status.code).toBe('E_LOGIN')
    expect((await logIn(email, PASSWORD)).data).not.toHaveProperty('mustChangeYn')
  })

  test('a temporary password expires after half an hour, and a newer one replaces it', async () => {
    const first = await forget()
    now += TEMPORARY_PASSWORD_MS
    expect((await logIn(first.email, first.temporary)).status.code).toBe('E_LOGIN')
    const second = await forget()
    now += 60_000
    await ask(second.email)
    const newer = await temporaryPasswordFor(app, second.email)
    expect(newer).not.toBe(second.temporary)
    expect((await logIn(second.email, second.temporary)).status.code).toBe('E_LOGIN')
    expect((await logIn(second.email, newer)).status.code).toBe('200')
  })

  test('the session of a temporary password can only set a new password', async () => {
    const { email, temporary, accessToken: before } = await forget()
    const { data } = await logIn(email, temporary)
    const token = data?.accessToken ?? ''
    expect((await app.call(myPage, { token })).status.code).toBe('E_TOKEN')
    expect((await app.call(sessions.list, { token })).status.code).toBe('E_TOKEN')
    const body = { currentPassword: temporary, password: NEW }
    expect((await app.call(profile.changePassword, { token, body })).status.code).toBe('E_TOKEN')
    const renewed = await app.call(account.updateToken, { body: { refreshToken: data?.refreshToken ?? '' } })
    expect((await app.call(myPage, { token: renewed.data?.accessToken ?? '' })).status.code).toBe('E_TOKEN')

    expect((await change({ accessToken: token })).http).toBe(422)
    expect((await change({ accessToken: token, password: 'short' })).status.code).toBe('E_PASSWORD_FORMAT')
    expect((await change({ accessToken: token, password: 'Password1!' })).status.code).toBe('E_PASSWORD_WEAK')
    for (const same of [temporary, temporary.toLowerCase()])
      expect((await change({ accessToken: token, password: same })).status.code).toBe('E_PASSWORD_TEMPORARY')
    for (const accessToken of [undefined, 'garbage', before])
      expect((await change({ ...(accessToken && { accessToken }), password: NEW })).status.code).toBe('E_SESSION')
    expect((await logIn(email, PASSWORD)).status.code).toBe('200')

    const answer = await change({ password: NEW }, { authorization: `Bearer ${token}` })
    expect(answer.status.code).toBe('200')
    expect(String(answer.headers['set-cookie'])).toContain('accessToken=')
    expect((await app.call(myPage, { token: answer.data?.accessToken ?? '' })).data?.email).toBe(email)
    // All earlier sessions and passwords have ended.
    expect((await app.call(myPage, { token: before })).status.code).toBe('E_TOKEN')
    expect((await change({ accessToken: token, password: NEW })).status.code).toBe('E_SESSION')
    expect((await logIn(email, PASSWORD)).status.code).toBe('E_LOGIN')
    expect((await logIn(email, NEW)).status.code).toBe('200')
    expect(readLetter(await mailTo(app, email)).text).toContain('password has been changed')
  })

  test('the session of a temporary password expires after half an hour', async () => {
    const { email, temporary } = await forget()
    const { data } = await logIn(email, temporary)
    now += TEMPORARY_PASSWORD_MS
    expect((await change({ accessToken: data?.accessToken, password: NEW })).status.code).toBe('E_SESSION')
    expect((await logIn(email, PASSWORD)).status.code).toBe('200')
  })

  test('the mail is written in the language of the call', async () => {
    const { email } = await signUpMember(app)
    await app.call(recovery.findPassword, { query: { email }, locale: 'cht', ip: ip() })
    expect(await mailTo(app, email)).toMatch(/Subject: =\?UTF-8\?/)
    expect(await app.deps.db.select().from(mailContent)).toEqual([])
  })

  describe('changing a known password', () => {
    const renew = (token: string, body: unknown, key?: string) =>
      app.call(profile.changePassword, { token, body: body as never, ...(key && { key }), ip: ip() })

    test('a wrong current password, a weak new one and a missing token are refused', async () => {
      const { accessToken: token, email } = await signUpMember(app)
      const body = { currentPassword: PASSWORD, password: NEW }
      expect((await app.call(profile.changePassword, { body })).status.code).toBe('E_TOKEN')
      expect((await renew(token, {})).http).toBe(422)
      expect((await renew(token, { ...body, password: 'short' })).status.code).toBe('E_PASSWORD_FORMAT')
      expect((await renew(token, { ...body, currentPassword: 'Wrong-2026!' })).status).toMatchObject({
        code: 'E_PASSWORD_CURRENT',
        message: 'The existing password is not correct. Enter your current password.',
      })
      expect((await renew(token, { ...body, password: 'Password1!' })).status.code).toBe('E_PASSWORD_WEAK')
      await ask(email)
      const temporary = await temporaryPasswordFor(app, email)
      expect((await renew(token, { ...body, password: temporary })).status.code).toBe('E_PASSWORD_TEMPORARY')
      expect((await logIn(email, PASSWORD)).status.code).toBe('200')
    })

    test('other sessions end, this one goes on, and one idempotency key changes the password once', async () => {
      const person = await signUpMember(app)
      const otherSession = await signIn(app, person)
      const body = { currentPassword: PASSWORD, password: NEW }
      const key = crypto.randomUUID()
      expect((await renew(person.accessToken, body, key)).status.code).toBe('200')
      expect((await renew(person.accessToken, body, key)).status.code).toBe('200')
      expect((await renew(person.accessToken, body)).status.code).toBe('E_PASSWORD_CURRENT')
      expect((await app.call(myPage, { token: person.accessToken })).status.code).toBe('200')
      expect((await app.call(myPage, { token: otherSession.accessToken })).status.code).toBe('E_TOKEN')
      const { refreshToken } = otherSession
      expect((await app.call(account.updateToken, { body: { refreshToken } })).status.code).toBe('E_SESSION')
      expect((await logIn(person.email, PASSWORD)).status.code).toBe('E_LOGIN')
      expect((await logIn(person.email, NEW)).status.code).toBe('200')
      expect(readLetter(await mailTo(app, person.email)).text).toContain('password has been changed')
    })
  })
})
