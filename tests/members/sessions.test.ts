import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { list as newsfeed } from '#contract/calls/newsfeed.ts'
import { changePassword } from '#contract/calls/profile.ts'
import * as sessions from '#contract/calls/session.ts'
import { DAY_MS } from '#contract/time.ts'
import { device } from '#server/db/schema/device.ts'
import { pass } from '#server/db/schema/pass.ts'
import { labelOf } from '#server/modules/session/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signIn, signUpMember, type App } from '../harness/factories.ts'
import { IPHONE } from '../harness/userAgents.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0.0.0 Mobile Safari/537.36'

test.each([
  [IPHONE, 'Safari · iPhone'],
  [ANDROID, 'Chrome · Android'],
  [`${ANDROID} SamsungBrowser/28.0`, 'Samsung Internet · Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox · Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/142.0.0.0 Safari/537.36', 'Chrome · Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['curl/8.0', null],
  [undefined, null],
])('%j gets the label %j', (userAgent, label) => {
  expect(labelOf(userAgent)).toBe(label)
})

describe.each(drawnEngines())('sessions on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())

  const listOf = async (token: string) => (await app.call(sessions.list, { token })).data?.list ?? []
  const isIn = async (token: string) => (await app.call(myPage, { token })).status.code === '200'
  const from = (email: string, agent: string) =>
    app.call(account.login, { body: { id: email, password: PASSWORD }, headers: { 'user-agent': agent } })

  test('sessions are refused without a token and with unknown fields', async () => {
    const params = { id: crypto.randomUUID() }
    expect((await app.call(sessions.list)).status.code).toBe('E_TOKEN')
    expect((await app.call(sessions.end, { params })).status.code).toBe('E_TOKEN')
    expect((await app.call(sessions.endOthers)).status.code).toBe('E_TOKEN')
    const { accessToken: token } = await signUpMember(app)
    expect((await app.call(sessions.list, { token, query: { all: 'Y' } as never })).http).toBe(422)
    expect((await app.call(sessions.end, { token, params: { id: 'mine' } })).http).toBe(422)
    expect((await app.call(sessions.endOthers, { token, body: { deviceUid: 'this' } })).http).toBe(422)
  })

  test('sessions are listed with label, newest first and the current one marked, and ended ones are not listed', async () => {
    const { accessToken, refreshToken, email } = await signUpMember(app)
    const phone = (await from(email, IPHONE)).data?.accessToken ?? ''
    const list = await listOf(phone)
    expect(list.map(({ label, current }) => [label, current])).toEqual([
      ['Safari · iPhone', true],
      [null, false],
    ])
    expect(list[0]?.startedAt).toBeGreaterThan(list[1]?.startedAt ?? 0)
    expect((await listOf(accessToken)).map(({ current }) => current)).toEqual([false, true])
    await app.call(account.logout, { body: { refreshToken } })
    expect(await listOf(phone)).toHaveLength(1)
  })

  test("a session is ended by its id, and another member's id is answered like an unknown one", async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const phone = (await from(mei.email, IPHONE)).data
    const [young] = await listOf(mei.accessToken)
    const id = young?.id ?? ''
    const end = (token: string, one: string) => app.call(sessions.end, { token, params: { id: one } })
    const [foreign, random] = [await end(tom.accessToken, id), await end(tom.accessToken, crypto.randomUUID())]
    expect(foreign.status.code).toBe('E_NOT_FOUND')
    expect({ ...foreign, headers: null }).toEqual({ ...random, headers: null })
    expect(await isIn(phone?.accessToken ?? '')).toBe(true)

    expect((await end(mei.accessToken, id.toUpperCase())).status.code).toBe('200')
    expect(await isIn(phone?.accessToken ?? '')).toBe(false)
    const { refreshToken = '' } = phone ?? {}
    expect((await app.call(account.updateToken, { body: { refreshToken } })).status.code).toBe('E_SESSION')
    expect(await isIn(mei.accessToken)).toBe(true)
    expect((await end(mei.accessToken, id)).status.code).toBe('E_NOT_FOUND')
  })

  test('endOthers ends all other sessions of this member, and none of another member', async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const otherSessions = [await signIn(app, mei), await signIn(app, mei)]
    const key = crypto.randomUUID()
    const all = () => app.call(sessions.endOthers, { token: mei.accessToken, key })
    expect((await all()).data).toEqual({ ended: 2 })
    expect((await all()).data).toEqual({ ended: 2 })
    expect(await Promise.all(otherSessions.map(({ accessToken }) => isIn(accessToken)))).toEqual([false, false])
    expect(await isIn(mei.accessToken)).toBe(true)
    expect(await isIn(tom.accessToken)).toBe(true)
  })

  test("endOthers and a new password unbind passes from all phones but the caller's", async () => {
    const { db } = app.deps
    const { accessToken: token, memberId } = await signUpMember(app)
    const phones = [crypto.randomUUID(), crypto.randomUUID()]
    const [mine = '', theirs = ''] = phones
    const give = async (deviceUid: string) => {
      const passUid = crypto.randomUUID()
      await db.insert(device).values({
        deviceUid,
        memberId,
        algorithm: 'Ed25519',
        publicKey: deviceUid,
        label: null,
        registeredAt: now,
      })
      await db.insert(pass).values({
        passUid,
        ordUid: crypto.randomUUID(),
        unit: 0,
        orderNumber: 'HP-261121-0001',
        memberId,
        gdsUid: 'pass-24h',
        passType: '24H',
        medium: 'mobile',
        holder: 'Mei Lin',
        windowHours: 24,
        purchasedAt: now,
        validUntil: now + DAY_MS,
        deviceUid,
        epoch: 1,
        certificate: 'certificate',
        certificateNotAfter: now + DAY_MS,
      })
      return passUid
    }
    const passes = [await give(phones[0] ?? ''), await give(phones[1] ?? '')]
    const bound = async () => {
      const rows = await db
        .select({ passUid: pass.passUid, deviceUid: pass.deviceUid, epoch: pass.epoch, certificate: pass.certificate })
        .from(pass)
        .where(eq(pass.memberId, memberId))
      return passes.map((passUid) => {
        const row = rows.find((one) => one.passUid === passUid)
        return [row?.deviceUid, row?.epoch, row?.certificate]
      })
    }
    const unchanged = [mine, 1, 'certificate']
    await app.call(sessions.endOthers, { token, body: { deviceUid: mine } })
    expect(await bound()).toEqual([unchanged, [theirs, 2, null]])
    const body = { currentPassword: PASSWORD, password: 'Gwangalli-2026!' }
    await app.call(changePassword, { token, body: { ...body, deviceUid: mine } })
    expect(await bound()).toEqual([unchanged, [theirs, 2, null]])
    // Without a deviceUid no phone keeps its passes.
    await app.call(sessions.endOthers, { token })
    expect(await bound()).toEqual([
      [mine, 2, null],
      [theirs, 2, null],
    ])
    expect(await db.select().from(device).where(eq(device.memberId, memberId))).toEqual([])
  })

  test('a sign-in from an unknown browser is reported to the member once', async () => {
    const { accessToken, email } = await signUpMember(app)
    const newsCount = async () => {
      const { data } = await app.call(newsfeed, { token: accessToken, query: {} })
      return data?.list.length
    }
    expect(await newsCount()).toBe(0)
    await from(email, IPHONE)
    expect(await newsCount()).toBe(1)
    await from(email, IPHONE)
    expect(await newsCount()).toBe(1)
    await from(email, ANDROID)
    expect(await newsCount()).toBe(2)
  })
})
