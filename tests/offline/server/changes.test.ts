import { afterAll, beforeAll, expect, test } from 'vitest'
import { markRead } from '#data/news.ts'
import { setPush } from '#data/push.ts'
import { setFavourite } from '#data/favourites.ts'
import { MIRROR_PARTS } from '#sync/mirror/parts.ts'
import { projectNews, projectSettings } from '#sync/mirror/project.ts'
import { tell } from '#server/modules/news/service.ts'
import { openApp } from '../../harness/app.ts'
import { createTestClock } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { answer } from '../../harness/network.ts'
import { until } from '../../harness/tabs.ts'
import { dbOf, reconnect, rowsOf } from '../setup.ts'
import { issuePass, phonesOf, settled, type Visitor } from './kit.ts'

const clock = createTestClock(Date.now())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

const visitor = async () => {
  const one = await phonesOf(app, clock).visitor()
  await until(async () => (await dbOf(one.tab).read('cursor')) !== undefined, 'a whole look')
  return one
}
/** The line is cut, and the phone has noticed. */
const cut = async ({ network, tab }: Visitor) => {
  network.down(true)
  expect(await tab.phone.online.probe()).toBe(false)
}
/** What a look asks the server for. */
const asked = async ({ tab, network }: Visitor) => {
  const before = network.asked.length
  await tab.phone.pulls.changes(true)
  return network.asked
    .slice(before)
    .map(({ path }) => path.split('?')[0])
    .toSorted()
}
const news = async ({ tab }: Visitor) =>
  projectNews(await dbOf(tab).newsfeed.toArray(), await rowsOf(tab)).map(({ readYn }) => readYn)

test('after a sign-in every part is here, and nothing is fetched that has not changed', async () => {
  const anna = await visitor()
  const stamps = await dbOf(anna.tab).stamps.toArray()
  expect(stamps.filter(({ at }) => at !== null).map(({ key }) => key)).toEqual([...MIRROR_PARTS].toSorted())
  clock.advance(3_600_000)
  expect(await asked(anna)).toEqual(['/sync'])
  // What was found the same is as old as this look.
  const renewed = await dbOf(anna.tab).stamps.toArray()
  expect(new Set(renewed.map(({ at }) => at))).toEqual(new Set([anna.tab.phone.clock.now()]))
})

test('what changes elsewhere is brought, and only that; a part that failed is found again', async () => {
  const anna = await visitor()
  const passUid = await issuePass(app, anna.member.memberId)
  const told = ['/mypage/AttractionHistory', '/mypage/buy/list', '/mypage/exchangeCard/list']
  const changed = ['/mypage/myPage', '/mypage/myPass/list', '/sync', ...told].toSorted()
  anna.network.fault(/AttractionHistory/, async () => answer(503, 'E_UNAVAILABLE'))
  expect(await asked(anna)).toEqual(changed)
  expect((await dbOf(anna.tab).passes.toArray()).map((row) => row.passUid)).toEqual([passUid])
  expect(await asked(anna)).toEqual(changed)
  expect(await asked(anna)).toEqual(['/sync'])
})

test('in another language names are told anew, and what names nothing is not', async () => {
  const { member, network, browser } = await visitor()
  browser.close()
  const tab = await browser.tab({ locale: () => 'ko' })
  await until(() => tab.phone.session.here.get().state === 'member')
  await until(async () => (await dbOf(tab).read('cursor'))?.locale === 'ko')
  const paths = network.asked.slice(-20).map(({ path }) => path)
  expect(paths.some((path) => path.startsWith('/newsfeed/list'))).toBe(true)
  expect(paths.filter((path) => path.startsWith('/mypage/gift/list')).length).toBeLessThan(2)
  expect(tab.phone.session.here.get()).toMatchObject({ memberId: member.memberId })
})

test('news that were read offline are read at once, together, and stay read', async () => {
  const anna = await visitor()
  const { memberId } = anna.member
  for (const key of ['one', 'two'])
    await app.deps.db.transaction((tx) =>
      tell(tx, { memberId, kind: 'gift_received', key, values: { pass: '48H', sender: 'Bob' }, at: clock.wall() }),
    )
  await anna.tab.phone.pulls.changes(true)
  expect(await news(anna)).toEqual(['N', 'N'])
  await cut(anna)
  for (const { newsUid } of await dbOf(anna.tab).newsfeed.toArray()) await anna.as(() => markRead([newsUid]))
  expect(await rowsOf(anna.tab)).toHaveLength(1)
  expect(await news(anna)).toEqual(['Y', 'Y'])
  reconnect(anna.network, anna.tab)
  await settled(anna.tab, clock)
  await anna.tab.phone.pulls.part('newsfeed', true)
  expect(await news(anna)).toEqual(['Y', 'Y'])
  expect(anna.network.seen.filter(({ path }) => path === '/newsfeed/read')).toHaveLength(1)
})

test('the push switch shows the last word at once, and the server has it', async () => {
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
  await settled(anna.tab, clock)
  await anna.tab.phone.pulls.part('settings', true)
  expect(await shown()).toMatchObject({ on: false, waiting: null })
})

test('a queue of 200 is kept whole, and the next is not said to be kept', async () => {
  const anna = await visitor()
  await cut(anna)
  for (let place = 0; place < 200; place += 1)
    expect(await anna.as(() => setFavourite(`place-${place}`, true))).toMatchObject({ ok: true })
  expect(await anna.as(() => setFavourite('one-more', true))).toEqual({ ok: false, code: 'STORAGE' })
  expect(await rowsOf(anna.tab)).toHaveLength(200)
})
