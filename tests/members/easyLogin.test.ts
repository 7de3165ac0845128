import { eq } from 'drizzle-orm'
import { Piscina } from 'piscina'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as easy from '#contract/calls/easyLogin.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import * as recovery from '#contract/calls/recovery.ts'
import { CERT_PROOF_MS, SNS_FLOW_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { identity, member, snsFlow } from '#server/db/schema/member.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import {
  freshEmail,
  mailsTo,
  proveMailbox,
  signUpMember,
  temporaryPasswordFor,
  type App,
} from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { passThrough } from './provider.ts'

/** Counts password hashes: each one is one task of the thread pool. */
const hashed = vi.spyOn(Piscina.prototype, 'run')

const CONSENTS = { termsYn: 'Y', privacyYn: 'Y' } as const

describe.each(drawnEngines())('social sign-in on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    // LINE is a real client beside the two sandboxes. It is configured but never called.
    app = await openApp({ engine, clock: () => (now += 1), env: { SNS_SANDBOX_PORT: '0', SNS_LINE: 'id:secret' } })
  })
  afterAll(() => app.close())
  beforeEach(() => {
    now += HOUR_MS
  })

  type Sandbox = 'google' | 'naver'
  const begin = async (entranceSns: Sandbox, autoLgnYn: 'Y' | 'N' = 'Y') => {
    const { data, status } = await app.call(easy.start, { body: { entranceSns, autoLgnYn } })
    if (!data) throw new Error(`Not begun: ${status.code}.`)
    return { ...data, entranceSns }
  }
  /**
   * Passes the provider's pages as `email` and returns what the screen then sends to `easyLogin`, without the secret.
   */
  const comeBack = async ({ url, entranceSns }: { url: string; entranceSns: Sandbox }, email: string) => {
    const back = await passThrough(url, email)
    const { statusCode, headers } = await app.app.inject({ url: back.pathname + back.search })
    const to = new URL(String(headers.location), 'http://screen')
    expect([statusCode, to.pathname, to.search]).toEqual([303, '/login/snsSuccess', ''])
    const fragment = new URLSearchParams(to.hash.slice(1))
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => fragment.get(name) ?? '')
    return { entranceSns, code: code ?? '', state: state ?? '', ...(iss ? { iss } : {}) }
  }
  const finish = (body: object) => app.call(easy.easyLogin, { body: body as never })
  const signInBy = async (entranceSns: Sandbox, email: string) => {
    const flow = await begin(entranceSns)
    return finish({ ...(await comeBack(flow, email)), secret: flow.secret })
  }
  const guestOf = async (entranceSns: Sandbox, email: string) => {
    const { data } = await signInBy(entranceSns, email)
    if (data?.joinYn !== 'Y') throw new Error('This is a member already.')
    return data
  }
  const join = (body: object) => app.call(easy.join, { body: body as never })
  const form = (snsUid: string, email: string, certUid: string | null) => ({
    ...CONSENTS,
    snsUid,
    email,
    certUid,
    engNm: 'Mei',
    engSurname: 'Lin',
  })

  test('only the configured providers are listed and can be started', async () => {
    const { data } = await app.call(easy.list)
    expect(data?.list.map(({ entranceSns }) => entranceSns)).toEqual(['naver', 'google', 'line'])
    expect((await app.call(easy.start, { body: { entranceSns: 'kakao' } })).status.code).toBe('E_NOT_FOUND')
    for (const body of [{}, { entranceSns: 'myspace' }, { entranceSns: 'google', returnTo: '//evil.example' }])
      expect((await app.call(easy.start, { body: body as never })).http).toBe(422)
  })

  test('each flow has its own state, challenge and nonce, and none of them is stored in plain text', async () => {
    const [one, two] = [await begin('google'), await begin('google')]
    const queries = [one, two].map(({ url }) => new URL(url).searchParams)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = queries.map((query) => query.get(name) ?? '')
      expect(new Set(values).size).toBe(2)
      expect(values.every((value) => value.length >= 43)).toBe(true)
    }
    expect(queries[0]?.get('code_challenge_method')).toBe('S256')
    const stored = JSON.stringify(await app.deps.db.select().from(snsFlow))
    for (const secret of [one.secret, queries[0]?.get('state'), queries[0]?.get('nonce')])
      expect(stored).not.toContain(secret)
  })

  test.each(['google', 'naver'] as const)(
    '%s: a code works only in its own flow, with its own secret, once and within the time limit',
    async (sns) => {
      const email = freshEmail()
      const flow = await begin(sns)
      const back = await comeBack(flow, email)
      const otherFlow = await begin(sns)
      const refused = async (body: object) => (await finish(body)).status.code
      expect((await finish({ ...back })).http).toBe(422)
      expect(await refused({ ...back, secret: otherFlow.secret })).toBe('E_SNS')
      expect(await refused({ ...back, secret: flow.secret, state: 'x'.repeat(43) })).toBe('E_SNS')
      expect(await refused({ ...back, secret: flow.secret, entranceSns: sns === 'google' ? 'naver' : 'google' })).toBe(
        'E_SNS',
      )
      // A code of another flow, injected into this browser's flow: PKCE and nonce detect it.
      const injected = await comeBack(await begin(sns), 'mallory@mail.example')
      const mine = new URL(otherFlow.url).searchParams.get('state') ?? ''
      expect(await refused({ ...injected, state: mine, secret: otherFlow.secret })).toBe('E_SNS')

      expect((await finish({ ...back, secret: flow.secret })).status.code).toBe('200')
      expect(await refused({ ...back, secret: flow.secret })).toBe('E_SNS')

      const lateFlow = await begin(sns)
      const lateBack = await comeBack(lateFlow, email)
      now += SNS_FLOW_MS
      expect(await refused({ ...lateBack, secret: lateFlow.secret })).toBe('E_SNS')
    },
  )

  test('a cancelled sign-in is redirected to the failure screen, and an answer posted as a form is redirected too', async () => {
    const url = '/api/v1/account/easy-login/return/google?error=access_denied&state=x'
    expect((await app.app.inject({ url })).headers.location).toBe('/login/snsFail#entranceSns=google')
    const posted = await app.app.inject({
      method: 'POST',
      url: '/api/v1/account/easy-login/return/apple',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://appleid.apple.com',
        'sec-fetch-site': 'cross-site',
      },
      payload: 'code=c0de&state=5tate&user=%7B%7D',
    })
    expect([posted.statusCode, posted.headers.location]).toEqual([
      303,
      '/login/snsSuccess#entranceSns=apple&code=c0de&state=5tate',
    ])
    expect((await app.app.inject({ url: '/api/v1/account/easy-login/return/myspace' })).statusCode).toBe(422)
  })

  test("a mailbox that the provider has proven links to its member, who is then recognised by the provider's subject", async () => {
    const mei = await signUpMember(app)
    const { data, headers } = await signInBy('google', mei.email.toUpperCase())
    expect(data).toMatchObject({ joinYn: 'N', autoLgnYn: 'Y', userInfo: { memberId: mei.memberId, email: mei.email } })
    expect(String(headers['set-cookie'])).toContain('refreshToken=')
    const token = data?.joinYn === 'N' ? data.accessToken : ''
    expect((await app.call(myPage, { token })).data?.memberId).toBe(mei.memberId)
    expect(await app.deps.db.select().from(identity).where(eq(identity.memberId, mei.memberId))).toHaveLength(1)
    // Recognised by the provider's subject, whatever the member's address is by now.
    await app.deps.db.update(member).set({ email: freshEmail() }).where(eq(member.id, mei.memberId))
    const secondSignIn = await signInBy('google', mei.email.toUpperCase())
    expect(secondSignIn.data).toMatchObject({ joinYn: 'N', userInfo: { memberId: mei.memberId } })
  })

  // The Google sandbox reports addresses with this prefix as not verified; Naver never proves one.
  test.each([
    ['google', 'unverified.'],
    ['naver', ''],
  ] as const)(
    'an address that %s has not proven links to no member, and joins only with a proof of the mailbox',
    async (sns, prefix) => {
      const email = `${prefix}${freshEmail()}`
      const mei = await signUpMember(app, { email })
      const guest = await guestOf(sns, email)
      expect(guest).toMatchObject({ joinYn: 'Y', email, certUid: null })
      expect(await app.deps.db.select().from(identity).where(eq(identity.memberId, mei.memberId))).toEqual([])
      for (const certUid of [null, crypto.randomUUID()])
        expect((await join(form(guest.snsUid, email, certUid))).status.code).toBe(
          certUid ? 'E_CERT_REQUIRED' : 'E_INPUT',
        )
    },
  )

  test("joining needs consents and a proven mailbox; afterwards the provider's sign-in is enough", async () => {
    const email = freshEmail()
    const guest = await guestOf('google', email)
    expect(guest).toMatchObject({ email, engNm: 'Mei', engSurname: 'Lin' })
    const good = form(guest.snsUid, email, guest.certUid)
    expect((await join({ ...good, snsUid: 'me' })).http).toBe(422)
    expect((await join({ ...good, password: 'Haeundae-2026!' })).http).toBe(422)
    expect((await join({ ...good, termsYn: 'N' })).status.code).toBe('E_TERMS_REQUIRED')
    expect((await join({ ...good, email: freshEmail() })).status.code).toBe('E_CERT_REQUIRED')
    expect((await join({ ...good, snsUid: crypto.randomUUID() })).status.code).toBe('E_SNS')
    const joined = await join(good)
    expect(joined.data?.userInfo).toMatchObject({ email, engNm: 'Mei' })
    const token = joined.data?.accessToken ?? ''
    expect((await app.call(profile.readMyInfo, { token })).data).toMatchObject({ passwordYn: 'N', email })
    expect((await join(good)).status.code).toBe('E_CERT_REQUIRED')
    expect((await signInBy('google', email)).data).toMatchObject({ joinYn: 'N', userInfo: joined.data?.userInfo })
  })

  test('the confirmation of a consent at a social sign-up is in the language of the sign-up', async () => {
    const email = freshEmail()
    const { snsUid, certUid } = await guestOf('google', email)
    const body = { ...form(snsUid, email, certUid), marketingYn: 'Y' } as never
    expect((await app.call(easy.join, { body, locale: 'jp' })).status.code).toBe('200')
    await runDueJobs(app.deps)
    const subjects = (await mailsTo(app, email)).map((mail) => readLetter(mail).subject)
    expect(subjects).toContain(translate('jp', 'news.marketing_agreed.title'))
  })

  test('an address that was proven here joins too; one snsUid joins once and within half an hour', async () => {
    const [email, mailbox, lateEmail] = [freshEmail(), freshEmail(), freshEmail()]
    const guest = await guestOf('naver', email)
    expect((await join(form(guest.snsUid, mailbox, await proveMailbox(app, mailbox)))).status.code).toBe('200')
    const second = freshEmail()
    expect((await join(form(guest.snsUid, second, await proveMailbox(app, second)))).status.code).toBe('E_SNS')
    const { snsUid } = await guestOf('naver', lateEmail)
    now += CERT_PROOF_MS
    expect((await join(form(snsUid, lateEmail, await proveMailbox(app, lateEmail)))).status.code).toBe('E_SNS')
  })

  test('without a password: login costs one hash and answers as for strangers, find-password sets a first one, withdrawal needs none', async () => {
    const email = freshEmail()
    const guest = await guestOf('google', email)
    const joined = await join(form(guest.snsUid, email, guest.certUid))
    const logIn = async (id: string) => {
      hashed.mockClear()
      const { http, status, data } = await app.call(account.login, { body: { id, password: 'Haeundae-2026!' } })
      return { http, status, data, hashes: hashed.mock.calls.length }
    }
    expect(await logIn(email)).toEqual(await logIn(freshEmail()))
    expect(await logIn(email)).toMatchObject({ status: { code: 'E_LOGIN' }, hashes: 1 })

    const token = joined.data?.accessToken ?? ''
    const body = { currentPassword: '', password: 'Gwangalli-2026!' }
    expect((await app.call(profile.changePassword, { token, body })).status.code).toBe('E_PASSWORD_CURRENT')
    await app.call(recovery.findPassword, { query: { email } })
    const password = await temporaryPasswordFor(app, email)
    const opened = await app.call(account.login, { body: { id: email, password } })
    const accessToken = opened.data?.accessToken ?? ''
    const first = await app.call(recovery.changePassword, { body: { accessToken, password: 'Gwangalli-2026!' } })
    expect(first.data?.userInfo.email).toBe(email)

    const otherEmail = freshEmail()
    const { snsUid, certUid } = await guestOf('google', otherEmail)
    const leaving = await join(form(snsUid, otherEmail, certUid))
    const withdrawal = await app.call(profile.signOut, {
      token: leaving.data?.accessToken ?? '',
      body: { agreeYn: 'Y' },
    })
    expect(withdrawal.status.code).toBe('200')
    // The withdrawal deleted the link, so the next sign-in finds no member.
    expect((await signInBy('google', otherEmail)).data?.joinYn).toBe('Y')
  })
})
