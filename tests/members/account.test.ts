import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { Piscina } from 'piscina'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as cert from '#contract/calls/cert.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import { CERT_PROOF_MS } from '#contract/limits.ts'
import { LANGUAGE_CODE } from '#contract/locales.ts'
import { ownWords } from '#contract/rules/password.ts'
import { estimateStrength } from '#contract/rules/passwordStrength.ts'
import { member } from '#server/db/schema/member.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, PASSWORD, proveMailbox, signUpForm, signUpMember, type App } from '../harness/factories.ts'

/** Counts password hashes: each one is one task of the thread pool. */
const hashed = vi.spyOn(Piscina.prototype, 'run')

describe.each(drawnEngines())('accounts on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    hashed.mockClear()
    now += 60_000
  })

  const signUp = (body: unknown) => app.call(account.signUp, { body: body as never })
  const logIn = (id: string, password: string, extraFields = {}) =>
    app.call(account.login, { body: { id, password, ...extraFields } })

  test('sign-up refuses missing, unknown, mistyped and oversized fields, and creates no member', async () => {
    const email = freshEmail()
    const certUid = await proveMailbox(app, email)
    const good = signUpForm(email, certUid)
    const { password: _, ...noPassword } = good
    for (const body of [
      {},
      noPassword,
      { ...good, admin: true },
      { ...good, engNm: 7 },
      { ...good, engNm: '' },
      { ...good, engNm: 'x'.repeat(65) },
      { ...good, engNm: 'Mei\u202e' },
      { ...good, certUid: 'yes' },
      { ...good, gender: 'xx' },
      { ...good, ntnCd: 'Taiwan' },
      { ...good, birthYear: 1899.5 },
      { ...good, engNm: 'x'.repeat(100_000) },
    ]) {
      const { http } = await signUp(body)
      expect([413, 422]).toContain(http)
    }
    for (const password of ['short1!', 'onlyletters', 'letters123', '12345678!']) {
      const { status } = await signUp({ ...good, password })
      expect(status.code).toBe('E_PASSWORD_FORMAT')
      expect(status.fields).toContainEqual({ field: 'body.password', reason: 'password_format' })
    }
    expect(await app.deps.db.select().from(member).where(eq(member.email, email))).toEqual([])
    expect(hashed).toHaveBeenCalledTimes(0)
  })

  test('sign-up refuses the passwords that the screen refuses: common ones and ones made of the email address', async () => {
    const local = `lindqvist.${engine}`
    const email = `${local}@mail.example`
    const good = signUpForm(email, await proveMailbox(app, email))
    for (const password of ['Password1!', 'P@ssw0rd', 'Qwerty123!', 'Sunshine2026!', `${local}-7!`]) {
      expect(estimateStrength(password, ownWords(email))).toBe('error')
      expect((await signUp({ ...good, password })).status).toMatchObject({
        code: 'E_PASSWORD_WEAK',
        message: 'This password is easy to guess. Make it longer or less common.',
      })
    }
    expect(await app.deps.db.select().from(member).where(eq(member.email, email))).toEqual([])
    expect((await signUp(good)).status.code).toBe('200')
  })

  test('a member whose stored password would be refused today still signs in with it', async () => {
    const { email } = await signUpMember(app)
    const phc = await hash('Password1!', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await app.deps.db.update(member).set({ passwordHash: phc }).where(eq(member.email, email))
    expect((await logIn(email, 'Password1!')).status.code).toBe('200')
  })

  test('all characters of a 100-character password count', async () => {
    const email = freshEmail()
    const head = 'Gwangalli beach at dawn, 41 umbrellas; kelp harness (no. 7) by the third pier!'.slice(0, 72)
    const password = `${head}${'zq-Xw9 '.repeat(4)}`
    expect([head.length, password.length]).toEqual([72, 100])
    const form = signUpForm(email, await proveMailbox(app, email), { password })
    expect((await signUp(form)).status.code).toBe('200')
    expect((await logIn(email, `${password.slice(0, 72)}${'zq-Xw8 '.repeat(4)}`)).status.code).toBe('E_LOGIN')
    expect((await logIn(email, password.slice(0, 72))).status.code).toBe('E_LOGIN')
    expect((await logIn(email, password)).status.code).toBe('200')
  })

  test('sign-up needs both consents, a proven mailbox and a valid phone number, and then signs the member in', async () => {
    const email = freshEmail()
    const otherEmail = freshEmail()
    const certUid = await proveMailbox(app, email)
    const good = signUpForm(email, certUid, {
      autoLgnYn: 'Y',
      mobile: '+886912345678',
      ntnCd: 'TW',
      gender: 'female',
      birthYear: 1994,
    })
    expect((await signUp({ ...good, termsYn: 'N' })).status.code).toBe('E_TERMS_REQUIRED')
    expect((await signUp({ ...good, privacyYn: 'N' })).status.code).toBe('E_TERMS_REQUIRED')
    expect((await signUp({ ...good, mobile: '12345' })).status.code).toBe('E_PHONE')
    expect((await signUp({ ...good, mobile: '+8869' + '1'.repeat(9) })).status.code).toBe('E_PHONE')
    expect((await signUp({ ...good, certUid: crypto.randomUUID() })).status.code).toBe('E_CERT_REQUIRED')
    expect((await signUp({ ...good, email: otherEmail })).status.code).toBe('E_CERT_REQUIRED')
    expect(hashed).toHaveBeenCalledTimes(0)

    const { status, data } = await signUp(good)
    expect(status.code).toBe('200')
    expect(data).toMatchObject({ autoLgnYn: 'Y', userInfo: { email, engNm: 'Mei', engSurname: 'Lin' } })
    const page = await app.call(myPage, { token: data?.accessToken ?? '' })
    expect(page.data).toEqual({
      memberId: data?.userInfo.memberId,
      email,
      engNm: 'Mei',
      engSurname: 'Lin',
      mobile: '+886912345678',
      ntnCd: 'TW',
      joinedAt: now,
      counts: { passes: 0, favourites: 0, inquiries: 0, coupons: 0, gifts: 0, unread: 0 },
      points: 0,
    })
    const [row] = await app.deps.db.select().from(member).where(eq(member.email, email))
    expect(row?.marketingAt).toBeNull()
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a mailbox proof can be used once and expires after half an hour', async () => {
    const email = freshEmail()
    const certUid = await proveMailbox(app, email)
    expect((await signUp(signUpForm(email, certUid))).status.code).toBe('200')
    expect((await signUp(signUpForm(email, certUid))).status.code).toBe('E_CERT_REQUIRED')
    const secondEmail = freshEmail()
    const secondUid = await proveMailbox(app, secondEmail)
    now += CERT_PROOF_MS
    expect((await signUp(signUpForm(secondEmail, secondUid))).status.code).toBe('E_CERT_REQUIRED')
  })

  test('a second proof of the same mailbox does not create a second member', async () => {
    const email = freshEmail()
    const first = await proveMailbox(app, email)
    now += 60_000
    const second = await proveMailbox(app, email)
    expect((await signUp(signUpForm(email, first))).status.code).toBe('200')
    expect((await signUp(signUpForm(email, second))).status.code).toBe('E_EMAIL_IN_USE')
  })

  test('login with an unknown id or a wrong password gives the same answer and costs one hash each', async () => {
    const { email, password } = await signUpMember(app)
    hashed.mockClear()
    const unknown = await logIn(freshEmail(), password, {})
    expect(hashed).toHaveBeenCalledTimes(1)
    const wrong = await logIn(email, 'Gwangan-2026!')
    expect(hashed).toHaveBeenCalledTimes(2)
    expect(unknown.status).toEqual({
      code: 'E_LOGIN',
      message: 'Email address or password not found. Check both and try again.',
    })
    expect(JSON.stringify([wrong.http, wrong.status, wrong.data])).toBe(
      JSON.stringify([unknown.http, unknown.status, unknown.data]),
    )
    const right = await logIn(` ${email.toUpperCase()} `, password)
    expect(right.status.code).toBe('200')
    expect(hashed).toHaveBeenCalledTimes(3)
  })

  test('login refuses mistyped fields, and the cookie lifetime follows "keep me signed in"', async () => {
    const { email, password } = await signUpMember(app)
    for (const body of [
      {},
      { id: email },
      { id: email, password: 7 },
      { id: email, password, autoLgnYn: 'yes' },
      { id: email, password, role: 'x' },
    ])
      expect((await app.call(account.login, { body: body as never })).http).toBe(422)

    const cookies = (headers: Record<string, unknown>) =>
      (headers['set-cookie'] as string[]).map((one) => one.replace(/=[^;]+/, '=…'))
    const rememberedSignIn = await logIn(email, password, { autoLgnYn: 'Y' })
    expect(cookies(rememberedSignIn.headers)).toEqual([
      'accessToken=…; Path=/; SameSite=Lax; Max-Age=43200',
      'refreshToken=…; Path=/; SameSite=Lax; Max-Age=2592000',
      'knownPhone=…; Path=/api/v1/account; SameSite=Lax; Max-Age=15552000; HttpOnly',
    ])
    const brief = await logIn(email, password)
    expect(cookies(brief.headers)).toEqual([
      'accessToken=…; Path=/; SameSite=Lax',
      'refreshToken=…; Path=/; SameSite=Lax',
      'knownPhone=…; Path=/api/v1/account; SameSite=Lax; HttpOnly',
    ])
    expect(brief.headers['set-cookie']).toContain(`accessToken=${brief.data?.accessToken}; Path=/; SameSite=Lax`)
  })

  test('wrong passwords delay sign-ins to this account from this network for a limited time, but not from other networks, nor to other accounts', async () => {
    const { email, password } = await signUpMember(app)
    for (let tried = 0; tried < 5; tried += 1) expect((await logIn(email, 'Wrong-2026!')).status.code).toBe('E_LOGIN')
    hashed.mockClear()
    const refused = await logIn(email, password)
    expect(refused.status).toMatchObject({ code: 'E_THROTTLED', retryAfter: 1 })
    expect(refused.http).toBe(429)
    expect(hashed).toHaveBeenCalledTimes(0)
    expect((await app.call(account.login, { body: { id: email, password }, ip: '203.0.113.9' })).status.code).toBe(
      '200',
    )
    expect((await logIn(freshEmail(), password)).status.code).toBe('E_LOGIN')

    const waits: number[] = []
    for (let tried = 0; tried < 12; tried += 1) {
      const { status } = await logIn(email, 'Wrong-2026!')
      if (status.code === 'E_THROTTLED') {
        waits.push(status.retryAfter ?? 0)
        now += (status.retryAfter ?? 0) * 1000
      }
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32])
    now += 300_000
    expect((await logIn(email, password)).status.code).toBe('200')
    expect((await logIn(email, 'Wrong-2026!')).status.code).toBe('E_LOGIN')
    expect((await logIn(email, password)).status.code).toBe('200')
  })

  test('login answers E_BUSY when too many passwords are hashed at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, one) => logIn(`nobody.${one}@mail.example`, PASSWORD)),
    )
    const codes = answers.map(({ status }) => status.code)
    expect(new Set(codes)).toEqual(new Set(['E_LOGIN', 'E_BUSY']))
    expect(answers.find(({ status }) => status.code === 'E_BUSY')?.status.retryAfter).toBe(1)
    expect((await logIn(freshEmail(), PASSWORD)).status.code).toBe('E_LOGIN')
  })

  test('a password that a busy server did not check counts as no wrong one', async () => {
    const { email, password, accessToken: token } = await signUpMember(app)
    const busyOnce = () => hashed.mockRejectedValueOnce(new Error('Task queue is at limit'))
    for (let tried = 0; tried < 25; tried += 1) {
      busyOnce()
      expect((await logIn(email, password)).status.code).toBe('E_BUSY')
    }
    for (let tried = 0; tried < 4; tried += 1) expect((await logIn(email, 'Wrong-2026!')).status.code).toBe('E_LOGIN')
    busyOnce()
    expect((await logIn(email, password)).status.code).toBe('E_BUSY')
    // The fifth wrong one begins the delays, as without the busy answers.
    expect((await logIn(email, 'Wrong-2026!')).status.code).toBe('E_LOGIN')
    expect((await logIn(email, password)).status).toMatchObject({ code: 'E_THROTTLED', retryAfter: 1 })
    const body = { agreeYn: 'Y', password } as const
    for (let tried = 0; tried < 8; tried += 1) {
      busyOnce()
      expect((await app.call(profile.signOut, { token, body })).status.code).toBe('E_BUSY')
    }
    expect((await app.call(profile.signOut, { token, body })).status.code).toBe('200')
  })

  test('check-id says whether an email is free, and is throttled for each neighbourhood', async () => {
    const { email } = await signUpMember(app)
    const ask = (id: string, ip = '198.51.100.7') => app.call(account.checkId, { query: { id }, ip })
    expect((await ask('no address')).http).toBe(422)
    expect((await ask(freshEmail())).data).toEqual({ useYn: 'Y' })
    expect((await ask(email)).data).toEqual({ useYn: 'N' })
    const codes: string[] = []
    for (let count = 0; count < 40; count += 1) codes.push((await ask(email)).status.code)
    expect(codes.at(-1)).toBe('E_THROTTLED')
    expect((await ask(email, '198.51.101.7')).data).toEqual({ useYn: 'N' })
  })

  test('accountCode returns the lists of the sign-up form in the language of the call', async () => {
    const { data } = await app.call(account.accountCode, { query: { select: 'country' }, language: LANGUAGE_CODE.jp })
    expect(data?.country).toContainEqual({ code: 'TW', name: '台湾', dial: '+886' })
    expect(data?.year).toBeUndefined()
    const all = await app.call(account.accountCode, { query: {} })
    expect(all.data?.country?.length).toBeGreaterThan(240)
    expect(all.data?.year?.[0]).toBe(2012)
    expect(all.data?.gender).toContainEqual({ code: 'none', name: 'Prefer not to say' })
    expect((await app.call(account.accountCode, { query: { select: 'x' } as never })).http).toBe(422)
  })

  test('my page is refused without a valid token', async () => {
    expect((await app.call(myPage, {})).status.code).toBe('E_TOKEN')
    expect((await app.call(myPage, { token: 'x.y.z' })).http).toBe(400)
  })

  test('cert/check accepts six ASCII digits only', async () => {
    for (const code of ['12345', '1234567', 'abcdef', 123_456, '１２３４５６'])
      expect((await app.call(cert.check, { body: { email: freshEmail(), code } as never })).http).toBe(422)
  })
})

test('the cookies of a new session get their full lifetime although the clock advances during the call', async () => {
  let now = Date.now()
  const app = await openApp({ engine: 'embedded', clock: () => (now += 7) })
  const { email, password } = await signUpMember(app)
  const { headers } = await app.call(account.login, { body: { id: email, password, autoLgnYn: 'Y' } })
  const tokens = (headers['set-cookie'] as string[]).filter((one) => !one.startsWith('knownPhone='))
  const ages = tokens.map((one) => /Max-Age=(\d+)/.exec(one)?.[1])
  expect(ages).toEqual(['43200', '2592000'])
  await app.close()
})
