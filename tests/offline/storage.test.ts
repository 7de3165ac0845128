import { afterEach, expect, test, vi } from 'vitest'
import { EPOCH_KEY } from '#contract/shells.ts'
import { DeviceDb } from '#db/device.ts'
import type { Idb } from '#db/idb.ts'
import { SIGN_OUTS_KEY, VALUE_KEYS } from '#db/names.ts'
import { waitUntil } from '../harness/tabs.ts'
import { fill } from './failingStorage.ts'
import {
  dbOf,
  full,
  openSignedIn,
  openWithPeer,
  person,
  rowsOf,
  shownFavourites,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

afterEach(() => vi.restoreAllMocks())

test('with refused storage the app works online, says so, and reports nothing as kept (S18, O11, P10, M25)', async () => {
  const { browser, peer, network } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  const mina = person(tab)
  expect(tab.runtime.storage.status.get()).toEqual({ state: 'refused', evicted: false })
  await mina.signIn('mina')
  expect(tab.runtime.session.state.get()).toMatchObject({ state: 'member', home: null })
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: 'sent' })
  expect(peer.effects).toEqual(['on tower'])
  await tab.runtime.pulls.pull('favourites', true)
  expect(tab.runtime.pulls.memory.get().get('favourites')?.data).toMatchObject([{ gdsUid: 'tower' }])
  network.down(true)
  expect(await mina.favourite('temple', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await mina.inquire('Where is the exchange desk?')).toEqual({ ok: false, code: 'STORAGE' })
  network.down(false)
  await mina.signOut()
  expect(tab.runtime.session.state.get().state).toBe('anonymous')
  expect(tab.runtime.pulls.memory.get().has('favourites')).toBe(false)
})

test('with refused storage, a pass cannot be bound, and the reason is the browser and not a missing sign-in (S18, L2)', async () => {
  const { browser } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  expect(await tab.runtime.bind({ passUid: 'pass' })).toEqual({ ok: false, failure: { kind: 'auth' } })
  await person(tab).signIn('mina')
  expect(await tab.runtime.bind({ passUid: 'pass' })).toEqual({
    ok: false,
    failure: { kind: 'refused', code: 'E_DEVICE_PROOF' },
  })
})

test('storage that answers neither an open nor the first read is given up (S18)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { openDatabase } = await import('#db/open.ts')
  const never = () => new Promise<never>(() => undefined)
  const dbFrom = (open: () => Promise<unknown>) => () => ({ open, close: () => undefined }) as unknown as DeviceDb
  const opening = openDatabase(dbFrom(never), async () => undefined)
  const reading = openDatabase(
    dbFrom(async () => undefined),
    never,
  )
  await vi.advanceTimersByTimeAsync(4_000)
  expect([await opening, await reading]).toEqual([null, null])
  vi.useRealTimers()
})

test('a first visit is no eviction (S20)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  expect(tab.runtime.storage.status.get()).toEqual({ state: 'ok', evicted: false })
  browser.close()
  expect((await browser.tab()).runtime.storage.status.get().evicted).toBe(false)
})

test('an eviction between two visits is shown until the person has read it (P12, S20)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  browser.close()
  await browser.evict()
  const next = await browser.tab()
  expect(next.runtime.storage.status.get().evicted).toBe(true)
  next.runtime.storage.dismissEviction()
  browser.close()
  expect((await browser.tab()).runtime.storage.status.get().evicted).toBe(false)
})

test('a storage epoch that differs between database and local storage is shown as a loss (S20)', async () => {
  const { browser } = openWithPeer()
  await browser.tab()
  browser.close()
  browser.local.setItem(EPOCH_KEY, 'another')
  expect((await browser.tab()).runtime.storage.status.get()).toEqual({ state: 'ok', evicted: true })
})

test('after an eviction that left the cookies the member and the mirror are back (S22)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  browser.close()
  await browser.evict()
  const next = await browser.tab()
  await waitUntil(() => next.runtime.session.state.get().state === 'member')
  await waitForFirstPulls(next)
  expect(await shownFavourites(next)).toEqual(['tower'])
  expect(peer.effects).toEqual(['on tower'])
})

test('an open page notices that its storage was emptied, and goes on (P12, S21)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  await browser.evict()
  tab.fire('visible')
  await waitUntil(() => tab.runtime.storage.status.get().evicted)
  await waitUntil(async () => (await tab.runtime.storage.device()?.read(VALUE_KEYS.session)) !== undefined)
  expect(tab.runtime.session.state.get().state).toBe('member')
  await waitForFirstPulls(tab)
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(tab.reportedErrors).toEqual([])
})

test('an action that is the first to notice emptied storage is done all the same (S21, O11)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  await browser.evict()
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: 'sent' })
  expect(tab.runtime.storage.status.get().evicted).toBe(true)
  expect(tab.runtime.session.state.get().state).toBe('member')
  expect(peer.effects).toEqual(['on tower'])
})

test('a member database that was emptied alone is created again (S21)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('temple', true)
  await waitForEmptyOutbox(tab)
  await Promise.all(dbOf(tab).tables.map((table) => table.clear()))
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: 'sent' })
  expect(tab.runtime.storage.status.get().evicted).toBe(true)
  expect(peer.effects).toEqual(['on temple', 'on tower'])
  await waitUntil(async () => (await shownFavourites(tab)).length === 2)
})

test('a session pointer that is missing from emptied storage is no sign-out (S21)', async () => {
  const { browser, tab } = await openSignedIn()
  await browser.evict()
  // The change that the database reports to an open page.
  await tab.runtime.storage.device()?.kept.delete(VALUE_KEYS.session)
  await waitUntil(() => tab.runtime.storage.status.get().evicted)
  await waitUntil(async () => (await tab.runtime.storage.device()?.read(VALUE_KEYS.session)) !== undefined)
  expect(tab.runtime.session.state.get().state).toBe('member')
})

test('after an eviction that took the cookies too, nobody is signed in (S22)', async () => {
  const { browser, tab } = await openSignedIn()
  await browser.evict(true)
  tab.fire('visible')
  await waitUntil(() => tab.runtime.session.state.get().state === 'anonymous')
})

test('a write to a full disk deletes the picture cache, and a second failure is reported as not kept (P10, S19, O11)', async () => {
  const { browser, network, tab } = await openSignedIn()
  const mina = person(tab)
  await browser.caches.storage.open('pictures')
  const add = vi.spyOn(dbOf(tab).outbox.constructor.prototype as { add: () => Promise<unknown> }, 'add')
  network.down(true)
  await tab.runtime.online.probe()
  add.mockRejectedValueOnce(full())
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: 'queued' })
  expect(browser.caches.names()).not.toContain('pictures')
  expect(tab.runtime.storage.status.get().state).toBe('ok')
  add.mockRejectedValue(full())
  expect(await mina.favourite('temple', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(tab.runtime.storage.status.get().state).toBe('full')
  add.mockRestore()
  expect(await mina.favourite('temple', true)).toEqual({ ok: true, data: 'queued' })
  expect(tab.runtime.storage.status.get().state).toBe('ok')
  expect((await rowsOf(tab)).length).toBe(2)
})

test('a pull that found no room on the disk has failed, and the next round fetches its part (M13, M22, S19)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  const { pulls } = tab.runtime
  expect((await pulls.pullChanges(true)).ok).toBe(true)
  await peer.handler(
    new Request('http://phone.test/api/v1/attraction/interest?gdsUid=market', {
      method: 'POST',
      headers: { authorization: `Bearer ${browser.cookies.get('accessToken')?.value}` },
    }),
  )
  const put = vi.spyOn(dbOf(tab).favourites.constructor.prototype as { bulkPut: () => Promise<unknown> }, 'bulkPut')
  put.mockRejectedValue(full())
  expect((await pulls.pullChanges(true)).ok).toBe(false)
  expect(pulls.failures.get().has('favourites')).toBe(true)
  put.mockRestore()
  expect((await pulls.pullChanges(true)).ok).toBe(true)
  expect(await shownFavourites(tab)).toEqual(['market'])
})

test.each([
  ['once', 1],
  ['until the mirror was deleted', 2],
  ['without end', Infinity],
] as const)('a sign-out works on a disk that is full %s (S6, S19, O45)', async (_name, failures) => {
  const { browser, network, peer, tab } = await openSignedIn()
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  const db = dbOf(tab)
  network.down(true)
  await tab.runtime.online.probe()
  const tables = tab.runtime.storage.device()?.outbox.constructor.prototype as Record<
    'put' | 'add',
    () => Promise<unknown>
  >
  const put = vi.spyOn(tables, 'put')
  if (failures === Infinity) {
    put.mockRejectedValue(full())
    vi.spyOn(tables, 'add').mockRejectedValue(full())
  } else for (let nth = 0; nth < failures; nth += 1) put.mockRejectedValueOnce(full())
  expect(await person(tab).signOut('discard')).toEqual({ ok: true, data: null })
  vi.restoreAllMocks()
  expect(tab.runtime.session.state.get().state).toBe('anonymous')
  await db.open()
  expect((await Promise.all(db.tables.map((table) => table.toArray()))).flat()).toEqual([])
  db.close()
  browser.close()
  network.down(false)
  const next = await browser.tab()
  expect(next.runtime.session.state.get().state).toBe('anonymous')
  expect((await next.runtime.storage.device()?.read(VALUE_KEYS.wipes)) ?? []).toEqual([])
  await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
  await waitUntil(() => browser.local.getItem(SIGN_OUTS_KEY) === null, 'the end of the report')
  expect(peer.revoked).toEqual(['e.mina'])
})

test('a sign-out on a disk that is full without end is reported at once where the server answers (S19, O45)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  fill(tab)
  expect(await person(tab).signOut('discard')).toEqual({ ok: true, data: null })
  await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
  await waitUntil(() => browser.local.getItem(SIGN_OUTS_KEY) === null, 'the end of the report')
})

test('a sign-out with refused storage is reported, also one made offline (S18, O45)', async () => {
  const { browser, peer, network } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await mina.signOut()
  await waitUntil(() => peer.revoked.length === 1, 'the first report')
  await mina.signIn('anna')
  const cookie = browser.cookies.get('refreshToken')
  if (!cookie) throw new Error('no refresh token')
  network.down(true)
  await mina.signOut()
  expect(tab.runtime.session.state.get().state).toBe('anonymous')
  const reports = () => network.sentRequests.filter(({ path }) => path === '/account/logout').length
  await waitUntil(() => reports() === 2, 'the report that is lost')
  browser.close()
  network.down(false)
  // A backup of the phone brings the token back. The server still takes it until the report has arrived.
  browser.cookies.set('refreshToken', cookie)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  network.fault(/POST \/account\/logout/, async (_request, pass) => held.then(pass))
  const next = await browser.tab()
  await next.runtime.online.probe()
  const start = network.receivedRequests.length
  release()
  await waitUntil(() => peer.revoked.includes('e.anna'), 'the second report')
  await waitUntil(() => browser.local.getItem(SIGN_OUTS_KEY) === null, 'the end of the reports')
  await waitUntil(() => browser.cookies.get('refreshToken') === undefined, 'the refusal of the token')
  const paths = network.receivedRequests.slice(start).map(({ path }) => path)
  expect(paths).toEqual(['/account/logout', '/account/update-token'])
  expect(next.runtime.session.state.get().state).toBe('anonymous')
})

test('an older build opens the device database of a newer one (S25)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  browser.close()
  const { idb } = tab.runtime.platform
  if (!idb) throw new Error('no storage')
  class Newer extends DeviceDb {
    constructor(storage: Idb) {
      super(storage)
      this.version(2).stores({ later: '&id' })
    }
  }
  const newer = new Newer(idb)
  await newer.open()
  newer.close()
  tab.runtime.storage.device()?.close()
  const older = await browser.tab()
  expect(older.runtime.session.state.get().state).toBe('member')
  expect(await shownFavourites(older)).toEqual(['tower'])
})
