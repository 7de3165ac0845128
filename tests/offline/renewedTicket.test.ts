import { expect, test } from 'vitest'
import { stampOf } from '#sync/mirror/stamps.ts'
import type { Tab } from '../harness/tabs.ts'
import { waitUntil } from '../harness/tabs.ts'
import { dbOf, openWithPeer, person, rowsOf, shownFavourites, stateOf, waitForFirstPulls } from './setup.ts'

/** Pages whose member's ticket another page has renewed. */

const twoTabs = async () => {
  const world = openWithPeer()
  const [first, second] = [await world.browser.tab(), await world.browser.tab()]
  await person(first).signIn('mina')
  await waitUntil(() => stateOf(second) === 'member')
  await waitForFirstPulls(first)
  await waitUntil(() => world.network.underWay() === 0)
  return { ...world, first, second }
}

/** Whether a page can still write: a pull is stored, and an action that is taken offline waits. */
const expectWrites = async (tab: Tab, network: { down: (isDown: boolean) => void }) => {
  const generation = async () => (await stampOf(dbOf(tab).stamps, 'passes')).generation
  const before = await generation()
  expect(await tab.runtime.pulls.pull('passes', true)).toMatchObject({ ok: true })
  expect(await generation()).toBeGreaterThan(before)
  network.down(true)
  await tab.runtime.online.probe()
  expect(await person(tab).favourite('tower', true)).toEqual({ ok: true, data: 'queued' })
  expect(await shownFavourites(tab)).toEqual(['tower'])
  expect((await rowsOf(tab)).length).toBe(1)
  expect(tab.reportedErrors).toEqual([])
}

test('after one page has created emptied storage again, the others write into it (S21, S9)', async () => {
  const { browser, network, first, second } = await twoTabs()
  await browser.evict()
  first.fire('visible')
  await waitUntil(async () => (await first.runtime.storage.device()?.read('session')) !== undefined)
  await waitForFirstPulls(first)
  second.fire('visible')
  await second.runtime.session.recoverFromEviction()
  await expectWrites(second, network)
})

test('a page that has missed a sign-out and the next sign-in of its member goes on in the new session (S1, S9)', async () => {
  const { network, first, second } = await twoTabs()
  const { platform, session } = second.runtime
  const { caches } = platform
  // A page that is suspended in a change of its session sees only the last of the pointers that follow.
  let resume: () => void = () => undefined
  const suspended = new Promise<void>((resolve) => {
    resume = resolve
  })
  platform.caches = { open: (name: string) => suspended.then(() => caches?.open(name)) } as CacheStorage
  const resumed = session.recoverFromEviction()
  await person(first).signOut()
  await person(first).signIn('mina')
  await waitForFirstPulls(first)
  resume()
  await resumed
  expect(second.runtime.storage.status.get().evicted).toBe(false)
  expect(dbOf(second).name).toBe(dbOf(first).name)
  await expectWrites(second, network)
})

test('an action is done all the same where it is the first to find a renewed ticket (S21, O11)', async () => {
  const { peer, second } = await twoTabs()
  await dbOf(second).keep('ticket', 'another')
  expect(await person(second).favourite('tower', true)).toEqual({ ok: true, data: 'sent' })
  expect(await person(second).favourite('temple', true)).toEqual({ ok: true, data: 'queued' })
  expect(peer.effects).toContain('on tower')
})
