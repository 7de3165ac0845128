import { expect, test } from 'vitest'
import { OUTBOX_MAX } from '#contract/limits.ts'
import { OPEN_COOKIE } from '#db/names.ts'
import { MemberDb } from '#db/member.ts'
import { memberDbName } from '#db/names.ts'
import { HomeClosedError, memberHome } from '#sync/outbox/home.ts'
import { answer, html } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  dbOf,
  disk,
  openOffline,
  openSignedIn,
  openWithPeer,
  person,
  rowsOf,
  shownFavourites,
  stateOf,
  UNTRIED,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

test('an expired access token is renewed once and the action repeated once with its key (O34)', async () => {
  const { peer, network, tab } = await openSignedIn()
  const mina = person(tab)
  peer.expire()
  await mina.favourite('tower', true)
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(network.receivedRequests.filter(({ path }) => path === '/account/update-token').length).toBe(1)
  const tries = network.receivedRequests.filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/attraction/interest'),
  )
  expect(tries.map(({ key }) => key === tries[0]?.key)).toEqual([true, true])
})

test('many calls of many tabs make one renewal (S2)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tabs = [await browser.tab(), await browser.tab()]
  const [first, second] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
  await person(first).signIn('mina')
  await waitUntil(() => stateOf(second) === 'member')
  peer.expire()
  await Promise.all(
    tabs.flatMap(({ runtime }) => [runtime.pulls.pull('passes', true), runtime.pulls.pull('profile', true)]),
  )
  expect(network.receivedRequests.filter(({ path }) => path === '/account/update-token').length).toBe(1)
})

test.each([
  ['a dead network', 'drop'],
  ['a captive portal that redirects', async () => html(302, { location: 'http://portal.test/' })],
  ['a captive portal that answers with a page', async () => html()],
  ['a proxy', async () => html(502)],
  ['a server in trouble', async () => answer(500, 'E_INTERNAL')],
] as const)('%s during the renewal ends no session (S3)', async (_name, fault) => {
  const { peer, network, clock, tab } = await openSignedIn()
  const mina = person(tab)
  peer.expire()
  network.fault(/update-token/, fault, 2)
  await mina.favourite('tower', true)
  await waitUntil(async () => ((await rowsOf(tab))[0]?.attempts ?? 0) > 0)
  expect(stateOf(tab)).toBe('member')
  await waitUntil(async () => {
    clock.advance(1_000)
    return (await rowsOf(tab)).length === 0
  })
  expect(peer.effects).toEqual(['on tower'])
})

test('a refused renewal locks the session: passes and favourites stay, actions wait for their author (P9, S4, O42)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await mina.favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await waitForFirstPulls(tab)
  peer.expire(true)
  await mina.favourite('temple', true)
  await waitUntil(() => stateOf(tab) === 'locked')
  expect(await shownFavourites(tab)).toEqual(['temple', 'tower'])
  expect(browser.cookies.has('accessToken') || browser.cookies.has('refreshToken')).toBe(false)
  // A restart does not unlock it.
  browser.close()
  const next = await browser.tab()
  expect(stateOf(next)).toBe('locked')
  expect(await shownFavourites(next)).toEqual(['temple', 'tower'])
  const before = network.receivedRequests.length
  next.runtime.memberOutbox()?.wake()
  await next.runtime.memberOutbox()?.flush()
  expect(network.receivedRequests.slice(before).filter(({ path }) => /interest/.test(path))).toEqual([])
  await person(next).signIn('mina')
  await waitForEmptyOutbox(next)
  expect(peer.effects).toEqual(['on tower', 'on temple'])
})

test('the actions of A are never sent as B or shown to B, and no sign-in of B and no failed one deletes them (P3, O42)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const anna = person(tab)
  await anna.signIn('anna')
  await waitForFirstPulls(tab)
  network.down(true)
  await anna.favourite('tower', true)
  await waitUntil(async () => ((await rowsOf(tab))[0]?.attempts ?? 0) > 0 || !tab.runtime.online.get())
  await anna.signOut('keep')
  network.down(false)
  network.fault(/login/, async () => answer(200, 'E_LOGIN'))
  expect(await anna.signIn('anna')).toMatchObject({ code: 'E_LOGIN' })
  await anna.signIn('bob')
  await tab.runtime.memberOutbox()?.flush()
  expect(await shownFavourites(tab)).toEqual([])
  expect(peer.favourites('bob')).toEqual([])
  await anna.signOut()
  await anna.signIn('anna')
  await waitForEmptyOutbox(tab)
  expect(peer.favourites('anna')).toEqual(['tower'])
  expect(peer.effects).toEqual(['on tower'])
  const sent = network.receivedRequests.filter(({ path }) => /interest/.test(path))
  expect(sent.every(({ owner, token }) => owner === 'anna' && token?.includes('.anna.'))).toBe(true)
})

test('after another tab signed in as B, the actions of A wait for A (S1, O35, O42)', async () => {
  const { browser, peer, network } = openWithPeer()
  const [first, second] = [await browser.tab(), await browser.tab()]
  await person(first).signIn('anna')
  await waitUntil(() => stateOf(second) === 'member')
  await waitUntil(() => peer.devices.length > 0)
  // The first tab does not know of the sign-in yet, although the cookies are already Bob's.
  const anna = browser.cookies.get('accessToken')?.value ?? ''
  const held = network.hold(/login/)
  const signing = person(second).signIn('bob')
  await held.arrived
  const bob = await peer.handler(
    new Request('http://phone.test/api/v1/account/login', {
      method: 'POST',
      body: JSON.stringify({ id: 'bob', password: 'right' }),
    }),
  )
  const { data } = (await bob.json()) as { data: { accessToken: string } }
  browser.cookies.set('accessToken', { value: data.accessToken, maxAge: null })
  await person(first).favourite('tower', true)
  await waitUntil(() => network.receivedRequests.some(({ path, owner }) => /interest/.test(path) && owner === 'anna'))
  await first.runtime.memberOutbox()?.flush()
  expect(peer.effects).toEqual([])
  expect((await rowsOf(first)).length).toBe(1)
  browser.cookies.set('accessToken', { value: anna, maxAge: null })
  held.release()
  await signing
  await waitUntil(() => stateOf(first) === 'member' && dbOf(first).name === dbOf(second).name)
  expect(peer.favourites('bob')).toEqual([])
})

test('a sign-out offline deletes the mirror at once, and is reported to the server later (S6, S7, O45)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  await mina.signIn('mina')
  await mina.favourite('tower', true)
  await mina.inquire('Where is the exchange desk?')
  await waitForEmptyOutbox(tab)
  await waitForFirstPulls(tab)
  network.down(true)
  await tab.runtime.online.probe()
  expect(await mina.signOut('discard')).toEqual({ ok: true, data: null })
  expect(stateOf(tab)).toBe('anonymous')
  expect(Object.values(await disk(browser, 'mina')).flat()).toEqual([])
  expect([...browser.cookies.keys()]).toEqual([])
  expect(peer.revoked).toEqual([])
  browser.close()
  network.down(false)
  const next = await browser.tab()
  expect(stateOf(next)).toBe('anonymous')
  await waitUntil(() => peer.revoked.length === 1)
  expect(peer.revoked).toEqual(['e.mina'])
  await waitUntil(async () => (await next.runtime.storage.device()?.outbox.count()) === 0)
})

test('a sign-out works and is reported when the outbox of the device is full (S6, O9, O45)', async () => {
  const { browser, peer, network } = openWithPeer()
  const tab = await browser.tab()
  const mina = person(tab)
  network.down(true)
  await tab.runtime.online.probe()
  const device = tab.runtime.storage.device()
  const rows = Array.from({ length: OUTBOX_MAX }, (_, nth) => ({
    id: `a0000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    command: 'of a later release',
    version: 1,
    args: {},
    lane: `lane ${nth}`,
    owner: 'device',
    ...UNTRIED,
  }))
  await device?.outbox.bulkAdd(rows)
  network.down(false)
  await mina.signIn('mina')
  network.down(true)
  await tab.runtime.online.probe()
  expect(await mina.signOut('discard')).toEqual({ ok: true, data: null })
  expect(stateOf(tab)).toBe('anonymous')
  expect(Object.values(await disk(browser, 'mina')).flat()).toEqual([])
  browser.close()
  network.down(false)
  await browser.tab()
  await waitUntil(() => peer.revoked.length === 1)
  expect(peer.revoked).toEqual(['e.mina'])
})

test('a sign-out with "send now" waits until everything was sent (S7)', async () => {
  const { peer, network, tab, mina } = await openOffline()
  await mina.favourite('tower', true)
  expect(await mina.signOut('send')).toEqual({ ok: false, code: 'OFFLINE' })
  expect(stateOf(tab)).toBe('member')
  network.down(false)
  expect(await mina.signOut('send')).toEqual({ ok: true, data: null })
  expect(peer.effects).toEqual(['on tower'])
})

test('an answer that arrives after the sign-out writes nothing, and the action still has one effect (O15)', async () => {
  const { browser, peer, network, tab } = await openSignedIn()
  const mina = person(tab)
  const action = network.hold(/interest/)
  const pull = network.hold(/myPass\/list/)
  await mina.favourite('tower', true)
  const pulled = tab.runtime.pulls.pull('passes', true)
  await Promise.all([action.arrived, pull.arrived])
  await mina.signOut('keep')
  action.release()
  pull.release()
  await pulled
  const storedRows = await disk(browser, 'mina')
  expect(storedRows.favourites).toEqual([])
  expect(storedRows.stamps).toEqual([])
  expect(storedRows.outbox).toHaveLength(1)
  await mina.signIn('mina')
  await waitForEmptyOutbox(tab)
  expect(peer.effects).toEqual(['on tower'])
  expect(await shownFavourites(tab)).toEqual(['tower'])
})

test('a tab that has missed a sign-out, or the sign-in after it, writes nothing (S9)', async () => {
  const { tab } = await openSignedIn()
  const { idb } = tab.runtime.platform
  if (!idb) throw new Error('no storage')
  const db = new MemberDb(memberDbName('mina'), idb)
  const old = memberHome(db, 'mina', (await db.read('ticket')) ?? '')
  const write = () => old.transaction((open) => open.favourites.put({ gdsUid: 'tower', at: 1 }))
  await write()
  await person(tab).signOut()
  await expect(write()).rejects.toBeInstanceOf(HomeClosedError)
  await person(tab).signIn('mina')
  await expect(write()).rejects.toBeInstanceOf(HomeClosedError)
  expect(await shownFavourites(tab)).toEqual([])
  db.close()
})

test('a renewal that is answered after the sign-out does not sign the member in again (S10)', async () => {
  const { browser, peer, network, tab } = await openSignedIn()
  const mina = person(tab)
  peer.expire()
  const held = network.hold(/update-token/)
  const pulled = tab.runtime.pulls.pull('passes', true)
  await held.arrived
  await mina.signOut()
  held.release()
  await pulled
  expect([...browser.cookies.keys()]).toEqual([])
  expect(stateOf(tab)).toBe('anonymous')
})

test('without "keep me signed in" a closed browser hides everything until the same member signs in (S11)', async () => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina', false)
  expect(browser.cookies.get('refreshToken')?.maxAge).toBe(null)
  expect(browser.cookies.has(OPEN_COOKIE)).toBe(true)
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  const secondTab = await browser.tab()
  expect(stateOf(secondTab)).toBe('member')
  browser.close()
  const next = await browser.tab()
  expect(stateOf(next)).toBe('anonymous')
  expect((await disk(browser, 'mina')).favourites).toHaveLength(1)
  await person(next).signIn('mina', false)
  expect(await shownFavourites(next)).toEqual(['tower'])
})
