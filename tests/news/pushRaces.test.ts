import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/calls/account.ts'
import * as push from '#contract/calls/push.ts'
import { pushSubscription } from '#server/db/schema/push.ts'
import { JOB_KINDS } from '#server/modules/index.ts'
import { openApp } from '../harness/app.ts'
import { signIn, signUpMember, type App } from '../harness/factories.ts'
import { openRace } from '../harness/race.ts'
import { openPushService, type PushService } from './pushService.ts'

describe('races of subscriptions to pushes on postgres', () => {
  const race = openRace()
  let app: App
  let service: PushService
  let now = Date.UTC(2026, 10, 21, 3)
  beforeAll(async () => {
    service = await openPushService()
    app = await openApp({ engine: 'postgres', clock: () => (now += 1), reach: service.reach })
    race.whileWaiting(() => app.deps.db.execute('select 1'))
  })
  afterEach(() => race.restoreGuards())
  afterAll(async () => {
    race.close()
    await app.close()
    await service.close()
  })

  const url = () => app.deps.config.databaseUrl ?? ''
  const forget = async (): Promise<void> => {
    for (const kind of JOB_KINDS) if (kind.kind === 'push-forget' && 'everyMs' in kind) await kind.run(app.deps)
  }

  /** A phone that was signed out subscribes in its next session while `push-forget` deletes; returns its subscriptions. */
  const subscribeWhileForgetting = async (): Promise<number> => {
    const member = await signUpMember(app)
    const { subscription } = service.makePhone()
    const subscribe = async (token: string) =>
      (await app.call(push.subscribe, { token, body: subscription })).status.code
    expect(await subscribe(member.accessToken)).toBe('200')
    await app.call(logout, { body: { refreshToken: member.refreshToken } })
    const { accessToken } = await signIn(app, member)
    const isThisPhone = eq(pushSubscription.endpoint, subscription.endpoint)
    expect(await app.deps.db.$count(pushSubscription, isThisPhone)).toBe(1)
    const lock = {
      text: 'select 1 from push_subscription where endpoint = $1 for update',
      values: [subscription.endpoint],
    }
    return race.whileHeld(url(), lock, async (release) => {
      const subscribing = subscribe(accessToken)
      await race.waitForLocks(url(), 1)
      const forgetting = forget()
      await race.waitForLocks(url(), 2)
      await release()
      expect(await subscribing).toBe('200')
      await forgetting
      return app.deps.db.$count(pushSubscription, isThisPhone)
    })
  }
  test('a phone that subscribes in its next session while signed-out phones are deleted stays subscribed', async () => {
    expect(await subscribeWhileForgetting()).toBe(1)
  })
  test('twin: with a deletion by row in place of the session, the phone loses its subscription', async () => {
    const guard = race.without(
      /where "push_subscription"\."session_id" in \(select "session_id" from/,
      'where "push_subscription"."id" in (select "id" from',
    )
    expect(await subscribeWhileForgetting()).toBe(0)
    expect(guard.count).toBeGreaterThan(0)
  })
})
