import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/calls/account.ts'
import * as attraction from '#contract/calls/attraction.ts'
import * as inquiry from '#contract/calls/inquiry.ts'
import { myPage } from '#contract/calls/mypage.ts'
import * as profile from '#contract/calls/profile.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { file, fileContent } from '#server/db/schema/file.ts'
import { gift } from '#server/db/schema/gift.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import { mailContent } from '#server/db/schema/mail.ts'
import { member } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { pass } from '#server/db/schema/pass.ts'
import { moneyBack, refund } from '#server/db/schema/refund.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { DECIDED } from '#server/modules/withdrawal/erasure.ts'
import { createMailQueue } from '#server/outside/mail/mailQueue.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { PASSWORD, proveMailbox, signIn, signUpForm, signUpMember, upload, type App } from '../harness/factories.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(drawnEngines())('withdrawal on %s', (engine) => {
  let app: App
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    app = await openApp({ engine, clock: () => (now += 1) })
  })
  afterAll(() => app.close())

  const leave = (token: string, body: unknown = { agreeYn: 'Y', password: PASSWORD }) =>
    app.call(profile.signOut, { token, body: body as never })
  const isIn = async (token: string) => (await app.call(myPage, { token })).status.code === '200'
  const orderOf = (memberId: string, state: 'pending' | 'paid'): typeof order.$inferInsert => ({
    ordUid: crypto.randomUUID(),
    quoteUid: crypto.randomUUID(),
    orderNumber: `HP-${crypto.randomUUID()}`,
    memberId,
    gdsUid: 'pass-24h',
    gdsDtlUid: 'pass-24h-mobile',
    passType: '24H',
    medium: 'mobile',
    passCnt: 1,
    unitPrice: 49_000,
    discount: 0,
    amount: 49_000,
    windowHours: 24,
    cancelDays: 180,
    state,
    method: 'overseas_card',
    locale: 'en',
    buyerName: 'Mei Lin',
    buyerEmail: 'mei@mail.example',
    paymentKey: crypto.randomUUID(),
    orderedAt: now,
  })

  test('a withdrawal is refused without a token, without consent, or without the right password', async () => {
    expect((await app.call(profile.signOut, { body: { agreeYn: 'Y', password: PASSWORD } })).status.code).toBe(
      'E_TOKEN',
    )
    const { accessToken: token } = await signUpMember(app)
    expect((await leave(token, {})).http).toBe(422)
    expect((await leave(token, { agreeYn: 'Y', all: 'Y' })).http).toBe(422)
    expect((await leave(token, { agreeYn: 'N', password: PASSWORD })).status.code).toBe('E_WITHDRAW_AGREE')
    expect((await leave(token, { agreeYn: 'Y' })).status.code).toBe('E_PASSWORD_MISMATCH')
    expect((await leave(token, { agreeYn: 'Y', password: 'Wrong-2026!' })).status.code).toBe('E_PASSWORD_MISMATCH')
    expect(await isIn(token)).toBe(true)
  })

  test('a pending payment, refund or gift of either side blocks a withdrawal, each with its own code', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const tom = await signUpMember(app)
    const code = async ({ accessToken }: { accessToken: string }) => (await leave(accessToken)).status.code
    const bought = orderOf(mei.memberId, 'pending')
    await db.insert(order).values(bought)
    expect(await code(mei)).toBe('E_WITHDRAW_PAYMENT')
    await db.update(order).set({ state: 'paid' }).where(eq(order.ordUid, bought.ordUid))

    const refundUid = crypto.randomUUID()
    await db.insert(refund).values({
      refundUid,
      ordUid: bought.ordUid,
      memberId: mei.memberId,
      state: 'requested',
      desk: true,
      whyCd: 'other',
      etcWhy: 'We fell ill',
      passUids: [],
      amount: 0,
      whole: true,
      requestedAt: now,
    })
    expect(await code(mei)).toBe('E_WITHDRAW_REFUND')
    await db.update(refund).set({ state: 'denied' }).where(eq(refund.refundUid, refundUid))

    const key = crypto.randomUUID()
    await db
      .insert(moneyBack)
      .values({ key, ordUid: bought.ordUid, amount: 1, reason: 'test', state: 'due', askedAt: now })
    expect(await code(mei)).toBe('E_WITHDRAW_REFUND')
    await db.update(moneyBack).set({ state: 'done' }).where(eq(moneyBack.key, key))

    const giftUid = crypto.randomUUID()
    const parties = { senderId: mei.memberId, recipientId: tom.memberId }
    await db
      .insert(gift)
      .values({ giftUid, passUid: crypto.randomUUID(), ...parties, state: 'sent', message: 'For you', sentAt: now })
    expect([await code(mei), await code(tom)]).toEqual(['E_WITHDRAW_GIFT', 'E_WITHDRAW_GIFT'])
    await db.update(gift).set({ state: 'declined' }).where(eq(gift.giftUid, giftUid))

    expect([await code(mei), await code(tom)]).toEqual(['200', '200'])
    await runDueJobs(app.deps)
    // What the records of a purchase do not need is erased from them.
    const [orderRow] = await db.select().from(order).where(eq(order.ordUid, bought.ordUid))
    expect(orderRow).toMatchObject({ buyerName: 'Mei Lin', amount: 49_000 })
    const [refundRow] = await db.select().from(refund).where(eq(refund.refundUid, refundUid))
    expect(refundRow?.etcWhy).toBe('')
    const [sent] = await db.select().from(gift).where(eq(gift.giftUid, giftUid))
    expect(sent?.message).toBe('')
  })

  test("a withdrawal signs out everywhere at once and frees the address, and a job erases the member's data", async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const otherSession = await signIn(app, mei)
    const token = mei.accessToken
    await app.call(attraction.interest, { token, query: { gdsUid: 'taejongdae' } as never, key: crypto.randomUUID() })
    const { email, memberId } = mei
    await app.call(inquiry.insertInquiry, { token, body: { email, content: 'Where is it?' }, key: crypto.randomUUID() })
    const photo = (await upload(app, { token, bytes: PNG })).data?.fileUid ?? ''
    await app.call(profile.update, { token, body: { photo } })
    expect((await db.select().from(idempotency).where(eq(idempotency.owner, memberId))).length).toBeGreaterThan(0)

    const withdrawal = await leave(token)
    expect(withdrawal.data?.erasedBy).toBeLessThanOrEqual(now + DAY_MS)
    expect(String(withdrawal.headers['set-cookie'])).toMatch(/accessToken=;.*Max-Age=0/)
    expect([await isIn(token), await isIn(otherSession.accessToken)]).toEqual([false, false])
    const { refreshToken } = otherSession
    expect((await app.call(account.updateToken, { body: { refreshToken } })).status.code).toBe('E_SESSION')
    expect((await app.call(account.login, { body: { id: email, password: PASSWORD } })).status.code).toBe('E_LOGIN')
    expect((await app.call(account.checkId, { query: { id: email } })).data).toEqual({ useYn: 'Y' })
    const [row] = await db.select().from(member).where(eq(member.id, memberId))
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${email}|Mei|Lin|argon2`))

    await runDueJobs(app.deps)
    expect(await db.select().from(member).where(eq(member.id, memberId))).toEqual([])
    expect(await db.select().from(idempotency).where(eq(idempotency.owner, memberId))).toEqual([])
    expect(await db.select().from(file).where(eq(file.memberId, memberId))).toEqual([])
    expect(await db.select().from(fileContent).where(eq(fileContent.fileUid, photo))).toEqual([])
    now += HOUR_MS
    const certUid = await proveMailbox(app, email)
    const newAccount = await app.call(account.signUp, { body: signUpForm(email, certUid) })
    expect(newAccount.data?.userInfo.memberId).not.toBe(memberId)
  })

  test('a mail that waits for the mail server is gone with its member, and the next owner of the address gets theirs', async () => {
    const { db } = app.deps
    const sent: string[] = []
    let isUp = false
    const mail = createMailQueue(app.deps, {
      send: async ({ to }) => {
        if (!isUp) throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
        sent.push(to)
      },
      close: () => undefined,
    })
    const mei = await signUpMember(app)
    const otherMember = await signUpMember(app)
    await app.deps.mail.deliver()
    const send = (to: string, key: string) =>
      db.transaction((tx) =>
        mail.send({ to, locale: 'en', id: 'welcome', values: {}, key: `${key}:${to}`, until: now + DAY_MS }, tx),
      )
    await send(mei.email, 'waiting')
    await send(mei.email.toUpperCase(), 'waiting')
    await send(otherMember.email, 'waiting')
    await mail.deliver()
    expect((await leave(mei.accessToken, { agreeYn: 'Y', password: 'wrong' })).status.code).toBe('E_PASSWORD_MISMATCH')
    expect(await db.$count(mailContent)).toBe(3)
    expect((await leave(mei.accessToken)).status.code).toBe('200')
    expect((await db.select().from(mailContent)).map(({ to }) => to)).toEqual([otherMember.email])
    await send(mei.email, 'next')
    isUp = true
    now += HOUR_MS
    await mail.deliver()
    await mail.close()
    expect(sent.toSorted()).toEqual([mei.email, otherMember.email].toSorted())
  })

  test('the records of a purchase keep neither the holder nor the name of a pass', async () => {
    const { db } = app.deps
    const mei = await signUpMember(app)
    const bought = orderOf(mei.memberId, 'paid')
    const passUid = crypto.randomUUID()
    await db.insert(order).values(bought)
    await db.insert(pass).values({
      passUid,
      ordUid: bought.ordUid,
      unit: 0,
      orderNumber: bought.orderNumber,
      memberId: mei.memberId,
      gdsUid: 'pass-24h',
      passType: '24H',
      medium: 'mobile',
      holder: 'Mei Lin',
      name: 'Grandma',
      windowHours: 24,
      purchasedAt: now,
      validUntil: now + 1,
    })
    expect((await leave(mei.accessToken)).status.code).toBe('200')
    await runDueJobs(app.deps)
    const [storedPass] = await db.select().from(pass).where(eq(pass.passUid, passUid))
    expect(storedPass).toMatchObject({ orderNumber: bought.orderNumber, memberId: null, holder: '', name: null })
  })

  test('each column that names a member cascades or has a decision what a withdrawal does with it', async () => {
    const naming = await app.deps.db.execute<{ name: string }>(sql`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      where c.table_schema = 'public'
        and (c.column_name like '%member_id' or c.column_name in ('sender_id', 'recipient_id', 'owner', 'author_id'))`)
    const falling = await app.deps.db.execute<{ name: string }>(sql`
      select k.table_name || '.' || k.column_name as name from information_schema.referential_constraints r
      join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
      where r.delete_rule = 'CASCADE'
        and r.unique_constraint_name = (select conname from pg_constraint where conrelid = 'member'::regclass and contype = 'p')`)
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
    const cascade = new Set(names(falling.rows))
    expect(cascade.size).toBeGreaterThan(3)
    const undecided = names(naming.rows).filter((name) => !DECIDED.has(name) && !cascade.has(name))
    expect(undecided).toEqual([])
  })
})
