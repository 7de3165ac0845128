import { afterEach, expect, test, vi } from 'vitest'
import { DeviceDb, type Idb } from '#db/device.ts'
import { KEPT } from '#db/names.ts'
import { until } from '../harness/tabs.ts'
import { dbOf, drained, greeted, open, person, rowsOf, shown } from './setup.ts'

afterEach(() => vi.restoreAllMocks())

test('storage that refuses to open: the app works online, says so, and keeps nothing it promised to keep', async () => {
  const { browser, peer, network } = open({ refused: true })
  const tab = await browser.tab()
  const mina = person(tab)
  expect(tab.phone.storage.status.get()).toEqual({ state: 'refused', evicted: false })
  await mina.signIn('mina')
  expect(tab.phone.session.here.get()).toMatchObject({ state: 'member', home: null })
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: null })
  expect(peer.effects).toEqual(['on tower'])
  await tab.phone.pulls.part('favourites', true)
  expect(tab.phone.pulls.memory.get().get('favourites')?.data).toMatchObject([{ gdsUid: 'tower' }])
  network.down(true)
  expect(await mina.favourite('temple', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await mina.inquire('Where is the exchange desk?')).toEqual({ ok: false, code: 'STORAGE' })
  network.down(false)
  await mina.signOut()
  expect(tab.phone.session.here.get().state).toBe('anonymous')
  expect(tab.phone.pulls.memory.get().has('favourites')).toBe(false)
})

test('storage that never answers an open, or what is asked of it then, is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { opened } = await import('#db/open.ts')
  const never = () => new Promise<never>(() => undefined)
  const made = (open: () => Promise<unknown>) => () => ({ open, close: () => undefined }) as unknown as DeviceDb
  const opening = opened(made(never), async () => undefined)
  const asked = opened(
    made(async () => undefined),
    never,
  )
  await vi.advanceTimersByTimeAsync(4_000)
  expect([await opening, await asked]).toEqual([null, null])
  vi.useRealTimers()
})

test('a first visit is no eviction', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  expect(tab.phone.storage.status.get()).toEqual({ state: 'ok', evicted: false })
  browser.close()
  expect((await browser.tab()).phone.storage.status.get().evicted).toBe(false)
})

/** Promise P12. */
test('storage that was evicted between two visits is noticed and said until it is understood', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  browser.close()
  await browser.evict()
  const next = await browser.tab()
  expect(next.phone.storage.status.get().evicted).toBe(true)
  next.phone.storage.understood()
  browser.close()
  expect((await browser.tab()).phone.storage.status.get().evicted).toBe(false)
})

test('with its cookies left, the member is back after an eviction, and so is what the server knows', async () => {
  const { browser, peer } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await drained(tab)
  browser.close()
  await browser.evict()
  const next = await browser.tab()
  await until(() => next.phone.session.here.get().state === 'member')
  await greeted(next)
  expect(await shown(next)).toEqual(['tower'])
  expect(peer.effects).toEqual(['on tower'])
})

test('storage that is emptied under an open page is noticed, and the page goes on', async () => {
  const { browser, peer } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await greeted(tab)
  await browser.evict()
  tab.fire('visible')
  await until(() => tab.phone.storage.status.get().evicted)
  await until(async () => (await tab.phone.storage.device()?.read(KEPT.session)) !== undefined)
  expect(tab.phone.session.here.get().state).toBe('member')
  await greeted(tab)
  await person(tab).favourite('tower', true)
  await drained(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(tab.reported).toEqual([])
})

test('emptied under an open page, and an action is the first to notice: it is done all the same', async () => {
  const { browser, peer } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await greeted(tab)
  await browser.evict()
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: null })
  expect(tab.phone.storage.status.get().evicted).toBe(true)
  expect(tab.phone.session.here.get().state).toBe('member')
  expect(peer.effects).toEqual(['on tower'])
})

test('a browser empties one database after the other: the member’s is made anew while the phone’s is still there', async () => {
  const { browser, peer } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('temple', true)
  await drained(tab)
  await Promise.all(dbOf(tab).tables.map((table) => table.clear()))
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: null })
  expect(tab.phone.storage.status.get().evicted).toBe(true)
  expect(peer.effects).toEqual(['on temple', 'on tower'])
  await until(async () => (await shown(tab)).length === 2)
})

test('emptied under an open page, and who is here is the first to be missed: no sign-out', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await greeted(tab)
  await browser.evict()
  // What the database tells of a change from outside.
  await tab.phone.storage.device()?.kept.delete(KEPT.session)
  await until(() => tab.phone.storage.status.get().evicted)
  await until(async () => (await tab.phone.storage.device()?.read(KEPT.session)) !== undefined)
  expect(tab.phone.session.here.get().state).toBe('member')
})

test('emptied with its cookies: nobody is here any more', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await greeted(tab)
  await browser.evict(true)
  tab.fire('visible')
  await until(() => tab.phone.session.here.get().state === 'anonymous')
})

const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' })

test('a full disk drops pictures first, and then says that nothing was kept', async () => {
  const { browser, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await greeted(tab)
  await browser.caches.storage.open('pictures')
  const add = vi.spyOn(dbOf(tab).outbox.constructor.prototype as { add: () => Promise<unknown> }, 'add')
  network.down(true)
  await tab.phone.online.probe()
  add.mockRejectedValueOnce(full())
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: null })
  expect(browser.caches.names()).not.toContain('pictures')
  expect(tab.phone.storage.status.get().state).toBe('ok')
  add.mockRejectedValue(full())
  expect(await mina.favourite('temple', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(tab.phone.storage.status.get().state).toBe('full')
  add.mockRestore()
  expect(await mina.favourite('temple', true)).toEqual({ ok: true, data: null })
  expect(tab.phone.storage.status.get().state).toBe('ok')
  expect((await rowsOf(tab)).length).toBe(2)
})

test('a newer build’s database opens in the older build, and the newer again', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await drained(tab)
  browser.close()
  const { idb } = tab.phone.platform
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
  tab.phone.storage.device()?.close()
  const older = await browser.tab()
  expect(older.phone.session.here.get().state).toBe('member')
  expect(await shown(older)).toEqual(['tower'])
})
