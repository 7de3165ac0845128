import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as passkey from '#contract/calls/passkey.ts'
import { changePassword, signOut } from '#contract/calls/profile.ts'
import { endOthers, list as listSessions } from '#contract/calls/session.ts'
import { PASSKEY_CHALLENGE_MS } from '#contract/limits.ts'
import { passkey as passkeyTable, passkeyChallenge } from '#server/db/schema/passkey.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import type { Misbehaviour } from '../harness/authenticator.ts'
import { drawnEngines } from '../harness/engines.ts'
import { mailsTo, PASSWORD, signUpMember, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { passkeyCalls } from '../harness/passkeys.ts'
import { IPHONE } from '../harness/userAgents.ts'

describe.each(drawnEngines())('signing in by a passkey on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  let calls: ReturnType<typeof passkeyCalls>
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
    calls = passkeyCalls(app)
  })
  afterAll(() => app.close())

  const signInBy = (body: object) => app.call(passkey.signIn, { body: body as never })
  const codeOf = async (answer: Promise<{ status: { code: string } }>) => (await answer).status.code
  const subjectsOf = async (email: string) => {
    await runDueJobs(app.deps)
    return (await mailsTo(app, email)).map((mail) => readLetter(mail).subject)
  }

  test('an unknown passkey and malformed answers are refused', async () => {
    const { accessToken: token } = await signUpMember(app)
    const { passkey: unknown } = calls.device.make(await calls.optionsFor(token))
    expect(await codeOf(calls.signIn(unknown))).toBe('E_PASSKEY')
    expect((await signInBy({ credentialId: 'AAAA' })).http).toBe(422)
    const { owned } = await calls.owner()
    const signed = calls.device.sign(owned, await calls.signInOptions())
    expect((await signInBy({ ...signed, id: 'x' })).http).toBe(422)
    expect(await codeOf(signInBy({ ...signed, authenticatorData: 'AAAA' }))).toBe('E_PASSKEY')
    expect(await codeOf(signInBy({ ...signed, clientData: 'AAAA' }))).toBe('E_PASSKEY')
  })

  const faults: [string, Misbehaviour][] = [
    ['another origin', { origin: 'https://harbor-pass.example' }],
    ['another port of the same host', { origin: 'http://localhost:1' }],
    ['another site', { rpId: 'harbor-pass.example' }],
    ['no check of the person', { isVerified: false }],
    ['a key that is being made', { type: 'webauthn.create' }],
  ]
  test.each(faults)('a signature is refused for %s', async (_name, wrong) => {
    const { owned, accessToken: token } = await calls.owner()
    expect(await codeOf(calls.signIn(owned, wrong))).toBe('E_PASSKEY')
    expect((await app.call(listSessions, { token })).data?.list).toHaveLength(1)
    expect(await codeOf(calls.signIn(owned))).toBe('200')
  })

  test('an altered signature, altered data, another passkey’s signature and another’s handle are refused', async () => {
    const { owned } = await calls.owner()
    const stranger = await calls.owner()
    const signed = calls.device.sign(owned, await calls.signInOptions())
    const altered = Buffer.from(signed.signature, 'base64url')
    altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1)
    expect(await codeOf(signInBy({ ...signed, signature: altered.toString('base64url') }))).toBe('E_PASSKEY')
    const data = Buffer.from(signed.authenticatorData, 'base64url')
    data.writeUInt32BE(7, 33)
    expect(await codeOf(signInBy({ ...signed, authenticatorData: data.toString('base64url') }))).toBe('E_PASSKEY')
    expect(await codeOf(signInBy({ ...signed, credentialId: stranger.owned.credentialId }))).toBe('E_PASSKEY')
    const { userHandle } = await calls.optionsFor(stranger.accessToken)
    expect(await codeOf(signInBy({ ...signed, userHandle }))).toBe('E_PASSKEY')
    expect(await codeOf(signInBy(signed))).toBe('200')
  })

  test('a challenge is refused that is unknown, used, expired, or for adding', async () => {
    const { owned, accessToken: token } = await calls.owner()
    const options = await calls.signInOptions()
    const by = (challenge: string) => codeOf(signInBy(calls.device.sign(owned, { ...options, challenge })))
    expect(await by(randomBytes(32).toString('base64url'))).toBe('E_PASSKEY_EXPIRED')
    expect(await by((await calls.optionsFor(token)).challenge)).toBe('E_PASSKEY_EXPIRED')
    expect(await by(options.challenge)).toBe('200')
    expect(await by(options.challenge)).toBe('E_PASSKEY_EXPIRED')
    const { challenge } = await calls.signInOptions()
    now += PASSKEY_CHALLENGE_MS
    expect(await by(challenge)).toBe('E_PASSKEY_EXPIRED')
  })

  test('a count that does not rise is refused, also one that falls to zero', async () => {
    const counting = passkeyCalls(app, { counts: true })
    const { owned } = await counting.owner()
    expect(await codeOf(counting.signIn(owned))).toBe('200')
    for (const signCount of [0, 1, owned.signCount])
      expect(await codeOf(counting.signIn(owned, { signCount }))).toBe('E_PASSKEY')
    expect(await codeOf(counting.signIn(owned, { signCount: 90 }))).toBe('200')
    expect(await codeOf(counting.signIn(owned, { signCount: 89 }))).toBe('E_PASSKEY')
  })

  test('a passkey opens the session that a password opens, with its cookies, and a letter about a new device', async () => {
    const { owned, email, accessToken: token } = await calls.owner()
    await app.call(account.login, { body: { id: email, password: PASSWORD }, headers: { 'user-agent': 'Chrome/142' } })
    const { data, headers } = await calls.signIn(owned, {}, { 'user-agent': IPHONE })
    expect(data).toMatchObject({ autoLgnYn: 'N', userInfo: { email } })
    expect(data).not.toHaveProperty('mustChangeYn')
    expect((await app.call(myPage, { token: data?.accessToken ?? '' })).data?.email).toBe(email)
    const cookies = [headers['set-cookie']].flat().join('\n')
    for (const name of ['accessToken=', 'refreshToken=', 'knownPhone=']) expect(cookies).toContain(name)
    const sessions = (await app.call(listSessions, { token })).data?.list ?? []
    expect(sessions.map(({ label }) => label)).toContain('Safari · iPhone')
    expect(await subjectsOf(email)).toContain(translate('en', 'news.sign_in_new_device.title'))
    const [listed] = await calls.listOf(token)
    expect(listed?.usedAt).toBeGreaterThan(listed?.addedAt ?? now)
  })

  test('“keep me signed in” counts as for a password', async () => {
    const { owned } = await calls.owner()
    const signed = calls.device.sign(owned, await calls.signInOptions())
    const { data, headers } = await signInBy({ ...signed, autoLgnYn: 'Y' })
    expect(data?.autoLgnYn).toBe('Y')
    expect([headers['set-cookie']].flat().join('\n')).toMatch(/refreshToken=[^;]+;[^\n]*Max-Age=2592000/)
  })

  test('a passkey of a member who has withdrawn is answered like an unknown one, and erased with the member', async () => {
    const { owned, accessToken: token, memberId } = await calls.owner()
    await calls.optionsFor(token)
    expect(await codeOf(app.call(signOut, { token, body: { agreeYn: 'Y', password: PASSWORD } }))).toBe('200')
    expect(await codeOf(calls.signIn(owned))).toBe('E_PASSKEY')
    await runDueJobs(app.deps)
    const { db } = app.deps
    expect(await db.select().from(passkeyTable).where(eq(passkeyTable.memberId, memberId))).toEqual([])
    expect(await db.select().from(passkeyChallenge).where(eq(passkeyChallenge.memberId, memberId))).toEqual([])
    expect(await codeOf(calls.signIn(owned))).toBe('E_PASSKEY')
  })

  test('a passkey outlasts a new password and signing out everywhere, and the letter about the password says so', async () => {
    const { owned, accessToken: token, email } = await calls.owner()
    const body = { currentPassword: PASSWORD, password: 'Gwangalli-2026!' }
    expect(await codeOf(app.call(changePassword, { token, body }))).toBe('200')
    expect(await codeOf(app.call(endOthers, { token, body: {} }))).toBe('200')
    expect(await codeOf(calls.signIn(owned))).toBe('200')
    const letters = (await mailsTo(app, email)).map(readLetter)
    const letter = letters.find(({ subject }) => subject === translate('en', 'mail.passwordChanged.subject'))
    expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain(translate('en', 'mail.passwordChanged.passkeys'))
  })

  test('challenges and failures of one network are slowed down; sign-ins that succeed are not counted', async () => {
    const { owned } = await calls.owner()
    const ip = '192.0.2.7'
    const from = async (signed: object) => codeOf(app.call(passkey.signIn, { body: signed as never, ip }))
    for (let nth = 0; nth < 61; nth += 1)
      expect(await from(calls.device.sign(owned, await calls.signInOptions()))).toBe('200')
    const bad = { ...calls.device.sign(owned, await calls.signInOptions()), signature: 'AAAA' }
    for (let nth = 0; nth < 60; nth += 1) expect(await from(bad)).toBe('E_PASSKEY')
    expect(await from(bad)).toBe('E_THROTTLED')
    expect(await codeOf(calls.signIn(owned))).toBe('200')
    const ask = () => codeOf(app.call(passkey.signInOptions, { ip: '192.0.2.200' }))
    let challengeCount = 0
    while ((await ask()) === '200') challengeCount += 1
    expect(challengeCount).toBe(240)
  })
})
