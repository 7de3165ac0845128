import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as sessions from '#contract/calls/session.ts'
import { subscribePush, usePushOwner } from '#data/push.ts'
import { usePushState } from '#pwa/push.ts'
import { usePushLanguage } from '#routes/-shell/pushLanguage.ts'
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

/** Stubs the browser's side of Web Push: `subscribe` succeeds at once. */
const stubBrowser = () => {
  const phone = service.makePhone()
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
  return phone
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
    const phone = stubBrowser()
    const { member, network, tab, enter } = await phonesOf(app, clock).visitor()
    const { memberId, email, password } = member
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
    const push = openPage()
    await waitUntil(() => push()?.state === 'off', 'the browser’s answer')
    expect(await push()?.turnOn('key', async (subscribed) => (await subscribePush(subscribed)).ok)).toBe('on')
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
    // A request counts when it is received; the server stores the subscription before it answers.
    const isStored = () => subscribeCount() === 2 && network.underWay() === 0
    await waitUntil(() => isStored() && push()?.state === 'on', 'a phone that is subscribed anew')
    await issueCoupon()
    expect(phone.messages()).toHaveLength(2)
  },
)
