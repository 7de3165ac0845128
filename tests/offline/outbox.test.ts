import { expect, test } from 'vitest'
import { answer } from '../harness/network.ts'
import { until } from '../harness/tabs.ts'
import { dbOf, drained, open, person, reconnect, rowsOf, shown, UNTRIED, withoutLine } from './setup.ts'

const FAV = /interest/

test('an action is kept, sent once and becomes the mirror', async () => {
  const { browser, peer } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  expect(await mina.favourite('tower', true)).toEqual({ ok: false, code: 'E_TOKEN' })
  await mina.signIn('mina')
  expect(await mina.favourite('tower', true)).toEqual({ ok: true, data: null })
  expect(await shown(tab)).toEqual(['tower'])
  await drained(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(await shown(tab)).toEqual(['tower'])
  expect(tab.reported).toEqual([])
})

/** Promise P1. */
test.each(['lose', 'twice', 'drop'] as const)('one effect when the request is hit by "%s"', async (fault) => {
  const { browser, peer, network, clock } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, fault)
  await mina.favourite('tower', true)
  await until(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower'])
  expect(peer.favourites('mina')).toEqual(['tower'])
})

test('never tried actions of one thing become the last; the last stays although the mirror says the same', async () => {
  const { peer, network, tab, mina } = await withoutLine()
  for (const on of [true, false, true, false]) await mina.favourite('tower', on)
  const rows = await rowsOf(tab)
  expect(rows.map(({ args }) => args)).toEqual([{ gdsUid: 'tower', on: false }])
  reconnect(network, tab)
  await drained(tab)
  expect(peer.effects).toEqual(['off tower'])
})

test('an attempted action is never coalesced: it may have had its effect', async () => {
  const { browser, peer, network, clock } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const held = network.hold(FAV)
  await mina.favourite('tower', true)
  await held.arrived
  await mina.favourite('tower', false)
  expect((await rowsOf(tab)).map(({ attempts }) => attempts)).toEqual([1, 0])
  held.fail()
  await until(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower', 'off tower'])
  expect(await shown(tab)).toEqual([])
})

/** Promise P4. */
test('one thing’s actions go in order: a later one does not overtake an earlier one that waits', async () => {
  const { browser, peer, network, clock } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(503, 'E_UNAVAILABLE', null, { 'retry-after': '60' }))
  await mina.favourite('tower', true)
  await until(async () => (await rowsOf(tab))[0]?.wait === 60_000)
  await mina.favourite('tower', false)
  await mina.favourite('temple', true)
  await until(async () => (await rowsOf(tab)).length === 2)
  expect(peer.effects).toEqual(['on temple'])
  await until(async () => {
    clock.advance(10_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on temple', 'on tower', 'off tower'])
})

test('lanes are independent: three side by side, one that hangs stops no other', async () => {
  const { browser, peer, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const held = network.hold(/gdsUid=slow/)
  await mina.favourite('slow', true)
  await held.arrived
  for (const uid of ['a', 'b', 'c', 'd']) await mina.favourite(uid, true)
  await until(() => peer.effects.length === 5)
  expect((await rowsOf(tab)).map(({ lane }) => lane)).toEqual(['fav:slow'])
  held.release()
  await drained(tab)
})

test('at most three requests at once', async () => {
  const { browser, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.phone.online.probe()
  for (const uid of ['a', 'b', 'c', 'd', 'e']) await mina.favourite(uid, true)
  let inFlight = 0
  let most = 0
  network.fault(
    FAV,
    async (_request, pass) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      await until(() => inFlight >= 3 || most >= 3)
      const response = await pass()
      inFlight -= 1
      return response
    },
    5,
  )
  reconnect(network, tab)
  await drained(tab)
  expect(most).toBe(3)
})

/** Promise P6, and of P2 that it is told. */
test('a refused action is kept with its code and blocks its own lane only', async () => {
  const { browser, peer, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(/gdsUid=gone/, async () => answer(200, 'E_NOT_FOUND'))
  await mina.favourite('gone', true)
  await mina.favourite('tower', true)
  await until(() => peer.effects.length === 1)
  await until(async () => (await rowsOf(tab)).some(({ refused }) => refused !== null))
  expect((await rowsOf(tab)).map(({ args, refused }) => [args, refused])).toEqual([
    [{ gdsUid: 'gone', on: true }, { code: 'E_NOT_FOUND' }],
  ])
  expect(await shown(tab)).toEqual(['tower'])
  // The member's later word takes its place.
  await mina.favourite('gone', false)
  await drained(tab)
  expect(peer.effects).toEqual(['on tower', 'off gone'])
})

test.each([
  [409, 'E_KEY_REUSED'],
  [413, 'E_TOO_LARGE'],
  [415, 'E_CONTENT_TYPE'],
  [422, 'E_INPUT'],
] as const)('%i %s is a refusal', async (http, code) => {
  const { browser, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(http, code))
  await mina.favourite('tower', true)
  await until(async () => (await rowsOf(tab))[0]?.refused?.code === code)
})

test.each([
  [408, 'E_BUSY'],
  [409, 'E_KEY_RUNNING'],
  [425, 'E_BUSY'],
  [429, 'E_THROTTLED'],
  [500, 'E_INTERNAL'],
  [503, 'E_UNAVAILABLE'],
] as const)('%i %s waits, and Retry-After wins', async (http, code) => {
  const { browser, network, clock, peer } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(http, code, null, { 'retry-after': '120' }))
  await mina.favourite('tower', true)
  await until(async () => ((await rowsOf(tab))[0]?.wait ?? 0) > 0)
  expect((await rowsOf(tab))[0]).toMatchObject({ attempts: 1, wait: 120_000, refused: null, lost: false })
  clock.advance(119_000)
  tab.fire('visible')
  tab.fire('online')
  await until(() => network.seen.filter(({ path }) => path === '/time').length > 0)
  expect(peer.effects).toEqual([])
  await until(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower'])
})

test('a code that this version does not know is tried five times, then the person is asked', async () => {
  const { browser, network, clock, peer } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.fault(FAV, async () => answer(200, 'E_OF_TOMORROW'), 5)
  await mina.favourite('tower', true)
  await until(async () => {
    clock.advance(10_000)
    return (await rowsOf(tab))[0]?.asks === 'unknown'
  })
  expect(network.seen.filter(({ path }) => FAV.test(path)).length).toBe(0)
  expect((await rowsOf(tab))[0]).toMatchObject({ attempts: 5, unknown: 5 })
  clock.advance(600_000)
  await tab.phone.memberOutbox()?.sendAnyway((await rowsOf(tab))[0]?.id ?? '')
  await drained(tab)
  expect(peer.effects).toEqual(['on tower'])
})

/** Promise P10. */
test('the outbox is bounded: 200 actions of 16 KB', async () => {
  const { browser, network } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.phone.online.probe()
  expect(await mina.inquire('x'.repeat(17 * 1024))).toEqual({ ok: false, code: 'STORAGE' })
  for (let index = 0; index < 200; index += 1) await mina.favourite(`a${index}`, true)
  expect(await mina.favourite('one more', true)).toEqual({ ok: false, code: 'STORAGE' })
  expect(await mina.favourite('a7', false)).toEqual({ ok: true, data: null })
  expect((await rowsOf(tab)).length).toBe(200)
})

test('an inquiry of eight days ago asks before it is sent', async () => {
  const { browser, network, clock, peer } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  network.down(true)
  await tab.phone.online.probe()
  await mina.inquire('Where is the exchange desk?')
  clock.advance(8 * 86_400_000)
  reconnect(network, tab)
  await until(async () => (await rowsOf(tab))[0]?.asks === 'old')
  expect(peer.effects).toEqual([])
  await tab.phone.memberOutbox()?.sendAnyway((await rowsOf(tab))[0]?.id ?? '')
  await drained(tab)
  expect(peer.inquiries.map(({ content }) => content)).toEqual(['Where is the exchange desk?'])
})

test('the inquiry has one id: of the action, the key and the row', async () => {
  const { browser, network, peer } = open()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  const written = await mina.inquire('Where is the exchange desk?')
  await drained(tab)
  const id = written.ok ? written.data.id : ''
  expect(peer.effects).toEqual([`inquiry ${id}`])
  expect(network.seen.find(({ path }) => path === '/inquiry/insertInquiry')?.key).toBe(id)
  expect((await dbOf(tab).inquiries.get(id))?.number).toBe('Q-000001')
})

test('an action that no released version can read is shown, not lost', async () => {
  const { browser } = open()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await drained(tab)
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
  tab.phone.memberOutbox()?.wake()
  await until(async () => (await rowsOf(tab))[0]?.asks === 'unknown')
})
