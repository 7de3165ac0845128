import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  dbOf,
  waitForEmptyOutbox,
  openWithPeer,
  person,
  reconnect,
  rowsOf,
  shownFavourites,
  UNTRIED,
  openOffline,
} from './setup.ts'

const FAV = /interest/

test('an action is kept, sent once, and becomes a row of the mirror (O13, P1)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  expect(await mina.favourite('tower', true)).toEqual({ ok: false, code: 'E_TOKEN' })
  await mina.signIn('mina')
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: 'queued' })
  expect(await shownFavourites(tab)).toEqual(['tower'])
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(await shownFavourites(tab)).toEqual(['tower'])
  expect(tab.reportedErrors).toEqual([])
})

test.each([
  ['takes effect but its answer is lost', 'lose'],
  ['arrives twice', 'twice'],
  ['does not arrive at first', 'drop'],
] as const)('an action has one effect when its request %s (P1, O12)', async (_what, fault) => {
  const { browser, peer, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, fault)
  await mina.favourite('tower', true)
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower'])
  expect(peer.favourites('mina')).toEqual(['tower'])
})

test('the last of several untried actions replaces the others, and is sent although the mirror shows the same state (O4)', async () => {
  const { peer, network, tab, mina } = await openOffline()
  for (const on of [true, false, true, false]) await mina.favourite('tower', on)
  const rows = await rowsOf(tab)
  expect(rows.map(({ args }) => args)).toEqual([{ gdsUid: 'tower', on: false }])
  reconnect(network, tab)
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['off tower'])
})

test('an action that was tried is not replaced by a later one (O5)', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const held = network.hold(FAV)
  await mina.favourite('tower', true)
  await held.arrived
  await mina.favourite('tower', false)
  expect((await rowsOf(tab)).map(({ attempts }) => attempts)).toEqual([1, 0])
  held.fail()
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower', 'off tower'])
  expect(await shownFavourites(tab)).toEqual([])
})

test('a later action of a lane does not overtake one that waits (P4, O16)', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  await mina.favourite('tower', true)
  await waitUntil(async () => (await rowsOf(tab))[0]?.wait === 60_000)
  await mina.favourite('tower', false)
  await mina.favourite('temple', true)
  await waitUntil(async () => (await rowsOf(tab)).length === 2)
  expect(peer.effects).toEqual(['on temple'])
  await waitUntil(async () => {
    clock.advance(10_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on temple', 'on tower', 'off tower'])
})

test('a lane whose request hangs holds up no other lane (O17)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const held = network.hold(/gdsUid=slow/)
  await mina.favourite('slow', true)
  await held.arrived
  for (const uid of ['a', 'b', 'c', 'd']) await mina.favourite(uid, true)
  await waitUntil(() => peer.effects.length === 5)
  expect((await rowsOf(tab)).map(({ lane }) => lane)).toEqual(['fav:slow'])
  held.release()
  await waitForEmptyOutbox(tab)
})

test('at most three requests are sent at once (O17)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.runtime.online.probe()
  for (const uid of ['a', 'b', 'c', 'd', 'e']) await mina.favourite(uid, true)
  let inFlight = 0
  let most = 0
  network.fault(
    FAV,
    async (_request, pass) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await waitUntil(() => inFlight >= 3 || most >= 3)
      const response = await pass()
      inFlight -= 1
      return response
    },
    5,
  )
  reconnect(network, tab)
  await waitForEmptyOutbox(tab)
  expect(most).toBe(3)
})

test('a refused action is kept with its code and the time of the answer, blocks its own lane only, and is replaced by a later one (P2, P6, O4, O18)', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(/gdsUid=gone/, async () => {
    clock.advance(5_000)
    return answer(200, 'E_NOT_FOUND')
  })
  const wished = clock.wall()
  await mina.favourite('gone', true)
  await mina.favourite('tower', true)
  await waitUntil(() => peer.effects.length === 1)
  await waitUntil(async () => (await rowsOf(tab)).some(({ refused }) => refused !== null))
  expect((await rowsOf(tab)).map(({ args, refused }) => [args, refused])).toEqual([
    [
      { gdsUid: 'gone', on: true },
      { code: 'E_NOT_FOUND', at: wished + 5_000 },
    ],
  ])
  expect(await shownFavourites(tab)).toEqual(['tower'])
  // The member's later wish replaces the refused action.
  await mina.favourite('gone', false)
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower', 'off gone'])
})

test.each([
  [409, 'E_KEY_REUSED'],
  [413, 'E_TOO_LARGE'],
  [415, 'E_CONTENT_TYPE'],
  [422, 'E_INPUT'],
] as const)('HTTP %i with %s is a refusal (O36)', async (http, code) => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(http, code))
  await mina.favourite('tower', true)
  await waitUntil(async () => (await rowsOf(tab))[0]?.refused?.code === code)
})

test.each([
  [408, 'E_BUSY'],
  [409, 'E_KEY_RUNNING'],
  [425, 'E_BUSY'],
  [429, 'E_THROTTLED'],
  [500, 'E_INTERNAL'],
  [503, 'E_UNAVAILABLE'],
] as const)(
  'HTTP %i with %s makes the action wait, for as long as Retry-After says (O30, O31, O32)',
  async (http, code) => {
    const { browser, network, clock, peer } = openWithPeer()
    const tab = await browser.tab()
    const mina = person(tab)
    await mina.signIn('mina')
    network.fault(FAV, async () => answer(http, code, null, { 'retry-after': '120' }))
    await mina.favourite('tower', true)
    await waitUntil(async () => ((await rowsOf(tab))[0]?.wait ?? 0) > 0)
    expect((await rowsOf(tab))[0]).toMatchObject({ attempts: 1, wait: 120_000, refused: null, lost: false })
    clock.advance(119_000)
    tab.fire('visible')
    tab.fire('online')
    await waitUntil(() => network.receivedRequests.filter(({ path }) => path === '/time').length > 0)
    expect(peer.effects).toEqual([])
    await waitUntil(async () => {
      clock.advance(1_000)
      return (await rowsOf(tab)).length === 0
    })
    expect(peer.effects).toEqual(['on tower'])
  },
)

test('an action asks after five answers with a code that this build does not know (O37, O47)', async () => {
  const { browser, network, clock, peer } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(200, 'E_OF_TOMORROW'), 5)
  await mina.favourite('tower', true)
  await waitUntil(async () => {
    clock.advance(10_000)
    return (await rowsOf(tab))[0]?.asks === 'unknown'
  })
  expect(network.receivedRequests.filter(({ path }) => FAV.test(path)).length).toBe(0)
  expect((await rowsOf(tab))[0]).toMatchObject({ attempts: 5, unknown: 5 })
  clock.advance(600_000)
  await tab.runtime.memberOutbox()?.sendAnyway((await rowsOf(tab))[0]?.id ?? '')
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
})

test('an outbox refuses a long text as too large, takes 200 actions, and refuses the next, unless it replaces one (P10, O9, O10)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.runtime.online.probe()
  expect(await mina.inquire('x'.repeat(17 * 1024))).toEqual({ ok: false, code: 'E_TOO_LARGE' })
  for (let index = 0; index < 200; index += 1) await mina.favourite(`a${index}`, true)
  expect(await mina.favourite('one more', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await mina.favourite('a7', false)).toEqual({ ok: true, data: 'queued' })
  expect((await rowsOf(tab)).length).toBe(200)
})

test('an inquiry that is eight days old asks, and is sent when the person says so (O38, O47)', async () => {
  const { browser, network, clock, peer } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.runtime.online.probe()
  await mina.inquire('Where is the exchange desk?')
  clock.advance(8 * DAY_MS)
  reconnect(network, tab)
  await waitUntil(async () => (await rowsOf(tab))[0]?.asks === 'old')
  expect(peer.effects).toEqual([])
  await tab.runtime.memberOutbox()?.sendAnyway((await rowsOf(tab))[0]?.id ?? '')
  await waitForEmptyOutbox(tab)
  expect(peer.inquiries.map(({ content }) => content)).toEqual(['Where is the exchange desk?'])
})

test('an inquiry has the id of its action and of its idempotency key (O1)', async () => {
  const { browser, network, peer } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const written = await mina.inquire('Where is the exchange desk?')
  await waitForEmptyOutbox(tab)
  const id = written.ok ? written.data.id : ''
  expect(peer.effects).toEqual([`inquiry ${id}`])
  expect(network.receivedRequests.find(({ path }) => path === '/inquiry/insertInquiry')?.key).toBe(id)
  expect((await dbOf(tab).inquiries.get(id))?.number).toBe('Q-000001')
})

test('an action that no released build can read asks and is not deleted (P13, O46)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  const row = {
    id: 'x',
    command: 'gift.fold',
    version: 9,
    args: {},
    lane: 'gift:1',
    owner: 'mina',
    ...UNTRIED,
  }
  await dbOf(tab).outbox.add(row)
  tab.runtime.memberOutbox()?.wake()
  await waitUntil(async () => (await rowsOf(tab))[0]?.asks === 'unknown')
})
