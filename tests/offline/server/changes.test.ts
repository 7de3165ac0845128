import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { markRead } from '#data/news.ts'
import { setPush } from '#data/push.ts'
import { setFavourite } from '#data/favourites.ts'
import { MIRROR_PARTS } from '#sync/mirror/mirrorParts.ts'
import { projectNews, projectSettings } from '#sync/mirror/project.ts'
import { notifyMember } from '#server/modules/news/service.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { answer } from '../../harness/network.ts'
import { waitUntil } from '../../harness/tabs.ts'
import { dbOf, reconnect, rowsOf } from '../setup.ts'
import { issuePass, phonesOf, sendAndPull, type Visitor } from './phones.ts'

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
  const shown = async () => projectSettings(await dbOf(anna.tab).read('settings'), await rowsOf(anna.tab), clock.wall())
  expect(await shown()).toMatchObject({ on: true, waiting: null })
  await cut(anna)
  await anna.as(() => setPush(false))
  await anna.as(() => setPush(true))
  await anna.as(() => setPush(false))
  expect(await shown()).toMatchObject({ on: false, waiting: 'saved' })
  expect(await rowsOf(anna.tab)).toHaveLength(1)
  reconnect(anna.network, anna.tab)
  await sendAndPull(anna.tab, clock)
  await anna.tab.runtime.pulls.pull('settings', true)
  expect(await shown()).toMatchObject({ on: false, waiting: null })
})

test('an outbox of 200 is kept whole, and the next action is not reported as kept (P10, O9)', async () => {
  const anna = await visitor()
  await cut(anna)
  for (let place = 0; place < 200; place += 1)
    expect(await anna.as(() => setFavourite(`place-${place}`, true))).toMatchObject({ ok: true })
  expect(await anna.as(() => setFavourite('one-more', true))).toEqual({ ok: false, code: 'STORAGE' })
  expect(await rowsOf(anna.tab)).toHaveLength(200)
})
