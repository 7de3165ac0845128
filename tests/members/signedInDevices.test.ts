import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myPage } from '#contract/calls/mypage.ts'
import { copyMyData } from '#contract/calls/profile.ts'
import * as sessions from '#contract/calls/session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { device } from '#server/db/schema/device.ts'
import { pass } from '#server/db/schema/pass.ts'
import { session } from '#server/db/schema/session.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, signIn, signUpMember, type App } from '../harness/factories.ts'

/** The list of devices that a member is signed in on, and the end of one of them (decisions 0305 to 0307). */
describe.each(drawnEngines())('signed-in devices on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 27, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => now })
  })
  afterAll(() => app.close())

  const listOf = async (token: string) => (await app.call(sessions.list, { token })).data?.list ?? []
  const usedAtOf = async (id: string) =>
    (await app.deps.db.select({ usedAt: session.usedAt }).from(session).where(eq(session.id, id)))[0]?.usedAt
  const end = (token: string, id: string) => app.call(sessions.end, { token, params: { id } })

  /** Registers a phone in a session and binds a pass to it. */
  const bindTo = async (sessionId: string | null, memberId: string, voided: 'refund' | null = null) => {
    const [deviceUid, passUid] = [crypto.randomUUID(), crypto.randomUUID()]
    const algorithm = 'Ed25519' as const
    const phone = { deviceUid, memberId, algorithm, publicKey: deviceUid, label: null, registeredAt: now, sessionId }
    await app.deps.db.insert(device).values(phone)
    await app.deps.db.insert(pass).values({
      passUid,
      ordUid: crypto.randomUUID(),
      unit: 0,
      orderNumber: 'HP-261127-0001',
      memberId,
      gdsUid: 'pass-24h',
      passType: '24H',
      medium: 'mobile',
      holder: 'Mei Lin',
      windowHours: 24,
      purchasedAt: now,
      validUntil: now + 30 * DAY_MS,
      voided,
      deviceUid,
      epoch: 1,
      certificate: 'certificate',
      certificateNotAfter: now + DAY_MS,
    })
    return { deviceUid, passUid }
  }
  const boundStateOf = async ({ deviceUid, passUid }: { deviceUid: string; passUid: string }) => {
    const rows = await app.deps.db.select().from(pass).where(eq(pass.passUid, passUid))
    const phones = await app.deps.db.select().from(device).where(eq(device.deviceUid, deviceUid))
    return [rows[0]?.certificate, rows[0]?.epoch, phones.length]
  }
  const SHOWN = ['certificate', 1, 1]
  const TAKEN_OFF = [null, 2, 0]

  test("a device that shows passes stays signed in when another member's token, or none, asks to end it", async () => {
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const id = (await listOf(mei.accessToken))[0]?.id ?? ''
    const bound = await bindTo(id, mei.memberId)
    expect((await app.call(sessions.end, { params: { id } })).status.code).toBe('E_TOKEN')
    expect((await end(tom.accessToken, id)).status.code).toBe('E_NOT_FOUND')
    expect(await boundStateOf(bound)).toEqual(SHOWN)
    expect((await app.call(myPage, { token: mei.accessToken })).status.code).toBe('200')
  })

  test('the end of a session takes the passes off its phone, and off no other', async () => {
    const mei = await signUpMember(app)
    await signIn(app, mei)
    const [first, second] = (await listOf(mei.accessToken)).toSorted((one) => (one.currentYn === 'Y' ? -1 : 1))
    const [mine, lost, earlier] = [
      await bindTo(first?.id ?? '', mei.memberId),
      await bindTo(second?.id ?? '', mei.memberId),
      await bindTo(null, mei.memberId),
    ]
    expect((await end(mei.accessToken, second?.id ?? '')).status.code).toBe('200')
    expect(await boundStateOf(lost)).toEqual(TAKEN_OFF)
    expect(await boundStateOf(mine)).toEqual(SHOWN)
    expect(await boundStateOf(earlier)).toEqual(SHOWN)
  })

  test('the list counts the usable passes of each device, and says null where no phone is registered', async () => {
    const mei = await signUpMember(app)
    await signIn(app, mei)
    const list = await listOf(mei.accessToken)
    const current = list.find(({ currentYn }) => currentYn === 'Y')?.id ?? ''
    await bindTo(current, mei.memberId)
    await bindTo(current, mei.memberId, 'refund')
    const passesOf = Object.fromEntries((await listOf(mei.accessToken)).map(({ id, passes }) => [id, passes]))
    expect(passesOf[current]).toBe(1)
    expect(Object.values(passesOf).toSorted()).toEqual([1, null])
  })

  test('the last use of a session is written once an hour, not by each call', async () => {
    const { accessToken: token } = await signUpMember(app)
    const id = (await listOf(token))[0]?.id ?? ''
    const startedAt = now
    now += HOUR_MS - 1
    expect((await listOf(token))[0]?.seenAt).toBe(startedAt)
    expect(await usedAtOf(id)).toBeNull()
    now += 1
    const usedAt = now
    expect((await listOf(token))[0]?.seenAt).toBe(usedAt)
    now += 30 * MINUTE_MS
    await app.call(myPage, { token })
    expect(await usedAtOf(id)).toBe(usedAt)
  })

  test("a copy of the member's data contains the last use and the session of each phone", async () => {
    const mei = await signUpMember(app)
    now += HOUR_MS
    const id = (await listOf(mei.accessToken))[0]?.id ?? ''
    await bindTo(id, mei.memberId)
    const { data } = await app.call(copyMyData, { token: mei.accessToken, body: { password: PASSWORD } })
    expect(data?.sections.sessions).toEqual([expect.objectContaining({ usedAt: new Date(now).toISOString() })])
    expect(data?.sections.phones).toEqual([expect.objectContaining({ sessionId: id })])
  })
})
