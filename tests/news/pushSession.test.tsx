import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as sessions from '#contract/calls/session.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { subscribePush, usePushOwner } from '#data/push.ts'
import { renewPush, usePushState } from '#pwa/push.ts'
import { usePushLanguage } from '#routes/-shell/pushLanguage.ts'
import { pushSubscription } from '#server/db/schema/push.ts'
import { runDueJobs } from '#server/modules/index.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { openApp } from '../harness/app.ts'
import { createTestClock, koreanNoon } from '../harness/clock.ts'
import { signIn, type App } from '../harness/factories.ts'
import { everyLanguage } from '../harness/languages.ts'
import { waitUntil } from '../harness/tabs.ts'
import { phonesOf } from '../offline/server/phones.ts'
import { openPushService, type PushService } from './pushService.ts'

// Only the globals that React needs to render. A whole jsdom environment would replace globals that the server uses.
const added = await vi.hoisted(async () => {
  const { builtinEnvironments } = await import('vitest/runtime')
  const page = {} as typeof globalThis
  await builtinEnvironments.jsdom.setup(page, {})
  const { document, localStorage, addEventListener, removeEventListener } = page
  Object.assign(globalThis, { window: globalThis, document, addEventListener, removeEventListener })
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true })
  return ['window', 'document', 'addEventListener', 'removeEventListener', 'localStorage'] as const
})

/** A phone whose session was ended elsewhere gets pushes again after the next sign-in. */

const clock = createTestClock(koreanNoon())
const COUPON = everyLanguage({ en: 'Welcome', jp: 'ようこそ' })
let app: App
let service: PushService
let unmount: () => void = () => undefined
beforeAll(async () => {
  service = await openPushService()
  app = await openApp({ engine: 'embedded', clock: clock.wall, reach: service.reach })
})
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
  localStorage.clear()
})
afterAll(async () => {
  await app.close()
  await service.close()
  for (const name of added) Reflect.deleteProperty(globalThis, name)
})

/** Stubs the browser's side of Web Push: `subscribe` succeeds at once; `replace` is what a push service may do. */
const stubBrowser = () => {
  let phone = service.makePhone()
  const subscription = { toJSON: () => phone.subscription }
  let subscribed: typeof subscription | null = null
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => (subscribed = subscription),
  }
  const registration = { pushManager }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { userAgent: 'Android', maxTouchPoints: 5, onLine: true, serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  const replace = () => (phone = service.makePhone())
  return { messages: () => phone.messages(), replace }
}

/** Renders a page that follows the session. Returns a getter of its push state. */
const openPage = () => {
  let push: ReturnType<typeof usePushState> | undefined
  function Page(): ReactNode {
    usePushLanguage()
    push = usePushState(usePushOwner())
    return null
  }
  const root = createRoot(document.createElement('div'))
  unmount = () => root.unmount()
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Page />
      </I18nProvider>,
    ),
  )
  return () => push
}

/** Subscribes a phone in a page; `reopen` opens the page anew, `issueCoupon` has our server push. */
const subscribedPhone = async () => {
  const phone = stubBrowser()
  const { member, network, tab, enter } = await phonesOf(app, clock).visitor()
  const { memberId } = member
  let issued = 0
  const issueCoupon = async () => {
    const key = `coupon-${memberId}-${(issued += 1)}`
    const at = clock.wall()
    await app.deps.db.transaction((tx) =>
      notifyMember(tx, { memberId, kind: 'coupon_issued', key, values: { coupon: COUPON }, at }),
    )
    await runDueJobs(app.deps)
  }
  const subscribeCount = () => network.receivedRequests.filter(({ path }) => path === '/push/subscribe').length
  /** A request counts when it is received; the server stores the subscription before it answers. */
  const isStored = (count: number) => subscribeCount() === count && network.underWay() === 0
  let push = openPage()
  await waitUntil(() => push()?.state === 'off', 'the browser’s answer')
  expect(await push()?.turnOn('key', async (subscribed) => (await subscribePush(subscribed)).ok)).toBe('on')
  const reopen = () => {
    unmount()
    push = openPage()
  }
  return {
    phone,
    member,
    tab,
    enter,
    network,
    issueCoupon,
    subscribeCount,
    isStored,
    reopen,
    state: () => push()?.state,
  }
}

test('a phone whose push service has replaced its subscription says so offline, and sends the new one', async () => {
  const { phone, tab, network, issueCoupon, isStored, reopen, state } = await subscribedPhone()
  const replaced = phone.replace()
  network.down(true)
  reopen()
  await waitUntil(() => !tab.runtime.online.get() && state() !== undefined, 'a page without a connection')
  expect(state()).toBe('off')
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => isStored(2) && state() === 'on', 'the new subscription at the server')
  await issueCoupon()
  expect(replaced.messages()).toHaveLength(1)
})

test('a subscription that our server has lost is sent again after a week, and not before', async () => {
  const { phone, member, issueCoupon, subscribeCount, isStored, reopen, state } = await subscribedPhone()
  const { db } = app.deps
  const mine = eq(pushSubscription.memberId, member.memberId)
  await db.delete(pushSubscription).where(mine)
  /** Reopens the page so long after the subscription was sent. */
  const reopenAfter = async (ms: number) => {
    const [hash, sentAt] = localStorage.getItem('hp-push-sent')?.split(' ') ?? []
    localStorage.setItem('hp-push-sent', `${hash} ${Number(sentAt) - ms}`)
    reopen()
    await waitUntil(() => state() === 'on', 'the browser’s answer')
    // The renewals of all pages run one after the other: this one ends after that of the page.
    await renewPush({ member: member.memberId, session: null }, async () => false)
  }
  await reopenAfter(7 * DAY_MS - HOUR_MS)
  expect(subscribeCount()).toBe(1)
  await reopenAfter(HOUR_MS)
  await waitUntil(() => isStored(2), 'the subscription at the server')
  await issueCoupon()
  expect(phone.messages()).toHaveLength(1)
  // A clock that ran ahead when the subscription was sent does not put the next time off.
  await reopenAfter(-365 * DAY_MS)
  await waitUntil(() => isStored(3), 'the subscription at the server')
})

const ENDS = {
  'all sessions were': (token: string) => app.call(sessions.endOthers, { token, body: {} }),
  'its session was': async (token: string) => {
    const { data } = await app.call(sessions.list, { token })
    const id = data?.list.find(({ currentYn }) => currentYn === 'N')?.id ?? ''
    return app.call(sessions.end, { token, params: { id } })
  },
}
test.each(Object.entries(ENDS))(
  'after %s ended, the next sign-in on the phone subscribes it again',
  async (_name, end) => {
    const { phone, member, tab, enter, issueCoupon, subscribeCount, isStored, state } = await subscribedPhone()
    const { email, password } = member
    await issueCoupon()
    expect(phone.messages()).toHaveLength(1)
    expect(subscribeCount()).toBe(1)

    const { accessToken } = await signIn(app, { email, password })
    expect((await end(accessToken)).status.code).toBe('200')
    await issueCoupon()
    expect(phone.messages()).toHaveLength(1)
    await tab.runtime.pulls.pull('profile', true)
    await waitUntil(() => tab.runtime.session.state.get().state === 'locked', 'the end of the session')

    await enter()
    await waitUntil(() => isStored(2) && state() === 'on', 'a phone that is subscribed anew')
    await issueCoupon()
    expect(phone.messages()).toHaveLength(2)
  },
)
