import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../harness/app.ts'
import { createTestClock, koreanNoon } from '../../harness/clock.ts'
import type { App } from '../../harness/factories.ts'
import { waitUntil, type Browser, type Tab } from '../../harness/tabs.ts'
import { updateToken } from '#contract/calls/account.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import { myPage } from '#contract/calls/mypage.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { setFavourite } from '#data/favourites.ts'
import { writeInquiry } from '#data/inquiry.ts'
import { signOut } from '#data/signIn.ts'
import { sharedCatalogue } from '#sync/mirror/shared.ts'
import { dbOf, waitForEmptyOutbox, rowsOf, shownFavourites } from '../setup.ts'
import { phonesOf } from './phones.ts'

const clock = createTestClock(koreanNoon())
let app: App
beforeAll(async () => {
  app = await openApp({ engine: 'embedded', clock: clock.wall })
})
afterAll(() => app.close())

const world = async () => {
  const { tab, enter, ...visitor } = await phonesOf(app, clock).visitor()
  replaceRuntime(tab.runtime)
  return { ...visitor, tab, login: enter }
}

/** Returns the attractions of the catalogue. */
const places = async (tab: Tab) => {
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  const row = await tab.runtime.storage.device()?.shared.get('catalogue:en')
  if (!row) throw new Error('no catalogue')
  return (row.data as Catalogue).attractions.map(({ gdsUid }) => gdsUid)
}

test('with the real server, lost and doubled answers leave one effect, and mirror and server agree (P1, P5)', async () => {
  const { network, tab } = await world()
  const [first = '', second = ''] = await places(tab)
  network.fault(/interest/, 'lose')
  network.fault(/interest/, 'twice')
  expect(await setFavourite(first, true)).toEqual({ ok: true, data: 'queued' })
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  await setFavourite(second, true)
  await setFavourite(first, false)
  await waitForEmptyOutbox(tab)
  network.fault(/insertInquiry/, 'lose')
  const written = await writeInquiry({ email: 'Mei@Example.com', content: 'Where is the exchange desk?' })
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  await tab.runtime.pulls.pull('favourites', true)
  await tab.runtime.pulls.pull('inquiries', true)
  expect(await shownFavourites(tab)).toEqual([second])
  const inquiries = await dbOf(tab).inquiries.toArray()
  expect(inquiries.map(({ id }) => id)).toEqual([written.ok ? written.data.id : ''])
  expect(inquiries[0]?.number).toMatch(/^Q-\d{6}$/)
  expect(tab.reportedErrors).toEqual([])
})

test('with the real server, a favourite of an unknown attraction is refused, kept with its code, and blocks no other favourite (P6, O36)', async () => {
  const { tab } = await world()
  const [first = ''] = await places(tab)
  await setFavourite('no-such-place', true)
  await setFavourite(first, true)
  await waitUntil(async () => (await rowsOf(tab)).length === 1 && (await rowsOf(tab))[0]?.refused !== null)
  expect((await rowsOf(tab)).map(({ refused }) => refused)).toEqual([{ code: 'E_NOT_FOUND', at: clock.wall() }])
  expect(await shownFavourites(tab)).toEqual([first])
})

test('with the real server, the token is renewed after 13 hours; after 31 days the session is locked, and the outbox waits for its author (S4, O42)', async () => {
  const { tab, login } = await world()
  const [first = '', second = ''] = await places(tab)
  clock.advance(13 * HOUR_MS)
  await setFavourite(first, true)
  await waitForEmptyOutbox(tab)
  expect(tab.runtime.session.state.get().state).toBe('member')
  clock.advance(31 * DAY_MS)
  await setFavourite(second, true)
  await waitUntil(() => tab.runtime.session.state.get().state === 'locked')
  expect(await shownFavourites(tab)).toEqual([first, second].toSorted())
  await login()
  await waitForEmptyOutbox(tab)
  await tab.runtime.pulls.pull('favourites', true)
  expect(await shownFavourites(tab)).toEqual([first, second].toSorted())
})

test('with the real server, the phone registers, learns the time, uses the ETag of the catalogue, and a sign-out ends the session (L2, M19, O45)', async () => {
  const { tab, network, browser } = await world()
  await places(tab)
  expect((await dbOf(tab).read('device'))?.deviceUid).toMatch(/^[\da-f-]{36}$/)
  expect(tab.runtime.clock.state()?.offset).toBe(0)
  const device = tab.runtime.storage.device()
  expect((await device?.stamps.get('catalogue:en'))?.etag).not.toBe(null)
  const before = network.receivedRequests.length
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  expect(network.receivedRequests.length).toBe(before + 1)
  const refreshToken = browser.cookies.get('refreshToken')?.value ?? ''
  await signOut()
  await waitUntil(async () => (await device?.outbox.count()) === 0)
  tab.runtime.tokens.store({ accessToken: 'none', refreshToken }, true)
  expect(await tab.runtime.api.renew()).toEqual({ ok: false, failure: { kind: 'auth' } })
})

/** Returns every string in the databases, cookies and local storage of a browser. */
const textsOn = async (browser: Browser): Promise<string[]> => {
  const { idb } = browser
  if (!idb) throw new Error('no storage')
  const rows: unknown[] = [...browser.cookies.values()]
  for (const { name = '' } of await idb.databases()) {
    const db = await new Dexie(name, { indexedDB: idb, IDBKeyRange }).open()
    for (const table of db.tables) rows.push(...((await table.toArray()) as unknown[]))
    db.close()
  }
  for (const key of Array.from({ length: browser.local.length }, (_, nth) => browser.local.key(nth)))
    rows.push(browser.local.getItem(key ?? ''))
  const texts: string[] = []
  JSON.stringify(rows, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts
}

test('with the real server, a sign-out offline leaves no token but the one that ends the session (S6)', async () => {
  const { browser, network, tab } = await world()
  const tokens = async () => (await textsOn(browser)).filter((text) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text))
  const renew = (refreshToken: string) => app.call(updateToken, { body: { refreshToken } })
  const opens = async (token: string) =>
    (await app.call(myPage, { token })).status.code === '200' || (await renew(token)).status.code === '200'
  const works = async () => Promise.all((await tokens()).map(opens))
  expect(await works()).toContain(true)
  const copied = browser.cookies.get('refreshToken')?.value ?? ''

  network.down(true)
  expect(await signOut()).toEqual({ ok: true, data: null })
  expect(await tokens()).toHaveLength(1)
  expect(await works()).toEqual([false])
  const before = await renew(copied)
  expect(before.status.code).toBe('200')

  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await tokens()).length === 0
  })
  expect((await renew(before.data?.refreshToken ?? '')).status.code).toBe('E_SESSION')
})
