import { uuidv7 } from 'uuidv7'
import { validUntil } from '#contract/rules/passWindow.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { signIn } from '#data/signIn.ts'
import { pass as passTable } from '#server/db/schema/pass.ts'
import type { TestClock } from '../../harness/clock.ts'
import { PASSWORD, signUpMember, type App } from '../../harness/factories.ts'
import { createNetwork, type Handler } from '../../harness/network.ts'
import { createBrowser, waitUntil, type Browser, type Tab } from '../../harness/tabs.ts'
import { windowHoursOf } from '../../passes/windowHours.ts'
import { waitForFirstPulls, rowsOf } from '../setup.ts'

/** Returns a handler that passes requests to the real server. */
export const handlerOf =
  ({ app }: App): Handler =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const response = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body.length === 0 ? {} : { payload: body }),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const bodiless = response.statusCode === 204 || response.statusCode === 304
    return new Response(bodiless ? null : new Uint8Array(response.rawPayload), { status: response.statusCode, headers })
  }

/** Inserts a paid pass of a member, as an order would have issued it; returns its `passUid`. */
export const issuePass = async (app: App, memberId: string): Promise<string> => {
  const passUid = uuidv7()
  const now = app.deps.clock()
  await app.deps.db.insert(passTable).values({
    passUid,
    ordUid: uuidv7(),
    unit: 0,
    orderNumber: 'HP-261121-TEST',
    memberId,
    gdsUid: 'pass-48h-mobile',
    passType: '48H',
    medium: 'mobile',
    holder: 'Mei Lin',
    windowHours: windowHoursOf('48H'),
    purchasedAt: now,
    validUntil: validUntil(now),
  })
  return passUid
}

/** Runs functions that screens call in this tab. */
export const on = (tab: Tab) => ({
  as: <T>(act: () => Promise<T>): Promise<T> => {
    replaceRuntime(tab.runtime)
    return act()
  },
})

/** Creates phones of one application, on one clock. `handler` leads their requests elsewhere, as to another process. */
export const phonesOf = (app: App, clock: TestClock, handler: Handler = handlerOf(app)) => {
  /** Signs in through the tab, as its screen does. */
  const enter = async (tab: Tab, email: string) => {
    replaceRuntime(tab.runtime)
    const answer = await signIn({ id: email, password: PASSWORD, keep: true, rememberId: false })
    if (!answer.ok) throw new Error(`not signed in: ${answer.code}`)
  }
  /** Signs up a member with a phone; `as` runs functions on that phone. */
  const visitor = async () => {
    const member = await signUpMember(app)
    const network = createNetwork(handler)
    const browser: Browser = createBrowser({ network, clock })
    const tab = await browser.tab()
    const { as } = on(tab)
    await enter(tab, member.email)
    await waitForFirstPulls(tab)
    return { member, network, browser, tab, as, enter: () => enter(tab, member.email) }
  }
  return { visitor, enter }
}
export type Visitor = Awaited<ReturnType<ReturnType<typeof phonesOf>['visitor']>>

/** Waits for an empty outbox, advancing the clock, and runs a round of pulls. */
export const sendAndPull = async (tab: Tab, clock: TestClock): Promise<void> => {
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  }, 'an empty outbox')
  await tab.runtime.pulls.pullChanges(true)
}

/** Creates Anna with a pass, and Bob as the recipient of a gift. */
export const giftPair = async (app: App, clock: TestClock) => {
  const { visitor } = phonesOf(app, clock)
  const [anna, bob] = [await visitor(), await visitor()]
  const passUid = await issuePass(app, anna.member.memberId)
  await anna.tab.runtime.pulls.pullChanges(true)
  return { anna, bob, passUid, gift: { passUid, id: bob.member.email, message: 'See you at the bridge' } }
}
