import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cert from '#contract/calls/cert.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import { FRESH_SIGN_IN_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { card } from '#server/db/schema/card.ts'
import { member } from '#server/db/schema/member.ts'
import { pass } from '#server/db/schema/pass.ts'
import { reservation } from '#server/db/schema/reservation.ts'
import { storedCard } from '#server/modules/card/hashes.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { codeFor, PASSWORD, signUpMember, type App } from '../harness/factories.ts'

describe.each(drawnEngines())('what a withdrawal loses, on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())

  const leave = (token: string, body: unknown = { agreeYn: 'Y', password: PASSWORD }) =>
    app.call(profile.signOut, { token, body: body as never })
  const isIn = async (token: string) => (await app.call(myPage, { token })).status.code === '200'
  const reservationOf = (memberId: string, overrides: Partial<typeof reservation.$inferInsert>) => ({
    rsvtUid: crypto.randomUUID(),
    rsvtNumber: `HR-${crypto.randomUUID()}`,
    memberId,
    quoteUid: crypto.randomUUID(),
    ordUid: crypto.randomUUID(),
    gdsUid: 'stanford-inn-busan',
    gdsDtlUid: 'stanford-inn-busan-r1',
    gdsTycd: 'hotel',
    priceSn: 'x',
    goodsCnt: 1,
    amount: 85_000,
    state: 'confirmed' as const,
    confirmation: 'instant' as const,
    startsAt: now + HOUR_MS,
    endsAt: now + 7_200_000,
    holdUntil: now,
    guestName: 'Mei Lin',
    guestEmail: 'mei@mail.example',
    reservedAt: now,
    ...overrides,
  })
  const passOf = (memberId: string, overrides: Partial<typeof pass.$inferInsert> = {}) => ({
    passUid: crypto.randomUUID(),
    ordUid: crypto.randomUUID(),
    unit: 0,
    orderNumber: 'HP-261121-TEST',
    memberId,
    gdsUid: 'pass-24h-card',
    passType: '24H' as const,
    medium: 'card' as const,
    holder: 'Mei Lin',
    windowHours: 24,
    purchasedAt: now,
    validUntil: now + DAY_MS,
    ...overrides,
  })
  const withdrawalInfo = async (token: string) => (await app.call(profile.signOutInfo, { token })).data

  test('a withdrawal is refused while a paid reservation is upcoming, requested, or owed a refund', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const code = async () =>
      (await leave(mei.accessToken, { agreeYn: 'Y', loseYn: 'Y', password: PASSWORD })).status.code
    const row = reservationOf(mei.memberId, {})
    await db.insert(reservation).values(row)
    const set = (changes: Partial<typeof reservation.$inferInsert>) =>
      db.update(reservation).set(changes).where(eq(reservation.rsvtUid, row.rsvtUid))
    expect(await code()).toBe('E_WITHDRAW_BOOKING')
    expect(await withdrawalInfo(mei.accessToken)).toMatchObject({ blocks: ['E_WITHDRAW_BOOKING'], reservations: [] })
    await set({ state: 'requested', startsAt: now - 1_000 })
    expect(await code()).toBe('E_WITHDRAW_BOOKING')
    await set({ state: 'cancel_asked' })
    expect(await code()).toBe('E_WITHDRAW_REFUND')
    await set({ state: 'cancelled' })
    expect(await withdrawalInfo(mei.accessToken)).toMatchObject({
      blocks: [],
      reservations: [],
      passes: [],
      proof: 'password',
    })
    expect(await code()).toBe('200')
  })

  test('a withdrawal names the passes and reservations that are lost and needs consent, and leaves out those that are over', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const token = mei.accessToken
    const activatedAt = now
    const [unused, running] = [
      passOf(mei.memberId, { name: 'Grandma' }),
      passOf(mei.memberId, { activatedAt, purchasedAt: now + 1 }),
    ]
    await db
      .insert(pass)
      .values([
        unused,
        running,
        passOf(mei.memberId, { validUntil: now - 1 }),
        passOf(mei.memberId, { voided: 'refund' }),
        passOf(mei.memberId, { activatedAt: now - DAY_MS }),
      ])
    const stay = reservationOf(mei.memberId, { startsAt: now - 1_000 })
    await db.insert(reservation).values([stay, reservationOf(mei.memberId, { startsAt: now - 2_000, endsAt: now - 1 })])
    expect(await withdrawalInfo(token)).toMatchObject({
      passes: [
        { passUid: unused.passUid, name: 'Grandma', state: 'unused', expiresAt: null },
        { passUid: running.passUid, state: 'in_use', expiresAt: activatedAt + DAY_MS },
      ],
      reservations: [{ rsvtUid: stay.rsvtUid, rsvtNumber: stay.rsvtNumber }],
      blocks: [],
      coupons: 0,
      points: 0,
    })
    expect((await leave(token)).status.code).toBe('E_WITHDRAW_LOSS')
    expect((await leave(token, { agreeYn: 'Y', loseYn: 'N', password: PASSWORD })).status.code).toBe('E_WITHDRAW_LOSS')
    expect(await isIn(token)).toBe(true)
    expect((await leave(token, { agreeYn: 'Y', loseYn: 'Y', password: PASSWORD })).status.code).toBe('200')
  })

  test('a redeemed voucher neither blocks a withdrawal nor counts as lost, until its scan is undone', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const running = reservationOf(mei.memberId, { startsAt: now - 1_000 })
    const upcoming = reservationOf(mei.memberId, {})
    await db.insert(reservation).values([running, upcoming])
    const redeem = (rsvtUid: string, usedAt: number | null) =>
      db.update(reservation).set({ usedAt }).where(eq(reservation.rsvtUid, rsvtUid))
    expect(await withdrawalInfo(mei.accessToken)).toMatchObject({
      blocks: ['E_WITHDRAW_BOOKING'],
      reservations: [{ rsvtUid: running.rsvtUid }],
    })
    await redeem(upcoming.rsvtUid, now)
    await redeem(running.rsvtUid, now)
    expect(await withdrawalInfo(mei.accessToken)).toMatchObject({ blocks: [], reservations: [] })
    await redeem(upcoming.rsvtUid, null)
    expect((await leave(mei.accessToken)).status.code).toBe('E_WITHDRAW_BOOKING')
    await redeem(upcoming.rsvtUid, now)
    await redeem(running.rsvtUid, null)
    expect((await leave(mei.accessToken)).status.code).toBe('E_WITHDRAW_LOSS')
    await redeem(running.rsvtUid, now)
    expect((await leave(mei.accessToken)).status.code).toBe('200')
  })

  test('a withdrawal blocks the cards of the passes that are lost', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const lost = passOf(mei.memberId, { collectedAt: now })
    const otherPass = passOf(crypto.randomUUID(), { collectedAt: now })
    await db.insert(pass).values([lost, otherPass])
    const cardOf = (passUid: string, cardNumber: string) => ({
      ...storedCard(app.deps.keys, { cardNum: cardNumber, qr: `HPCARD${cardNumber}` }),
      gdsUid: 'pass-24h-card',
      state: 'live' as const,
      passUid,
    })
    await db
      .insert(card)
      .values([cardOf(lost.passUid, '9999000012340001'), cardOf(otherPass.passUid, '9999000012340002')])
    expect((await leave(mei.accessToken, { agreeYn: 'Y', loseYn: 'Y', password: PASSWORD })).status.code).toBe('200')
    const states = await db.select({ passUid: card.passUid, state: card.state }).from(card)
    expect(states).toContainEqual({ passUid: lost.passUid, state: 'blocked' })
    expect(states).toContainEqual({ passUid: otherPass.passUid, state: 'live' })
  })

  test('without a password, an old token alone withdraws nothing; a mailed code or a fresh sign-in does', async () => {
    const { db } = app.deps
    const withoutPassword = async () => {
      const one = await signUpMember(app)
      await db.update(member).set({ passwordHash: null }).where(eq(member.id, one.memberId))
      return one
    }
    const [mei, tom] = [await withoutPassword(), await withoutPassword()]
    expect(await withdrawalInfo(tom.accessToken)).toMatchObject({ proof: 'none' })
    expect((await leave(tom.accessToken, { agreeYn: 'Y' })).status.code).toBe('200')
    now += FRESH_SIGN_IN_MS
    const token = mei.accessToken
    expect(await withdrawalInfo(token)).toMatchObject({ proof: 'code' })
    expect((await leave(token, { agreeYn: 'Y' })).status.code).toBe('E_WITHDRAW_PROOF')
    expect((await leave(token, { agreeYn: 'Y', password: 'anything' })).status.code).toBe('E_WITHDRAW_PROOF')
    // A code for signing up does not prove a withdrawal.
    now += 60_000
    await app.call(cert.sendMail, { body: { email: mei.email } })
    const join = await codeFor(app, mei.email)
    expect((await leave(token, { agreeYn: 'Y', code: join })).status.code).toBe('E_CERT_EXPIRED')
    expect((await app.call(profile.signOutCode, { token })).status.code).toBe('200')
    const code = await codeFor(app, mei.email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await leave(token, { agreeYn: 'Y', code: wrong })).status.code).toBe('E_CERT_MISMATCH')
    expect((await app.call(profile.signOutCode, { token })).status.code).toBe('E_CERT_WAIT')
    expect((await leave(token, { agreeYn: 'Y', code })).status.code).toBe('200')
    expect(await isIn(token)).toBe(false)
  })
})
