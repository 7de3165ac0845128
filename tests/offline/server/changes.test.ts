import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import * as coupon from '#contract/calls/coupon.ts'
import { catalogue } from '#contract/calls/main.ts'
import { myAttractionList } from '#contract/calls/mypage.ts'
import { SYNC_PARTS, type SyncPart } from '#contract/calls/sync.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { markRead } from '#data/news.ts'
import type { Outcome } from '#data/outcome.ts'
import { setPush } from '#data/push.ts'
import { setFavourite } from '#data/favourites.ts'
import { MIRROR_PARTS } from '#sync/mirror/mirrorParts.ts'
import { projectNews, projectSettings } from '#sync/mirror/project.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { answer } from '../../harness/network.ts'
import { createBrowser, waitUntil } from '../../harness/tabs.ts'
import { dbOf, reconnect, rowsOf } from '../setup.ts'
import { issuePass, on, phonesOf, sendAndPull, type Visitor } from './phones.ts'

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

const visitor = async () => {
  const one = await phonesOf(app, clock).visitor()
  await waitUntil(async () => (await dbOf(one.tab).read('cursor')) !== undefined, 'a whole look')
  return one
}
/** Cuts the connection and lets the phone notice. */
const cut = async ({ network, tab }: Visitor) => {
  network.down(true)
  expect(await tab.runtime.online.probe()).toBe(false)
}
/** Runs a round of pulls; returns the requested paths, sorted. */
const pulledPaths = async ({ tab, network }: Visitor) => {
  const before = network.sentRequests.length
  await tab.runtime.pulls.pullChanges(true)
  return network.sentRequests
    .slice(before)
    .map(({ path }) => path.split('?')[0])
    .toSorted()
}
const news = async ({ tab }: Visitor) =>
  projectNews(await dbOf(tab).newsfeed.toArray(), await rowsOf(tab)).map(({ readYn }) => readYn)

test('after a sign-in every part is fetched, and a later round fetches nothing and renews every age (M20, M21)', async () => {
  const anna = await visitor()
  const stamps = await dbOf(anna.tab).stamps.toArray()
  expect(stamps.filter(({ at }) => at !== null).map(({ key }) => key)).toEqual([...MIRROR_PARTS].toSorted())
  clock.advance(HOUR_MS)
  expect(await pulledPaths(anna)).toEqual(['/sync'])
  // Parts that a round finds unchanged get the age of that round.
  const renewed = await dbOf(anna.tab).stamps.toArray()
  expect(new Set(renewed.map(({ at }) => at))).toEqual(new Set([anna.tab.runtime.clock.now()]))
})

test('a round fetches only what changed elsewhere, and the next one finds the part that failed (M20, M22)', async () => {
  const anna = await visitor()
  const passUid = await issuePass(app, anna.member.memberId)
  const neverFetched = ['/mypage/AttractionHistory', '/mypage/buy/list', '/mypage/exchangeCard/list']
  const changed = ['/mypage/myPage', '/mypage/myPass/list', '/sync', ...neverFetched].toSorted()
  anna.network.fault(/AttractionHistory/, async () => answer(503, 'E_UNAVAILABLE'))
  expect(await pulledPaths(anna)).toEqual(changed)
  expect((await dbOf(anna.tab).passes.toArray()).map((row) => row.passUid)).toEqual([passUid])
  expect(await pulledPaths(anna)).toEqual(changed)
  expect(await pulledPaths(anna)).toEqual(['/sync'])
})

test('a coupon that another device has taken is fetched with the next round (M20)', async () => {
  const anna = await visitor()
  const token = anna.member.accessToken
  const [issue] = (await app.call(coupon.list, { token, query: {} })).data?.list ?? []
  const taken = await app.call(coupon.insert, { token, body: { couponPblcnUid: issue?.couponPblcnUid ?? '' } })
  expect(taken.status.code).toBe('200')
  expect(await pulledPaths(anna)).toContain('/mypage/myCoupon')
  expect(await dbOf(anna.tab).coupons.count()).toBe(1)
})

/** The paths of what is fetched when a part of the server has changed. */
const PATHS_OF: Record<SyncPart, string[]> = {
  passes: ['/mypage/AttractionHistory', '/mypage/exchangeCard/list', '/mypage/myPass/list'],
  favourites: ['/mypage/myAttraction/list'],
  inquiries: ['/inquiry/list'],
  coupons: ['/mypage/myCoupon'],
  points: [],
  gifts: ['/mypage/gift/list'],
  purchases: ['/mypage/buy/list', '/mypage/exchangeCard/list'],
  reservations: ['/reserve/list'],
  notices: [],
  newsfeed: ['/newsfeed/list'],
  profile: ['/mypage/myPage'],
  settings: ['/push/state'],
}

test('for each part that the server names, a round fetches all that shows it (M20)', async () => {
  const anna = await visitor()
  const { cursor } = (await dbOf(anna.tab).read('cursor')) ?? {}
  for (const syncPart of SYNC_PARTS) {
    anna.network.fault(/GET \/sync/, async () => answer(200, '200', { cursor, changed: [syncPart] }))
    const paths = new Set(await pulledPaths(anna))
    expect([...paths].toSorted(), syncPart).toEqual([...PATHS_OF[syncPart], '/sync'].toSorted())
  }
})

test('after a change of the language the parts with translated names are fetched, and the others are not (M23)', async () => {
  const { member, network, browser } = await visitor()
  browser.close()
  const tab = await browser.tab({ locale: () => 'ko' })
  await waitUntil(() => tab.runtime.session.state.get().state === 'member')
  await waitUntil(async () => (await dbOf(tab).read('cursor'))?.locale === 'ko')
  const paths = network.sentRequests.slice(-20).map(({ path }) => path)
  expect(paths.some((path) => path.startsWith('/newsfeed/list'))).toBe(true)
  expect(paths.filter((path) => path.startsWith('/mypage/gift/list')).length).toBeLessThan(2)
  expect(tab.runtime.session.state.get()).toMatchObject({ memberId: member.memberId })
})

/** Resolves once the outbox is empty and no round is under way; starts none. Returns the paths sent since `from`. */
const atRest = async ({ tab, network }: Visitor, from: number) => {
  await tab.runtime.memberOutbox()?.flush()
  // Joins a running round. Without one, the last is less than 10 s old by the test's clock, so nothing is asked (M15).
  await tab.runtime.pulls.pullChanges()
  expect(await rowsOf(tab)).toEqual([])
  return network.sentRequests.slice(from).map(({ method, path }) => `${method} ${path.split('?')[0]}`)
}
/** Attractions of the seeded catalogue. */
const places = async (): Promise<[string, string]> => {
  const [one, two] = (await app.call(catalogue, { query: {} })).data?.attractions ?? []
  return [one?.gdsUid ?? '', two?.gdsUid ?? '']
}
const favourites = async ({ tab }: Pick<Visitor, 'tab'>) =>
  (await dbOf(tab).favourites.toArray()).toSorted((a, b) => (a.gdsUid < b.gdsUid ? -1 : 1))
const favouritesOnServer = async ({ member: { accessToken: token } }: Visitor) =>
  ((await app.call(myAttractionList, { token })).data?.list ?? []).toSorted((a, b) => (a.gdsUid < b.gdsUid ? -1 : 1))

test.each<[string, (place: string) => Promise<Outcome<unknown>>, string]>([
  ['a tap on a heart', (place) => setFavourite(place, true), 'POST /attraction/interest'],
  ['the push switch', () => setPush(false), 'POST /push/toggle'],
  [
    'an inquiry',
    () => writeInquiry({ email: 'mina@example.com', content: 'Where is the exchange desk?' }),
    'POST /inquiry/insertInquiry',
  ],
])('%s is one request online, and the next round does not fetch its part (M26, O26)', async (_what, wish, request) => {
  const anna = await visitor()
  const [place] = await places()
  const from = anna.network.sentRequests.length
  await anna.as(() => wish(place))
  expect(await atRest(anna, from)).toEqual([request])
  expect((await pulledPaths(anna)).filter((path) => path !== '/mypage/myPage')).toEqual(['/sync'])
  expect(await favourites(anna)).toEqual(await favouritesOnServer(anna))
})

test('reading news is one request online, and the next round does not fetch them (M26, O26)', async () => {
  const anna = await visitor()
  const { memberId } = anna.member
  for (const key of ['read-1', 'read-2', 'read-3'])
    await app.deps.db.transaction((tx) =>
      notifyMember(tx, {
        memberId,
        kind: 'gift_received',
        key,
        values: { pass: '48H', sender: 'Bob' },
        at: clock.wall(),
      }),
    )
  await anna.tab.runtime.pulls.pullChanges(true)
  const [first, second] = await dbOf(anna.tab).newsfeed.toArray()
  clock.advance(1_000)
  const from = anna.network.sentRequests.length
  await anna.as(() => markRead([first?.newsUid ?? '', second?.newsUid ?? '']))
  expect(await atRest(anna, from)).toEqual(['POST /newsfeed/read'])
  expect(await pulledPaths(anna)).toEqual(['/sync'])
  expect((await dbOf(anna.tab).newsfeed.toArray()).map(({ readYn }) => readYn)).toEqual(['Y', 'Y', 'N'])
})

test('a favourite that is added after another phone has added one fetches the favourites, and both phones show both (P5, M26)', async () => {
  const anna = await visitor()
  const tab = await createBrowser({ network: anna.network, clock }).tab()
  await phonesOf(app, clock).enter(tab, anna.member.email)
  await waitUntil(async () => (await dbOf(tab).read('cursor')) !== undefined, 'a whole round')
  const [one, two] = await places()
  await on(tab).as(() => setFavourite(one, true))
  await tab.runtime.memberOutbox()?.flush()
  clock.advance(1_000)
  const from = anna.network.sentRequests.length
  await anna.as(() => setFavourite(two, true))
  expect(await atRest(anna, from)).toContain('GET /mypage/myAttraction/list')
  await tab.runtime.pulls.pullChanges(true)
  const stored = await favouritesOnServer(anna)
  expect(stored).toHaveLength(2)
  expect(await favourites(anna)).toEqual(stored)
  expect(await favourites({ tab })).toEqual(stored)
})

test('a repeated answer does not move the cursor, and the next round fetches the part (M14, M26)', async () => {
  const anna = await visitor()
  const [place] = await places()
  const { cursor } = (await dbOf(anna.tab).read('cursor')) ?? {}
  let isDown = true
  anna.network.fault(
    /GET \/sync/,
    (_request, pass) => (isDown ? Promise.resolve(answer(503, 'E_UNAVAILABLE')) : pass()),
    99,
  )
  anna.network.fault(/POST \/attraction\/interest/, 'lose')
  const from = anna.network.sentRequests.length
  await anna.as(() => setFavourite(place, true))
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(anna.tab)).length === 0
  }, 'an empty outbox')
  expect((await dbOf(anna.tab).read('cursor'))?.cursor).toBe(cursor)
  isDown = false
  await anna.tab.runtime.pulls.pullChanges(true)
  expect(await atRest(anna, from)).toContain('GET /mypage/myAttraction/list')
  expect(await favourites(anna)).toEqual(await favouritesOnServer(anna))
})

test('news that are read offline are shown read at once and sent as one action (P7, O6)', async () => {
  const anna = await visitor()
  const { memberId } = anna.member
  for (const key of ['one', 'two'])
    await app.deps.db.transaction((tx) =>
      notifyMember(tx, {
        memberId,
        kind: 'gift_received',
        key,
        values: { pass: '48H', sender: 'Bob' },
        at: clock.wall(),
      }),
    )
  await anna.tab.runtime.pulls.pullChanges(true)
  expect(await news(anna)).toEqual(['N', 'N'])
  await cut(anna)
  for (const { newsUid } of await dbOf(anna.tab).newsfeed.toArray()) await anna.as(() => markRead([newsUid]))
  expect(await rowsOf(anna.tab)).toHaveLength(1)
  expect(await news(anna)).toEqual(['Y', 'Y'])
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  await anna.tab.runtime.pulls.pull('newsfeed', true)
  expect(await news(anna)).toEqual(['Y', 'Y'])
  expect(anna.network.receivedRequests.filter(({ path }) => path === '/newsfeed/read')).toHaveLength(1)
})

test('the push switch shows the last choice at once, and the server gets it (P7, O4)', async () => {
  const anna = await visitor()
  const shownSettings = async () =>
    projectSettings(await dbOf(anna.tab).read('settings'), await rowsOf(anna.tab), clock.wall())
  expect(await shownSettings()).toMatchObject({ on: true, waiting: null })
  await cut(anna)
  await anna.as(() => setPush(false))
  await anna.as(() => setPush(true))
  await anna.as(() => setPush(false))
  expect(await shownSettings()).toMatchObject({ on: false, waiting: 'saved' })
  expect(await rowsOf(anna.tab)).toHaveLength(1)
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  await anna.tab.runtime.pulls.pull('settings', true)
  expect(await shownSettings()).toMatchObject({ on: false, waiting: null })
})

test('an outbox of 200 is kept whole, and the next action is not reported as kept (P10, O9)', async () => {
  const anna = await visitor()
  await cut(anna)
  for (let place = 0; place < 200; place += 1)
    expect(await anna.as(() => setFavourite(`place-${place}`, true))).toMatchObject({ ok: true })
  expect(await anna.as(() => setFavourite('one-more', true))).toEqual({ ok: false, code: 'STORAGE' })
  expect(await rowsOf(anna.tab)).toHaveLength(200)
})
