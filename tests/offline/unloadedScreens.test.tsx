// @vitest-environment jsdom
import type { ComponentType } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { HistoryScreen } from '#routes/myPage/-parts/historyScreen.tsx'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { MyAttractionsScreen } from '#routes/myPage/-parts/myAttractionsScreen.tsx'
import { MyPageScreen } from '#routes/myPage/-parts/myPageScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil, type Tab } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person } from './setup.ts'

/**
 * Data that the server has not sent yet is neither counted nor called empty. The tests follow one member and phone in
 * order.
 */

const PARTS = ['passes', 'favourites', 'inquiries'] as const
const PLACE = { gdsUid: 'tower', name: 'Tower', hours: null, scene: 'tower', passGroup: 'A' }

let isFailing = true
let tab: Tab
let opened: ReturnType<typeof openWithPeer>
beforeAll(async () => {
  opened = openWithPeer()
  const { browser, network, peer, clock } = opened
  network.fault(
    /GET .*(?:myPass|myAttraction|AttractionHistory|inquiry)(?:\/list)?$/,
    async (_request, pass) => (isFailing ? answer(503, 'E_UNAVAILABLE') : pass()),
    Infinity,
  )
  const catalogue = { version: 'two', products: [], attractions: [PLACE] }
  network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  const ended = { ...PASS, passUid: '0193a1b2-0000-7000-8000-000000000008', validUntil: clock.wall() - 1 }
  peer.passes.set('mina', [{ ...PASS, validUntil: clock.wall() + DAY_MS }, ended])
  tab = await browser.tab()
  await person(tab).signIn('mina')
  replaceRuntime(tab.runtime)
})

const show = (Screen: ComponentType): Promise<MountedScreen> => mountScreen(<Screen />)

test('My Page shows no counts before any data has arrived', async () => {
  const { text } = await show(MyPageScreen)
  await waitUntil(() => text().includes('mina@example.com'))
  for (const claim of ['No valid pass', '0 places', '0 inquiries']) expect(text()).not.toContain(claim)
})

test('favourites that could not be loaded are not called empty', async () => {
  const { text } = await show(MyAttractionsScreen)
  await waitUntil(() => text().includes('Could not load your favourites'))
  expect(text()).not.toContain('No favourite attractions')
})

test('with data, My Page counts passes that are valid by the clock, and places that the list shows', async () => {
  isFailing = false
  await person(tab).favourite('tower', true)
  await person(tab).favourite('closed-for-good', true)
  const { text } = await show(MyPageScreen)
  for (const syncPart of PARTS) await tab.runtime.pulls.pull(syncPart, true)
  await waitUntil(() => text().includes('1 place'))
  await waitUntil(() => text().includes('1 pass'))
  expect(text()).not.toContain('0 inquiries')
  expect(text()).not.toContain('2 pass')
  expect(text()).not.toContain('2 places')
})

test.each([
  ['unused', {}, true],
  ['unused, and was shown for a discount', { discountUsedAt: 1 }, false],
  ['used up', { state: 'used', activatedAt: 1 }, true],
  ['in use', { state: 'in_use', activatedAt: 1 }, false],
] as const)('with a pass that is %s, My Page offers to correct the name: %j', async (_what, change, isOffered) => {
  const validUntil = opened.clock.wall() + DAY_MS
  opened.peer.passes.set('mina', [{ ...PASS, validUntil, ...change }])
  await tab.runtime.pulls.pull('passes', true)
  const screen = await show(MyPageScreen)
  await waitUntil(() => screen.text().includes('mina@example.com'))
  await waitUntil(() => (screen.button('Correct the name') !== undefined) === isOffered, 'the button')
})

test('a history that was never loaded is not called empty once the session has lapsed', async () => {
  opened.peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  const { text, links } = await show(HistoryScreen)
  await waitUntil(() => links('Sign in').length > 0)
  expect(links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2FattractionHistory'])
  expect(text()).not.toContain('No places to show yet')
})

test('an empty history says how old it is, and that places come from the server', async () => {
  await person(tab).signIn('mina')
  await tab.runtime.pulls.pull('history', true)
  const { text, links } = await show(HistoryScreen)
  await waitUntil(() => text().includes('No places to show yet'))
  expect(text()).toContain(
    'Places where you use a pass appear here, with the day and time. The list is updated when you are online.',
  )
  expect(text()).toContain('Updated ')
  expect(links('Sign in')).toEqual([])
})

test('a history that was empty when the session lapsed is not called empty, and offers to sign in', async () => {
  opened.peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  const { text, links } = await show(HistoryScreen)
  await waitUntil(() => links('Sign in').length > 0)
  expect(links('Sign in')).toEqual(['/login?returnTo=%2FmyPage%2FattractionHistory'])
  expect(text()).not.toContain('No places to show yet')
})

const PICTURES = 'A picture appears here for each place you visit.'

test.each([
  ['unused', true],
  ['expired', false],
  ['refund', false],
] as const)('the card of a pass without visits that is %s promises pictures: %s', async (state, isPromised) => {
  const pass = { ...PASS, state, validUntil: Date.UTC(2031, 0, 1), naming: null, gift: null, hasCode: false }
  const screen = await mountScreen(<PassCard pass={pass} deviceUid={null} isOwn />)
  expect(screen.text().includes(PICTURES)).toBe(isPromised)
})
