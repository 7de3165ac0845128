import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as push from '#contract/calls/push.ts'
import { end, endOthers, list } from '#contract/calls/session.ts'
import { REFRESH_TOKEN_BRIEF_S, REFRESH_TOKEN_S } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { job as jobTable } from '#server/db/schema/job.ts'
import { pushSubscription } from '#server/db/schema/push.ts'
import { session } from '#server/db/schema/session.ts'
import { JOB_KINDS, runDueJobs } from '#server/modules/index.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { openApp } from '../harness/app.ts'
import { drawnEngines } from '../harness/engines.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { openPushService, type PushService } from './pushService.ts'

/** A phone that is signed out, here or from elsewhere, gets no more pushes (security 4.8, decision 0306). */

const START = Date.UTC(2026, 10, 21, 3)
const COUPON = everyLanguage({ en: 'Welcome' })

describe.each(drawnEngines())('pushes to phones that are signed out on %s', (engine) => {
  let app: App
  let service: PushService
  let now = START
  let counted = 0
  beforeAll(async () => {
    service = await openPushService()
    app = await openApp({ engine, clock: () => now, reach: service.reach })
  })
  afterAll(async () => {
    await app.close()
    await service.close()
  })
  beforeEach(async () => {
    now = START
    await app.deps.db.delete(jobTable)
  })

  /** Returns a member with a phone that is subscribed in a session of its own. */
  const withPhone = async (autoLgnYn: 'Y' | 'N') => {
    const member = await signUpMember(app)
    const { accessToken, sessionId = '' } = await signIn(app, member, autoLgnYn)
    const phone = service.makePhone()
    const subscribed = await app.call(push.subscribe, { token: accessToken, body: phone.subscription })
    expect(subscribed.status.code).toBe('200')
    return { ...member, phone, sessionId }
  }
  const issueCoupon = async (memberId: string) => {
    const key = `signed-out-${(counted += 1)}`
    await app.deps.db.transaction((tx) =>
      notifyMember(tx, { memberId, kind: 'coupon_issued', key, values: { coupon: COUPON }, at: now }),
    )
    await runDueJobs(app.deps)
  }
  const runHourly = async (kind: string) => {
    const job = JOB_KINDS.find((each) => each.kind === kind)
    if (!job || !('run' in job)) throw new Error(`${kind} is no recurring job`)
    await job.run(app.deps)
  }
  const subscriptionsOf = (memberId: string) =>
    app.deps.db.$count(pushSubscription, eq(pushSubscription.memberId, memberId))
  const hasSession = async (id: string) => (await app.deps.db.$count(session, eq(session.id, id))) === 1

  test.each([
    ['before', ['push-forget', 'session-forget']],
    ['after', ['session-forget', 'push-forget']],
    ['without', ['session-forget']],
  ])(
    'a phone that was signed out from elsewhere gets nothing once its session is deleted, %s the deletion of its subscription',
    async (_order, kinds) => {
      const { memberId, accessToken, phone, sessionId } = await withPhone('Y')
      await issueCoupon(memberId)
      expect(phone.messages()).toHaveLength(1)
      const { data } = await app.call(list, { token: accessToken })
      expect(data?.list.map(({ id }) => id)).toContain(sessionId)
      expect((await app.call(end, { token: accessToken, params: { id: sessionId } })).status.code).toBe('200')
      now += 61 * DAY_MS
      for (const kind of kinds) await runHourly(kind)
      expect(await hasSession(sessionId)).toBe(false)
      await issueCoupon(memberId)
      expect(phone.asked()).toBe(1)
      expect(await subscriptionsOf(memberId)).toBe(kinds.includes('push-forget') ? 0 : 1)
    },
  )

  test('signing out all other devices also ends the pushes to a phone whose session has expired', async () => {
    const { memberId, email, password, phone } = await withPhone('Y')
    now += REFRESH_TOKEN_S * 1000 + DAY_MS
    const { accessToken } = await signIn(app, { email, password })
    expect((await app.call(endOthers, { token: accessToken, body: {} })).data).toMatchObject({ ended: 0 })
    await issueCoupon(memberId)
    expect(phone.asked()).toBe(0)
  })

  test('without “keep me signed in” a phone gets nothing once its session has expired; with it, it still gets news', async () => {
    const brief = await withPhone('N')
    const lasting = await withPhone('Y')
    now += REFRESH_TOKEN_BRIEF_S * 1000 - 1
    await issueCoupon(brief.memberId)
    await runHourly('push-forget')
    expect(brief.phone.messages()).toHaveLength(1)
    expect(await subscriptionsOf(brief.memberId)).toBe(1)
    now += 1
    await issueCoupon(brief.memberId)
    expect(brief.phone.asked()).toBe(1)
    await runHourly('push-forget')
    expect(await subscriptionsOf(brief.memberId)).toBe(0)

    now = START + REFRESH_TOKEN_S * 1000 + DAY_MS
    await runHourly('push-forget')
    await issueCoupon(lasting.memberId)
    expect(lasting.phone.messages()).toHaveLength(1)
    expect(await subscriptionsOf(lasting.memberId)).toBe(1)
  })

  test('a push that waits for its push service is not sent once the session has expired', async () => {
    const { memberId, phone } = await withPhone('N')
    now += REFRESH_TOKEN_BRIEF_S * 1000 - 1
    service.answer({ status: 429, headers: { 'retry-after': '600' } })
    await issueCoupon(memberId)
    expect(phone.asked()).toBe(1)
    now += 10 * 60_000
    await runDueJobs(app.deps)
    expect(phone.asked()).toBe(1)
  })
})
