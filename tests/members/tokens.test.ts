import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { changePassword } from '#contract/calls/recovery.ts'
import { HOUR_MS } from '#contract/time.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signIn, signUpMember, type App } from '../harness/factories.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((segment) => JSON.parse(Buffer.from(segment, 'base64url').toString()) as Record<string, unknown>)

describe.each(drawnEngines())('tokens on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const asMember = async (token: string) => (await app.call(myPage, { token })).http
  const refresh = (refreshToken: string) => app.call(account.updateToken, { body: { refreshToken } })

  test('forged, changed, foreign and malformed tokens are refused', async () => {
    const { accessToken, refreshToken } = await signUpMember(app)
    const [header = {}, claims = {}] = partsOf(accessToken)
    const sign = (secret: Uint8Array, overrides: Record<string, unknown> = {}, typ = header.typ as string) =>
      new SignJWT({ ...claims, ...overrides }).setProtectedHeader({ alg: 'HS256', typ }).sign(secret)
    const ours = app.deps.keys.secret('access-token')
    // The forger signs correctly, so each refusal below is due to the fault in the token.
    expect(await asMember(await sign(ours))).toBe(200)
    const bad = {
      nothing: '',
      words: 'let me in',
      'alg none': `${base64({ ...header, alg: 'none' })}.${base64(claims)}.`,
      'a changed claim': `${accessToken.split('.')[0]}.${base64({ ...claims, sub: crypto.randomUUID() })}.${accessToken.split('.')[2]}`,
      'another key': await sign(createHmac('sha256', 'x').digest()),
      'the key of refresh tokens': await sign(app.deps.keys.secret('refresh-token')),
      'another algorithm': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' })
        .sign(Buffer.concat([ours, ours])),
      'another issuer': await sign(ours, { iss: 'x' }),
      'another audience': await sign(ours, { aud: 'harbor-pass/session' }),
      'another type': await sign(ours, {}, 'rt+jwt'),
      'no session': await sign(ours, { sid: undefined }),
      'a session of nobody': await sign(ours, { sid: crypto.randomUUID() }),
      "another member's session": await sign(ours, { sub: crypto.randomUUID() }),
      'no end': await sign(ours, { exp: undefined }),
      'a refresh token': refreshToken,
    }
    for (const [what, token] of Object.entries(bad))
      expect({ what, http: await asMember(token) }).toEqual({ what, http: 400 })
    for (const token of [accessToken, `${refreshToken}x`, 'x', ''])
      expect((await refresh(token)).status.code).toBe('E_SESSION')
    for (const body of [{}, { refreshToken: 7 }, { refreshToken, more: 1 }, { refreshToken: 'x'.repeat(5000) }])
      expect((await app.call(account.updateToken, { body: body as never })).http).toBe(422)
    expect(await asMember(accessToken)).toBe(200)
  })

  test('an access token lives 12 hours, a session kept signed in 30 days at most, and another one 12 hours', async () => {
    const person = await signUpMember(app)
    const session = await signIn(app, person, 'Y')
    const brief = await signIn(app, person, 'N')
    now += 12 * HOUR_MS - 1000
    expect(await asMember(session.accessToken)).toBe(200)
    now += 1000
    expect(await asMember(session.accessToken)).toBe(400)
    expect((await refresh(brief.refreshToken)).status.code).toBe('E_SESSION')
    let { refreshToken } = session
    for (let day = 1; day < 30; day += 1) {
      const next = await refresh(refreshToken)
      expect(next.data?.autoLgnYn).toBe('Y')
      refreshToken = next.data?.refreshToken ?? ''
      now += 24 * HOUR_MS
    }
    now += 12 * HOUR_MS
    expect((await refresh(refreshToken)).status.code).toBe('E_SESSION')
  })

  test('a repeated refresh returns the same successor until that is used; then reuse ends the session', async () => {
    const { refreshToken: first } = await signUpMember(app)
    const second = await refresh(first)
    now += 5000
    const repeated = await refresh(first)
    expect(repeated.data?.refreshToken).toBe(second.data?.refreshToken)
    expect(await asMember(repeated.data?.accessToken ?? '')).toBe(200)
    const third = await refresh(second.data?.refreshToken ?? '')
    expect(third.data?.refreshToken).not.toBe(second.data?.refreshToken)

    expect((await refresh(first)).status.code).toBe('E_SESSION')
    expect(await asMember(third.data?.accessToken ?? '')).toBe(400)
    expect((await refresh(third.data?.refreshToken ?? '')).status.code).toBe('E_SESSION')
  })

  test('twenty tabs that refresh at once get one successor, and it works', async () => {
    const { refreshToken } = await signUpMember(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    const successors = new Set(answers.map(({ data }) => data?.refreshToken))
    expect(successors.size).toBe(1)
    expect((await refresh([...successors][0] ?? '')).status.code).toBe('200')
  })

  test('logout ends this session at once, no other one, and clears the cookies', async () => {
    const person = await signUpMember(app)
    const otherSession = await signIn(app, person)
    const logout = (refreshToken: string) => app.call(account.logout, { body: { refreshToken } })
    expect((await app.call(account.logout, { body: {} as never })).http).toBe(422)
    expect((await logout('garbage')).status.code).toBe('200')
    expect((await logout(person.accessToken)).status.code).toBe('200')
    expect(await asMember(person.accessToken)).toBe(200)

    const renewed = await refresh(person.refreshToken)
    // Any refresh token of the session ends it, also one that was used.
    const out = await logout(person.refreshToken)
    expect(out.headers['set-cookie']).toEqual([
      'accessToken=; Path=/; SameSite=Lax; Max-Age=0',
      'refreshToken=; Path=/; SameSite=Lax; Max-Age=0',
    ])
    expect(await asMember(person.accessToken)).toBe(400)
    expect(await asMember(renewed.data?.accessToken ?? '')).toBe(400)
    expect((await refresh(renewed.data?.refreshToken ?? '')).status.code).toBe('E_SESSION')
    expect((await logout(person.refreshToken)).status.code).toBe('200')
    expect(await asMember(otherSession.accessToken)).toBe(200)
  })

  test('an end token ends its session and authenticates nothing', async () => {
    const person = await signUpMember(app)
    const session = await signIn(app, person)
    const { endToken = '' } = session
    expect(await asMember(endToken)).toBe(400)
    expect((await refresh(endToken)).status.code).toBe('E_SESSION')
    expect((await app.call(changePassword, { body: { accessToken: endToken, password: PASSWORD } })).status.code).toBe(
      'E_SESSION',
    )
    const logout = (token: string) => app.call(account.logout, { body: { refreshToken: token } })
    for (const token of [`${endToken}x`, endToken.replace(/^[^.]+/, base64({ alg: 'none', typ: 'et+jwt' }))])
      expect((await logout(token)).status.code).toBe('200')
    const renewed = await refresh(session.refreshToken)
    expect(renewed.data?.endToken).toBe(endToken)
    expect(await asMember(session.accessToken)).toBe(200)

    expect((await logout(endToken)).status.code).toBe('200')
    expect(await asMember(renewed.data?.accessToken ?? '')).toBe(400)
    expect((await refresh(renewed.data?.refreshToken ?? '')).status.code).toBe('E_SESSION')
    expect(await asMember(person.accessToken)).toBe(200)
    expect((await logout(endToken)).status.code).toBe('200')
  })
})
