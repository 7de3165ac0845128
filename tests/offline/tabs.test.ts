import { expect, test } from 'vitest'
import { OUTBOX_DRAIN_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { memberDbName } from '#db/names.ts'
import { TAKE_OVER_MS } from '#sync/outbox/drain.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  dbOf,
  openSignedIn,
  openWithPeer,
  person,
  reconnect,
  rowsOf,
  shownFavourites,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

const FAV = /interest/
const LOCK = `hp-outbox-${memberDbName('mina')}`

const twoTabs = async (options: Parameters<typeof openWithPeer>[0] = {}) => {
  const world = openWithPeer(options)
  const [first, second] = [await world.browser.tab(), await world.browser.tab()]
  await person(first).signIn('mina')
  await waitUntil(() => second.runtime.session.state.get().state === 'member')
  await waitForFirstPulls(first)
  return { ...world, first, second }
}

test('two tabs that wake at the same time send each action once (O20)', async () => {
  const { network, first, second, peer } = await twoTabs()
  network.down(true)
  await Promise.all([first.runtime.online.probe(), second.runtime.online.probe()])
  for (const uid of ['a', 'b', 'c', 'd', 'e']) await person(first).favourite(uid, true)
  network.down(false)
  first.fire('online')
  second.fire('online')
  await waitForEmptyOutbox(first)
  expect(peer.effects.toSorted()).toEqual(['on a', 'on b', 'on c', 'on d', 'on e'])
  expect(network.receivedRequests.filter(({ path }) => FAV.test(path)).length).toBe(5)
  expect(await shownFavourites(second)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('two tabs register the phone once (L2)', async () => {
  const { browser, second, peer } = await twoTabs()
  await waitUntil(async () => (await dbOf(second).read('device')) !== undefined)
  browser.close()
  const [next] = await Promise.all([browser.tab(), browser.tab()])
  await next.runtime.pulls.pull('passes', true)
  expect(peer.devices.length).toBe(1)
})

test('without Web Locks, two tabs that wake at the same time may both send an action, and the server does it once (O20, P1)', async () => {
  const { network, first, second, peer } = await twoTabs({ locks: false })
  network.down(true)
  await Promise.all([first.runtime.online.probe(), second.runtime.online.probe()])
  for (const uid of ['a', 'b', 'c']) await person(first).favourite(uid, true)
  network.down(false)
  first.fire('online')
  second.fire('online')
  await waitForEmptyOutbox(first)
  expect(peer.effects.toSorted()).toEqual(['on a', 'on b', 'on c'])
})

test('an action that was taken offline is shown after a reload (P7)', async () => {
  const { network, browser } = openWithPeer()
  const before = await browser.tab()
  await person(before).signIn('mina')
  network.down(true)
  await person(before).favourite('tower', true)
  before.kill()
  const after = await browser.tab()
  expect(await shownFavourites(after)).toEqual(['tower'])
  expect((await rowsOf(after)).map(({ args }) => args)).toEqual([{ gdsUid: 'tower', on: true }])
})

test('an action of one tab is shown in the other at once (P7)', async () => {
  const { network, first, second } = await twoTabs()
  network.down(true)
  await person(first).favourite('tower', true)
  expect(await shownFavourites(second)).toEqual(['tower'])
})

test('after a tab died during a drain, the next tab sends the rest and nothing twice (O12)', async () => {
  const { browser, network, peer, tab } = await openSignedIn()
  const held = network.hold(FAV)
  await person(tab).favourite('tower', true)
  await held.arrived
  await person(tab).favourite('temple', true)
  await waitUntil(() => peer.effects.length === 2)
  expect((await rowsOf(tab)).map(({ attempts }) => attempts)).toContain(1)
  tab.kill()
  held.release()
  const next = await browser.tab()
  await waitForEmptyOutbox(next)
  expect(peer.effects).toEqual(['on tower', 'on temple'])
  expect(await shownFavourites(next)).toEqual(['temple', 'tower'])
})

test('a page that gets a freeze event gives the lock back at once (O22)', async () => {
  const { browser, network, first, second, peer } = await twoTabs()
  const held = network.hold(FAV)
  await person(first).favourite('tower', true)
  await held.arrived
  const holder = browser.lockHeldBy(LOCK)
  const [frozen, awake] = holder === 1 ? [first, second] : [second, first]
  frozen.fire('freeze')
  await waitUntil(() => browser.lockHeldBy(LOCK) !== holder)
  awake.fire('visible')
  await waitForEmptyOutbox(awake)
  expect(peer.effects).toEqual(['on tower'])
  held.release()
})

test('a page that freezes silently loses the lock, and its late answer changes nothing when it thaws (O14, O23)', async () => {
  const { browser, network, first, second, clock, peer } = await twoTabs()
  const held = network.hold(FAV)
  await person(first).favourite('tower', true)
  await held.arrived
  const holder = browser.lockHeldBy(LOCK)
  const [frozen, awake] = holder === 1 ? [first, second] : [second, first]
  frozen.freeze()
  held.release()
  await person(awake).favourite('temple', true)
  expect(browser.lockHeldBy(LOCK)).toBe(holder)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(awake)).length === 0
  })
  expect(clock.monotonic()).toBeGreaterThanOrEqual(TAKE_OVER_MS)
  expect(peer.effects.toSorted()).toEqual(['on temple', 'on tower'])
  await person(awake).favourite('tower', false)
  await waitForEmptyOutbox(awake)
  frozen.thaw()
  frozen.fire('resume')
  await frozen.runtime.memberOutbox()?.flush()
  expect(await shownFavourites(frozen)).toEqual(['temple'])
  expect(peer.favourites('mina')).toEqual(['temple'])
  expect(frozen.reportedErrors).toEqual([])
})

test('the late answer of a thawed tab does not settle what another tab has tried since (O14)', async () => {
  const { browser, network, first, second, clock, peer } = await twoTabs()
  const held = network.hold(FAV)
  await person(first).favourite('tower', true)
  await held.arrived
  const [frozen, awake] = browser.lockHeldBy(LOCK) === 1 ? [first, second] : [second, first]
  frozen.freeze()
  network.fault(/interest.*tower/, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '3600' }))
  await person(awake).favourite('temple', true)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(awake)).some(({ attempts }) => attempts === 2)
  })
  await waitUntil(async () => (await rowsOf(awake)).some(({ wait }) => wait === HOUR_MS))
  const before = await rowsOf(awake)
  held.release()
  frozen.thaw()
  await frozen.runtime.memberOutbox()?.flush()
  expect((await rowsOf(awake)).filter(({ lane }) => lane === 'fav:tower')).toEqual(
    before.filter(({ lane }) => lane === 'fav:tower'),
  )
  clock.advance(HOUR_MS)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(awake)).length === 0
  })
  expect(peer.effects.toSorted()).toEqual(['on temple', 'on tower'])
})

test('no tab drains longer than 25 s at a time (O21)', async () => {
  const { browser, network, clock, peer, tab } = await openSignedIn()
  network.down(true)
  await tab.runtime.online.probe()
  for (let index = 0; index < 12; index += 1) await person(tab).favourite(`a${index}`, true)
  const holders: (number | null)[] = []
  network.fault(
    FAV,
    async (_request, pass) => {
      clock.advance(9_000)
      holders.push(browser.lockHeldBy(LOCK))
      return pass()
    },
    12,
  )
  let taken = 0
  const locks = tab.runtime.platform.locks as LockManager
  const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>
  locks.request = ((...args: unknown[]) => {
    if (args[0] === LOCK) taken += 1
    return request(...args)
  }) as typeof locks.request
  reconnect(network, tab)
  await waitForEmptyOutbox(tab)
  expect(peer.effects.length).toBe(12)
  expect(taken).toBeGreaterThan(Math.floor((12 * 9_000) / 3 / OUTBOX_DRAIN_MS))
})

test('the outbox wakes at a nudge of the worker and when the page is visible, shown again or resumed (O24)', async () => {
  for (const event of ['nudge', 'visible', 'pageshow', 'online', 'resume'] as const) {
    const { network, peer, tab } = await openSignedIn()
    network.down(true)
    await tab.runtime.online.probe()
    await person(tab).favourite('tower', true)
    await waitUntil(() => tab.runtime.online.get() === false)
    network.down(false)
    tab.fire(event)
    await waitForEmptyOutbox(tab)
    expect(peer.effects).toEqual(['on tower'])
  }
})
