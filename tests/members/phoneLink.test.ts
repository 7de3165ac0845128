import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as phoneLink from '#contract/calls/phoneLink.ts'
import { changePassword, signOut, signOutInfo } from '#contract/calls/profile.ts'
import { endOthers, list as listSessions } from '#contract/calls/session.ts'
import { PHONE_LINK_FRESH_MS, PHONE_LINK_MS } from '#contract/limits.ts'
import { phoneLink as phoneLinkTable } from '#server/db/schema/device.ts'
import { member as memberTable } from '#server/db/schema/member.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo, PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { IPHONE } from '../harness/userAgents.ts'

describe.each(drawnEngines())('a link that signs a phone in on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())

  const secretOf = () => randomBytes(32).toString('base64url')
  const create = async (token: string, body: { password?: string; passUid?: string } = {}) =>
    app.call(phoneLink.create, { token, body })
  const linkOf = async (token: string) => {
    const { data, status } = await create(token)
    if (!data) throw new Error(`No link: ${status.code}`)
    return data
  }
  const read = async (token: string, id: string) => app.call(phoneLink.read, { token, params: { id } })
  const claim = (secret: string, by: string, token?: string) =>
    app.call(phoneLink.claim, {
      body: { secret, claim: by },
      headers: { 'user-agent': IPHONE },
      ...(token !== undefined && { token }),
    })
  const confirm = (token: string, id: string, number: number | null) =>
    app.call(phoneLink.confirm, { token, params: { id }, body: { number } })
  const open = (by: string, token?: string) =>
    app.call(phoneLink.open, {
      body: { claim: by },
      headers: { 'user-agent': IPHONE },
      ...(token !== undefined && { token }),
    })
  /** A computer and a phone whose number the member has confirmed. */
  const confirmed = async () => {
    const member = await signUpMember(app)
    const { id, secret } = await linkOf(member.accessToken)
    const by = secretOf()
    const { data } = await claim(secret, by)
    await confirm(member.accessToken, id, data?.number ?? 0)
    return { ...member, id, secret, by }
  }
  const sessionsOf = async (token: string) => (await app.call(listSessions, { token })).data?.list ?? []

  test('a link is refused without a token, for an unknown pass, and to a sign-in of yesterday without the password', async () => {
    expect((await app.call(phoneLink.create, { body: {} })).status.code).toBe('E_TOKEN')
    const { accessToken: token } = await signUpMember(app)
    expect((await create(token, { passUid: randomUUID() })).status.code).toBe('E_NOT_FOUND')
    expect((await create(token)).status.code).toBe('200')
    now += PHONE_LINK_FRESH_MS
    expect((await create(token)).status.code).toBe('E_LINK_PROOF')
    expect((await create(token, { password: 'Seomyeon-2026!' })).status.code).toBe('E_PASSWORD_MISMATCH')
    expect((await create(token, { password: PASSWORD })).status.code).toBe('200')
  })

  test('an unknown or malformed secret claims and opens nothing', async () => {
    expect((await claim(secretOf(), secretOf())).status.code).toBe('E_LINK')
    expect((await open(secretOf())).status.code).toBe('E_LINK')
    expect((await claim('short', secretOf())).http).toBe(422)
    expect((await open('short')).http).toBe(422)
  })

  test('a phone gets no session before the computer has confirmed its number', async () => {
    const { accessToken: token } = await signUpMember(app)
    const { id, secret } = await linkOf(token)
    expect((await read(token, id)).data).toEqual({ state: 'offered', numbers: null, label: null })
    const by = secretOf()
    const claimed = (await claim(secret, by)).data
    expect(claimed?.ownYn).toBe('N')
    const { data } = await read(token, id)
    expect(data).toMatchObject({ state: 'claimed', label: 'Safari · iPhone' })
    expect(data?.numbers).toHaveLength(3)
    expect(data?.numbers).toContain(claimed?.number)
    expect((await open(by)).data).toEqual({ waitingYn: 'Y', session: null, passUid: null })
    expect(await sessionsOf(token)).toHaveLength(1)
  })

  test('a confirmed phone gets an ordinary session, once, and the member a letter about a new device', async () => {
    const { accessToken: token, email, id, by } = await confirmed()
    expect((await read(token, id)).data?.state).toBe('confirmed')
    const opened = (await open(by)).data
    expect(opened?.session?.userInfo.email).toBe(email)
    const phone = opened?.session?.accessToken ?? ''
    expect((await app.call(myPage, { token: phone })).data?.email).toBe(email)
    expect((await read(token, id)).data).toEqual({ state: 'opened', numbers: null, label: 'Safari · iPhone' })
    const list = await sessionsOf(token)
    expect(list.map(({ label }) => label)).toContain('Safari · iPhone')
    expect(list).toHaveLength(2)
    await runDueJobs(app.deps)
    const subjects = (await mailsTo(app, email)).map((mail) => readLetter(mail).subject)
    expect(subjects).toContain(translate('en', 'news.sign_in_new_device.title'))
    // The answer was lost: the same phone asks again, and no second session is opened.
    const repeated = (await open(by)).data?.session
    expect(repeated?.refreshToken).toBe(opened?.session?.refreshToken)
    expect(await sessionsOf(token)).toHaveLength(2)
    await app.call(logout, { body: { refreshToken: repeated?.refreshToken ?? '' } })
    expect((await open(by)).status.code).toBe('E_LINK')
  })

  test('a link that one phone has claimed refuses another, and a retry gets the same number', async () => {
    const { accessToken: token } = await signUpMember(app)
    const { secret } = await linkOf(token)
    const by = secretOf()
    const first = await claim(secret, by)
    expect((await claim(secret, secretOf())).status.code).toBe('E_LINK')
    const another = await linkOf((await signUpMember(app)).accessToken)
    expect((await claim(another.secret, by)).status.code).toBe('E_LINK')
    expect((await claim(secret, by)).data?.number).toBe(first.data?.number)
  })

  test.each([
    ['a wrong number', (number: number) => (number === 99 ? 10 : number + 1)],
    ['none', () => null],
  ])('%s ends the link', async (_, pick) => {
    const { accessToken: token } = await signUpMember(app)
    const { id, secret } = await linkOf(token)
    const by = secretOf()
    const { data } = await claim(secret, by)
    expect((await confirm(token, id, pick(data?.number ?? 0))).data?.state).toBe('over')
    expect((await confirm(token, id, data?.number ?? 0)).status.code).toBe('E_NOT_FOUND')
    expect((await open(by)).status.code).toBe('E_LINK')
  })

  test('another member, and another session of the member, confirms no phone', async () => {
    const member = await signUpMember(app)
    const stranger = await signUpMember(app)
    const { id, secret } = await linkOf(member.accessToken)
    const by = secretOf()
    const number = (await claim(secret, by)).data?.number ?? 0
    expect((await confirm(stranger.accessToken, id, number)).status.code).toBe('E_NOT_FOUND')
    expect((await read(stranger.accessToken, id)).status.code).toBe('E_NOT_FOUND')
    const twoDevices = await confirmed()
    const elsewhere = (await open(twoDevices.by)).data?.session?.accessToken ?? ''
    const { id: ownId, secret: ownSecret } = await linkOf(twoDevices.accessToken)
    const claimed = (await claim(ownSecret, secretOf())).data?.number ?? 0
    expect((await confirm(elsewhere, ownId, claimed)).data?.state).toBe('claimed')
  })

  test('a newer link replaces an older one, claimed and confirmed or not', async () => {
    const { accessToken: token, id, by } = await confirmed()
    await linkOf(token)
    expect((await open(by)).status.code).toBe('E_LINK')
    expect((await read(token, id)).status.code).toBe('E_NOT_FOUND')
  })

  test('a link expires after ten minutes, also after it was claimed or confirmed', async () => {
    const { accessToken: token } = await signUpMember(app)
    const { secret, id } = await linkOf(token)
    const { by } = await confirmed()
    now += PHONE_LINK_MS
    expect((await claim(secret, secretOf())).status.code).toBe('E_LINK')
    expect((await read(token, id)).data?.state).toBe('over')
    expect((await open(by)).status.code).toBe('E_LINK')
  })

  test('a new password, signing out everywhere, a sign-out of the computer and a withdrawal end a link', async () => {
    const ends: Record<
      string,
      (member: Awaited<ReturnType<typeof confirmed>>) => Promise<{ status: { code: string } }>
    > = {
      'a new password': ({ accessToken: token }) =>
        app.call(changePassword, { token, body: { currentPassword: PASSWORD, password: 'Gwangalli-2026!' } }),
      'signing out everywhere': ({ accessToken: token }) => app.call(endOthers, { token, body: {} }),
      'a sign-out of the computer': ({ refreshToken }) => app.call(logout, { body: { refreshToken } }),
      'a withdrawal': ({ accessToken: token }) =>
        app.call(signOut, { token, body: { agreeYn: 'Y', password: PASSWORD } }),
    }
    for (const [what, end] of Object.entries(ends)) {
      const member = await confirmed()
      expect([what, (await end(member)).status.code]).toEqual([what, '200'])
      expect([what, (await open(member.by)).status.code]).toEqual([what, 'E_LINK'])
    }
  })

  test('a phone of the same member stays in its session', async () => {
    const first = await confirmed()
    const phone = (await open(first.by)).data?.session?.accessToken ?? ''
    const { id, secret } = await linkOf(first.accessToken)
    const by = secretOf()
    const { data } = await claim(secret, by, phone)
    expect(data?.ownYn).toBe('Y')
    await confirm(first.accessToken, id, data?.number ?? 0)
    expect((await open(by, phone)).data).toEqual({ waitingYn: 'N', session: null, passUid: null })
    expect(await sessionsOf(first.accessToken)).toHaveLength(2)
  })

  test('a phone signed in by a link must prove itself before deleting the account', async () => {
    const { accessToken: computer, memberId, by } = await confirmed()
    await app.deps.db.update(memberTable).set({ passwordHash: null }).where(eq(memberTable.id, memberId))
    const phone = (await open(by)).data?.session?.accessToken ?? ''
    const leave = (token: string) =>
      app.call(signOut, { token, body: { agreeYn: 'Y', loseYn: 'Y' } }).then(({ status }) => status.code)
    expect((await app.call(signOutInfo, { token: phone })).data?.proof).toBe('code')
    expect(await leave(phone)).toBe('E_WITHDRAW_PROOF')
    expect((await app.call(signOutInfo, { token: computer })).data?.proof).toBe('none')
    expect(await leave(computer)).toBe('200')
  })

  test('a phone signed in by a link makes a further link only with the password', async () => {
    const { by } = await confirmed()
    const phone = (await open(by)).data?.session?.accessToken ?? ''
    expect((await create(phone)).status.code).toBe('E_LINK_PROOF')
    expect((await create(phone, { password: PASSWORD })).status.code).toBe('200')
  })

  test('ten links in a row are made, and the eleventh is refused until a minute has passed', async () => {
    const { accessToken: token } = await signUpMember(app)
    for (let nth = 0; nth < 10; nth += 1) expect((await create(token)).status.code).toBe('200')
    expect((await create(token)).status.code).toBe('E_THROTTLED')
    now += 60_000
    expect((await create(token)).status.code).toBe('200')
  })

  test('neither the secret nor the claim is stored', async () => {
    const { secret, by } = await confirmed()
    const stored = JSON.stringify(await app.deps.db.select().from(phoneLinkTable))
    expect(stored).toContain('secretHash')
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(by)
  })
})
