import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, updateToken } from '#contract/calls/account.ts'
import * as push from '#contract/calls/push.ts'
import type { Locale } from '#contract/locales.ts'
import { SECOND_MS } from '#contract/time.ts'
import { member } from '#server/db/schema/member.ts'
import { order } from '#server/db/schema/order.ts'
import { session } from '#server/db/schema/session.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { translate } from '#server/texts.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { freshEmail, mailsTo, proveMailbox, signIn, signUpForm, type App } from '../harness/factories.ts'
import { readLetter } from '../harness/mailbox.ts'
import { openPushService, type PushService } from '../news/pushService.ts'

/** The language of mails to members, which outlasts their sessions. */

describe.each(drawnEngines())('a mail to a member whose sessions were deleted, on %s', (engine) => {
  let app: App
  let service: PushService
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    service = await openPushService()
    app = await openApp({ engine, clock: () => (now += SECOND_MS), reach: service.reach })
  })
  afterAll(async () => {
    await app.close()
    await service.close()
  })

  const joined = async (locale: Locale) => {
    const email = freshEmail()
    const body = signUpForm(email, await proveMailbox(app, email))
    const { data } = await app.call(signUp, { body, locale })
    if (!data) throw new Error('no member')
    return { email, password: body.password, memberId: data.userInfo.memberId, ...data }
  }
  type Joined = Awaited<ReturnType<typeof joined>>
  const forgetSessions = ({ memberId }: Joined) => app.deps.db.delete(session).where(eq(session.memberId, memberId))
  /** Returns the languages in which mails about a declined gift were written to a member. */
  const languageOfNext = async ({ email, memberId }: Joined): Promise<string[]> => {
    const key = `gift_declined:${randomUUID()}`
    const values = { pass: '48H', recipient: 'Tom Park' } as const
    await app.deps.db.transaction((tx) => notifyMember(tx, { memberId, kind: 'gift_declined', key, values, at: now }))
    await runDueJobs(app.deps)
    const [subject] = (await mailsTo(app, email)).map((mail) => readLetter(mail).subject).slice(-1)
    return (['en', 'ko', 'jp'] as const).filter((one) => translate(one, 'news.gift_declined.title', values) === subject)
  }

  test('is in the language of the sign-up', async () => {
    const buyer = await joined('jp')
    await forgetSessions(buyer)
    expect(await languageOfNext(buyer)).toEqual(['jp'])
  })

  test('is in the language of the last sign-in', async () => {
    const buyer = await joined('jp')
    await signIn(app, buyer)
    await forgetSessions(buyer)
    expect(await languageOfNext(buyer)).toEqual(['en'])
  })

  test('is in the language in which a phone has subscribed to pushes since', async () => {
    const buyer = await joined('jp')
    const body = service.makePhone().subscription
    const { status } = await app.call(push.subscribe, { token: buyer.accessToken, body, locale: 'ko' })
    expect(status.code).toBe('200')
    expect(await languageOfNext(buyer)).toEqual(['ko'])
    await forgetSessions(buyer)
    expect(await languageOfNext(buyer)).toEqual(['ko'])
  })

  test('is in the language of the last renewal of a session whose language has changed', async () => {
    const buyer = await joined('jp')
    const second = await signIn(app, buyer)
    // No language is named, which says nothing; the session of the sign-up is in Japanese as before.
    await app.call(updateToken, { body: { refreshToken: second.refreshToken } })
    const { data } = await app.call(updateToken, { body: { refreshToken: buyer.refreshToken }, locale: 'jp' })
    expect(await languageOfNext(buyer)).toEqual(['en'])
    await app.call(updateToken, { body: { refreshToken: data?.refreshToken ?? '' }, locale: 'ko' })
    expect(await languageOfNext(buyer)).toEqual(['ko'])
    await forgetSessions(buyer)
    expect(await languageOfNext(buyer)).toEqual(['ko'])
  })

  test('is in the language of the last order when no other is stored, and in English without one', async () => {
    const buyer = await joined('jp')
    await forgetSessions(buyer)
    await app.deps.db.update(member).set({ locale: null, localeAt: null }).where(eq(member.id, buyer.memberId))
    expect(await languageOfNext(buyer)).toEqual(['en'])
    await app.deps.db.insert(order).values({
      ordUid: randomUUID(),
      quoteUid: randomUUID(),
      orderNumber: `HP-${randomUUID().slice(0, 8)}`,
      memberId: buyer.memberId,
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
      state: 'paid',
      method: 'overseas_card',
      locale: 'ko',
      buyerName: 'Mei Lin',
      buyerEmail: buyer.email,
      paymentKey: randomUUID(),
      orderedAt: now,
    })
    expect(await languageOfNext(buyer)).toEqual(['ko'])
  })
})
