// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { answer } from '../harness/network.ts'
import { PASS } from './fixtures.ts'
import { waitForEmptyOutbox, waitForFirstPulls, openWithPeer } from './setup.ts'

/** Loads the hooks anew for each test, connected to that test's tab. */
const load = async (tab: Tab) => {
  vi.resetModules()
  const { replaceRuntime, languageChanges } = await import('#data/runtime.ts')
  replaceRuntime(tab.runtime)
  return {
    languageChanges,
    ...(await import('#data/session.ts')),
    ...(await import('#data/signIn.ts')),
    ...(await import('#data/favourites.ts')),
    ...(await import('#data/myPass.ts')),
    ...(await import('#data/profile.ts')),
    ...(await import('#data/inquiry.ts')),
    ...(await import('#data/catalogue.ts')),
    ...(await import('#data/outbox.ts')),
    ...(await import('#data/news.ts')),
    ...(await import('#data/storage.ts')),
    ...(await import('#data/online.ts')),
  }
}

let unmount: (() => void)[] = []
afterEach(() => {
  unmount.forEach((stop) => stop())
  unmount = []
})

/** Renders a hook; `frames` are all its values, in order. */
const watch = <T,>(hook: () => T) => {
  const frames: T[] = []
  function Screen(): ReactNode {
    frames.push(hook())
    return null
  }
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Screen />))
  unmount.push(() => root.unmount())
  return { frames, last: () => frames.at(-1) as T }
}
const login = { id: 'mina', password: 'right', keep: true, rememberId: true }

test('the catalogue is shown from the phone first, and its status never goes back (M8)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  const first = watch(data.useCatalogue)
  expect(first.frames[0]?.status).toBe('loading')
  await waitUntil(() => first.last().status === 'ready')
  network.down(true)
  browser.close()
  const offline = await load(await browser.tab())
  const { frames, last } = watch(offline.useCatalogue)
  await waitUntil(() => last().status === 'ready')
  await last().refresh()
  const statuses = frames.map(({ status }) => status)
  expect(statuses.lastIndexOf('loading')).toBeLessThan(statuses.indexOf('ready'))
  expect(statuses).not.toContain('failed')
  expect(last().data).toEqual({ version: 'one', products: [] })
  expect(peer.catalogue.calls).toBeGreaterThan(0)
})

test('the status is failed with nothing stored and no server, and ready once the server answers (M8)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  network.down(true)
  const data = await load(tab)
  const { last } = watch(data.useCatalogue)
  await waitUntil(() => last().status === 'failed')
  network.down(false)
  await last().refresh()
  await waitUntil(() => last().status === 'ready')
})

test('after a change of the language the old catalogue stays until the new one has arrived (M9)', async () => {
  const { browser } = openWithPeer()
  let locale: Locale = 'en'
  const tab = await browser.tab({ locale: () => locale })
  const data = await load(tab)
  const { frames, last } = watch(data.useCatalogue)
  await waitUntil(() => last().status === 'ready')
  const before = frames.length
  locale = 'ko'
  data.languageChanges.set(1)
  await last().refresh()
  expect(frames.slice(before).every(({ status }) => status === 'ready')).toBe(true)
  expect(await tab.runtime.storage.device()?.shared.count()).toBe(2)
})

test('a favourite is shown at once, with the state of its action (P7, M3)', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  const { last } = watch(data.useFavourites)
  const outbox = watch(data.useOutbox)
  const online = watch(data.useOnline)
  await data.signIn(login)
  network.down(true)
  await data.setFavourite('tower', true)
  await waitUntil(() => last().has('tower') && last().stateOf('tower') === 'saved' && !online.last())
  expect(last().list.length).toBe(1)
  await waitUntil(() => outbox.last().waiting === 1)
  network.down(false)
  clock.advance(5_000)
  tab.fire('online')
  await waitUntil(() => last().stateOf('tower') === null && outbox.last().waiting === 0)
  expect(last().has('tower')).toBe(true)
  expect(online.last()).toBe(true)
})

test('an action whose request is under way counts as tried, and the one behind it does not', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  await data.signIn(login)
  const { last } = watch(data.useOutbox)
  const held = network.hold(/interest/)
  await data.setFavourite('tower', true)
  await held.arrived
  await data.setFavourite('bridge', true)
  await waitUntil(() => last().actions.length === 2)
  expect(last().actions).toMatchObject([
    { description: { gdsUid: 'tower' }, tried: true, sending: true },
    { description: { gdsUid: 'bridge' }, tried: false, sending: false },
  ])
  held.release()
  await waitUntil(() => last().waiting === 0)
})

test('inquiries that could not be fetched are failed while there are none, and ready with the first one written (M8)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  network.fault(/inquiry\/list/, async () => answer(503, 'E_UNAVAILABLE'), 99)
  network.fault(/insertInquiry/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  await data.signIn(login)
  const { last } = watch(data.useInquiries)
  await waitUntil(() => last().status === 'failed')
  await data.writeInquiry({ email: 'mina@example.com', content: 'Where is the exchange desk?' })
  await waitUntil(() => last().list.length === 1)
  expect(last().status).toBe('ready')
})

test('before anything is read, no action waits and no news is unread', async () => {
  const { browser } = openWithPeer()
  const data = await load(await browser.tab())
  const outbox = watch(data.useOutbox)
  const news = watch(data.useNews)
  expect(outbox.frames[0]?.waiting).toBe(0)
  expect(news.frames[0]?.unread).toBe(0)
})

test('a refused action is listed with its code and can be discarded (P2, O47)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  await data.signIn(login)
  const { last } = watch(data.useOutbox)
  network.fault(/interest/, async () => answer(200, 'E_NOT_FOUND'))
  await data.setFavourite('gone', true)
  await waitUntil(() => last().refused.length === 1)
  expect(last()).toMatchObject({ waiting: 0, refused: [{ command: 'favourite.set', code: 'E_NOT_FOUND' }] })
  await last().discard(last().refused[0]?.id ?? '')
  await waitUntil(() => last().refused.length === 0)
})

test('a locked session shows passes and favourites, and no names (S4, S5)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  peer.passes.set('mina', [PASS])
  await data.signIn(login)
  await data.writeInquiry({ email: 'mina@example.com', content: 'Where is the desk?' })
  await waitForEmptyOutbox(tab)
  const [session, passes, profile, inquiries] = [
    watch(data.useSession),
    watch(data.useMyPasses),
    watch(data.useProfile),
    watch(data.useInquiries),
  ]
  await waitUntil(
    () => passes.last().list.length === 1 && profile.last().data !== undefined && inquiries.last().list.length === 1,
  )
  expect(passes.last().list[0]?.holder).toBe('Mina Lee')
  const before = passes.frames.length
  peer.expire(true)
  await passes.last().refresh()
  await waitUntil(() => session.last().state === 'locked')
  await waitUntil(() => inquiries.last().list.length === 0 && profile.last().data === undefined)
  expect(session.last().user).toBe(null)
  expect(passes.last().list).toMatchObject([{ passUid: PASS.passUid, holder: '', orderNumber: '' }])
  expect(passes.frames.slice(before).every(({ status, list }) => status === 'ready' && list.length === 1)).toBe(true)
})

test('after the sign-in of another member no frame shows the rows of the first (P3, S12, M25)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  peer.passes.set('mina', [PASS])
  await data.signIn(login)
  const [passes, favourites] = [watch(data.useMyPasses), watch(data.useFavourites)]
  await data.setFavourite('tower', true)
  await waitForEmptyOutbox(tab)
  await waitUntil(() => passes.last().list.length === 1 && favourites.last().list.length === 1)
  await data.signOut()
  const marks = [passes.frames.length, favourites.frames.length] as const
  expect([passes.last().list, favourites.last().list]).toEqual([[], []])
  await data.signIn({ ...login, id: 'bob' })
  await waitForFirstPulls(tab)
  await waitUntil(() => passes.last().status === 'ready')
  expect(passes.frames.slice(marks[0]).flatMap(({ list }) => list)).toEqual([])
  expect(favourites.frames.slice(marks[1]).flatMap(({ list }) => list)).toEqual([])
})

test('a guest sees the inquiry written on this phone, queued and then as the server has it (M4, O44)', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  const { last } = watch(data.useInquiries)
  network.down(true)
  await data.writeInquiry({ email: 'guest@example.com', content: 'Is there a locker?' })
  const isSaved = (inquiry: object | undefined) =>
    inquiry !== undefined && 'waiting' in inquiry && inquiry.waiting === 'saved'
  await waitUntil(() => isSaved(last().list[0]), 'the inquiry in the outbox')
  expect(last().list).toMatchObject([{ state: 'queued', content: 'Is there a locker?' }])
  network.down(false)
  // Longer than the backoff after the failed attempt.
  clock.advance(5_000)
  tab.fire('online')
  await waitUntil(() => last().list[0]?.state === 'waiting', 'the inquiry that waits for its answer')
  expect(last().list).toMatchObject([{ number: 'Q-000001' }])
})

test('a failed pull of one part renders no screen of another', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  const data = await load(tab)
  peer.passes.set('mina', [PASS])
  await data.signIn(login)
  await waitForFirstPulls(tab)
  const views = [watch(data.useMyPasses), watch(data.useFavourites), watch(data.useInquiries), watch(data.useProfile)]
  await waitUntil(() => views.every(({ last }) => last().status === 'ready' && last().at !== null))
  const counts = () => views.map(({ frames }) => frames.length)
  const before = counts()
  flushSync(() => tab.runtime.pulls.failures.set(new Map([['coupons', { kind: 'transport', reached: false }]])))
  expect(counts()).toEqual(before)
  flushSync(() => tab.runtime.session.state.set({ state: 'anonymous' }))
  expect(counts()).not.toEqual(before)
})

test('refused storage is reported, answers are shown from memory, and the address of "remember my ID" is kept (S18)', async () => {
  const { browser } = openWithPeer({ isStorageRefused: true })
  const tab = await browser.tab()
  const data = await load(tab)
  expect(watch(data.useStorage).last().state).toBe('refused')
  const favourites = watch(data.useFavourites)
  const passes = watch(data.useMyPasses)
  await data.signIn(login)
  await data.setFavourite('tower', true)
  await waitUntil(() => favourites.last().has('tower'))
  await passes.last().refresh()
  expect(passes.last()).toMatchObject({ status: 'ready', list: [] })
  expect(data.rememberedId()).toBe('mina')
})
