import { liveQuery } from 'dexie'
import { expect, test } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import { stampOf } from '#sync/mirror/stamps.ts'
import { sharedCatalogue } from '#sync/mirror/shared.ts'
import { sharedPartners } from '#sync/mirror/sharedCity.ts'
import { waitingOf } from '#sync/mirror/collectWishes.ts'
import { projectFavourites, projectInquiries } from '#sync/mirror/project.ts'
import type { OutboxRow } from '#db/rows.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import {
  dbOf,
  openSignedIn,
  openWithPeer,
  person,
  rowsOf,
  shownFavourites,
  UNTRIED,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

const row = (change: Partial<OutboxRow>): OutboxRow => ({
  seq: 1,
  id: '1',
  command: 'favourite.set',
  version: 1,
  args: { gdsUid: 'tower', on: true },
  lane: 'fav:tower',
  owner: 'mina',
  ...UNTRIED,
  writtenAt: 50,
  ...change,
})

test('a view shows the wishes over the mirror, in the order of the wishes (M1)', () => {
  const mirror = [{ gdsUid: 'temple', at: 10 }]
  const wishes = [
    row({}),
    row({ seq: 2, args: { gdsUid: 'tower', on: false } }),
    row({ seq: 3, args: { gdsUid: 'temple', on: false } }),
  ]
  expect(projectFavourites(mirror, wishes.slice(0, 1), 0).list.map(({ gdsUid }) => gdsUid)).toEqual(['tower', 'temple'])
  expect(projectFavourites(mirror, wishes, 0).list).toEqual([])
})

test('a refused action does not change the shown favourites and is shown as refused (M2)', () => {
  const { list, waiting } = projectFavourites([], [row({ refused: { code: 'E_NOT_FOUND' } })], 0)
  expect(list).toEqual([])
  expect(waiting.get('tower')).toBe('refused')
})

test.each([
  [999, 'saved'],
  [1_000, 'sending'],
  [1_001, 'sending'],
  [10_999, 'sending'],
  [11_000, 'saved'],
] as const)('an action that was tried at 1000 is shown at %i as "%s" (M3)', (wall, waiting) => {
  expect(waitingOf(row({ attempts: 1, triedAt: 1_000 }), wall)).toBe(waiting)
})

test('an inquiry is shown once: queued, or as the server has it (M4)', () => {
  const args = { id: 'q', email: 'mina@example.com', content: 'Where is it?' }
  const queued = row({ command: 'inquiry.write', args })
  const serverInquiry = { ...args, number: 'Q-000001', state: 'waiting' as const, writtenAt: 60, answer: null }
  expect(projectInquiries([], [queued], 0)).toMatchObject([{ id: 'q', state: 'queued', waiting: 'saved' }])
  expect(projectInquiries([serverInquiry], [queued], 0)).toEqual([serverInquiry])
})

test('an action that this build cannot read is described with the text that the person wrote (P2)', async () => {
  const { browser } = openWithPeer()
  const { reads } = (await browser.tab()).runtime
  const newer = row({ command: 'pass.name', version: 2, args: { passUid: 'p', name: 'Grandma' } })
  expect(reads.describe(newer)).toMatchObject({ title: { message: 'Name a pass' }, text: 'Grandma' })
  const strange = row({ command: 'pass.lend', args: { message: 'Until Sunday' } })
  expect(reads.describe(strange)).toMatchObject({ title: null, text: 'Until Sunday' })
})

test('a favourite stays on the screen from the wish to the mirror (P8, O13)', async () => {
  const { tab } = await openSignedIn()
  const db = dbOf(tab)
  const frames: number[] = []
  const watching = liveQuery(() =>
    db.transaction('r', [db.favourites, db.outbox], async () =>
      projectFavourites(await db.favourites.toArray(), await db.outbox.toArray(), 0),
    ),
  ).subscribe(({ list }) => frames.push(list.length))
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await tab.runtime.pulls.pull('favourites', true)
  await waitUntil(() => frames.includes(1))
  watching.unsubscribe()
  const first = frames.indexOf(1)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(frames.slice(first).every((count) => count === 1)).toBe(true)
})

test('the answer of a pull that an action has overtaken is not written (M11)', async () => {
  const { network, peer, tab } = await openSignedIn()
  // The request is sent before the action, and answered after it.
  const held = network.hold(/myAttraction\/list/)
  const pulled = tab.runtime.pulls.pull('favourites', true)
  await held.arrived
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  expect(await shownFavourites(tab)).toEqual(['tower'])
  const states: string[][] = []
  const watching = liveQuery(() => dbOf(tab).favourites.toArray()).subscribe((list) =>
    states.push(list.map(({ gdsUid }) => gdsUid)),
  )
  held.release()
  await pulled
  await waitUntil(() => states.length > 0)
  watching.unsubscribe()
  expect(states.every((list) => list.includes('tower'))).toBe(true)
  expect(peer.favourites('mina')).toEqual(['tower'])
})

test('a change of another phone arrives with one pull (M10)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await peer.handler(
    new Request('http://phone.test/api/v1/attraction/interest?gdsUid=market', {
      method: 'POST',
      headers: { authorization: `Bearer ${browser.cookies.get('accessToken')?.value}` },
    }),
  )
  await tab.runtime.pulls.pull('favourites', true)
  await waitUntil(async () => (await shownFavourites(tab)).length === 2)
  expect(await shownFavourites(tab)).toEqual(peer.favourites('mina').toSorted())
})

test('a failed pull leaves the mirror and its age as they were (P11, M13)', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await tab.runtime.pulls.pull('favourites', true)
  const { at } = await stampOf(dbOf(tab).stamps, 'favourites')
  clock.advance(60_000)
  network.fault(/myAttraction/, async () => answer(500, 'E_INTERNAL'))
  await tab.runtime.pulls.pull('favourites', true)
  expect(tab.runtime.pulls.failures.get().get('favourites')).toEqual({
    kind: 'transport',
    reached: true,
    code: 'E_INTERNAL',
  })
  expect(await shownFavourites(tab)).toEqual(['tower'])
  expect((await stampOf(dbOf(tab).stamps, 'favourites')).at).toBe(at)
})

test('forced pulls follow the pull of their part that asked before the write, and share an answer (M16, M15)', async () => {
  const { network, peer, tab } = await openSignedIn()
  const { pulls } = tab.runtime
  await waitUntil(() => network.underWay() === 0)
  const requests = () => network.receivedRequests.filter(({ path }) => path.startsWith('/inquiry/list')).length
  const before = requests()
  const held = network.hold(/GET \/inquiry\/list/)
  const early = pulls.pull('inquiries', true)
  await held.arrived
  const inquiry = { id: 'q', number: 'Q-000001', email: 'mina@example.com', content: 'Where is it?', writtenAt: 60 }
  peer.inquiries.push({ ...inquiry, state: 'waiting', answer: null })
  peer.authors.set('q', 'mina')
  const forced = [pulls.pull('inquiries', true), pulls.pull('inquiries', true)]
  const joined = pulls.pull('inquiries')
  held.release()
  expect(await joined).toBe(await early)
  await Promise.all(forced)
  expect(requests() - before).toBe(2)
  expect((await dbOf(tab).inquiries.toArray()).map(({ id }) => id)).toEqual(['q'])
})

test('names that were pulled in another language between two rounds are fetched again, and the others are not (M23)', async () => {
  const { browser, network, peer } = openWithPeer()
  const chosen = { locale: 'en' as Locale }
  const tab = await browser.tab({ locale: () => chosen.locale })
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  const { pulls } = tab.runtime
  await pulls.pullChanges(true)
  chosen.locale = 'ko'
  peer.passes.set('mina', [PASS])
  expect(await pulls.pullPartChanges('passes')).toMatchObject({ ok: true })
  chosen.locale = 'en'
  const roundPaths = async () => {
    const before = network.receivedRequests.length
    await pulls.pullChanges(true)
    return network.receivedRequests.slice(before).map(({ path }) => path.split('?')[0])
  }
  expect((await roundPaths()).toSorted()).toEqual([
    '/mypage/AttractionHistory',
    '/mypage/exchangeCard/list',
    '/mypage/myPass/list',
    '/sync',
  ])
  expect(await roundPaths()).toEqual(['/sync'])
})

test('the catalogue is requested with its ETag, and only its age is written when it is unchanged (M19)', async () => {
  const { browser, peer, clock } = openWithPeer()
  const tab = await browser.tab()
  const device = tab.runtime.storage.device()
  if (!device) throw new Error('no storage')
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  clock.advance(60_000)
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  expect(peer.catalogue).toMatchObject({ calls: 2, unchanged: 1 })
  const stamp = await stampOf(device.stamps, 'catalogue:en')
  expect(stamp).toMatchObject({ at: clock.wall(), etag: '"one"' })
  expect((await device.shared.get('catalogue:en'))?.data).toEqual({ version: 'one', products: [] })
  peer.catalogue.version = 'two'
  await tab.runtime.pulls.shared(sharedCatalogue('en'), true)
  expect((await device.shared.get('catalogue:en'))?.data).toEqual({ version: 'two', products: [] })
  // Each language has its own copy.
  await tab.runtime.pulls.shared(sharedCatalogue('ko'), true)
  expect(await device.shared.count()).toBe(2)
})

test('partners are requested with the ETag of each page, and a partner that moves to the next page is there once (M19, M17)', async () => {
  const { browser, network, clock } = openWithPeer()
  const tab = await browser.tab()
  const device = tab.runtime.storage.device()
  if (!device) throw new Error('no storage')
  const partners = ['v-1', 'v-2', 'v-3', 'v-4'].map((venueUid) => ({ venueUid }))
  const versions = ['one', 'one']
  const served: string[] = []
  network.fault(
    /GET .*venue\/list/,
    async ({ url, headers }) => {
      const pageNum = Number(new URL(url).searchParams.get('pageNum'))
      const etag = `"${pageNum}-${versions[pageNum - 1]}"`
      const isUnchanged = headers.get('if-none-match') === etag
      served.push(`${pageNum} ${isUnchanged ? 304 : 200}`)
      if (isUnchanged) return new Response(null, { status: 304, headers: { etag } })
      const list = partners.slice(2 * pageNum - 2, 2 * pageNum)
      const page = { list, pageNum, pageSize: 2, total: partners.length }
      // Between the two pages a partner is added before the others.
      if (versions[0] === 'two' && pageNum === 1) partners.unshift({ venueUid: 'v-0' })
      return new Response(JSON.stringify({ status: { code: '200', message: 'ok' }, data: page }), {
        headers: { 'content-type': 'application/json', etag },
      })
    },
    Infinity,
  )
  const pull = async () => {
    served.length = 0
    expect(await tab.runtime.pulls.shared(sharedPartners('en'), true)).toMatchObject({ ok: true })
    const stored = (await device.shared.get('partners:en'))?.data as { list: { venueUid: string }[] } | undefined
    return stored?.list.map(({ venueUid }) => venueUid)
  }
  expect(await pull()).toEqual(['v-1', 'v-2', 'v-3', 'v-4'])
  clock.advance(60_000)
  expect(await pull()).toEqual(['v-1', 'v-2', 'v-3', 'v-4'])
  expect(served).toEqual(['1 304', '2 304'])
  expect((await stampOf(device.stamps, 'partners:en')).at).toBe(clock.wall())
  versions.fill('two')
  const moved = await pull()
  expect(moved).toEqual([...new Set(moved ?? [])])
  expect(moved).toEqual(expect.arrayContaining(['v-1', 'v-2', 'v-3', 'v-4']))
})

test('concurrent pulls of the catalogue share one request (M15)', async () => {
  const { browser, peer } = openWithPeer()
  const tab = await browser.tab()
  await Promise.all([1, 2, 3].map(() => tab.runtime.pulls.shared(sharedCatalogue('en'))))
  await tab.runtime.pulls.shared(sharedCatalogue('en'))
  expect(peer.catalogue.calls).toBe(1)
})

test('a waiting action can be read after a restart (O12, P2)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  network.down(true)
  await tab.runtime.online.probe()
  await person(tab).inquire('Where is the exchange desk?')
  browser.close()
  const next = await browser.tab()
  expect((await rowsOf(next)).map(({ args }) => args)).toMatchObject([{ content: 'Where is the exchange desk?' }])
})
