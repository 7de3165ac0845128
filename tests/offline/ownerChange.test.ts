import { afterEach, expect, test, vi } from 'vitest'
import { myPage } from '#contract/calls/mypage.ts'
import { OWNER_CHANGE_KEY, VALUE_KEYS } from '#db/names.ts'
import { waitUntil } from '../harness/tabs.ts'
import { fill, refuse } from './failingStorage.ts'
import {
  disk,
  openSignedIn,
  openWithPeer,
  person,
  shownFavourites,
  ownerOf,
  stateOf,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

/** Sign-ins, sign-outs and renewals that the device database cannot take. */

afterEach(() => vi.restoreAllMocks())

/** Mina, with a favourite in the mirror, whose browser was closed. */
const closeAfterVisit = async (keep: boolean) => {
  const opened = openWithPeer()
  const tab = await opened.browser.tab()
  await person(tab).signIn('mina', keep)
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await waitForFirstPulls(tab)
  opened.browser.close()
  return opened
}

test('a member who signs in on a full disk is the owner in this page and at the next start, and not the member before (S33, S12, P3)', async () => {
  const { browser, peer } = await closeAfterVisit(false)
  const tab = await browser.tab()
  const makeRoom = fill(tab)
  expect(await person(tab).signIn('anna')).toMatchObject({ ok: true })
  expect(ownerOf(tab)).toBe('member anna')
  expect(await tab.runtime.storage.device()?.read(VALUE_KEYS.session)).toBeUndefined()
  // The deletion is a change that an open page follows, and a renewal finds no pointer.
  await tab.runtime.session.recoverFromEviction()
  peer.expire()
  expect(await tab.runtime.api.call(myPage, {})).toMatchObject({ ok: true })
  expect(ownerOf(tab)).toBe('member anna')
  makeRoom()
  browser.close()
  const next = await browser.tab()
  await waitUntil(() => ownerOf(next) === 'member anna', 'the member who signed in')
  expect(await shownFavourites(next)).toEqual([])
  expect((await disk(browser, 'mina')).favourites).toHaveLength(1)
})

test('a session that lapses on a full disk keeps its passes and favourites (S4, S33)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  const makeRoom = fill(tab)
  peer.expire(true)
  await tab.runtime.pulls.pullChanges(true)
  await waitUntil(() => stateOf(tab) === 'locked')
  makeRoom()
  browser.close()
  expect(ownerOf(await browser.tab())).toBe('locked mina')
})

/** Mina, whose session has lapsed and whose browser was closed. */
const closeAfterLapse = async () => {
  const { browser, network, peer, tab } = await openSignedIn()
  peer.expire(true)
  await tab.runtime.pulls.pullChanges(true)
  await waitUntil(() => stateOf(tab) === 'locked')
  browser.close()
  return { browser, network, peer, tab }
}

test('a member whose session has lapsed and who signs in while storage is refused is signed in at the next start (S33, S4, S18)', async () => {
  const { browser } = await closeAfterLapse()
  const allow = refuse(browser)
  const tab = await browser.tab()
  expect(await person(tab).signIn('mina')).toMatchObject({ ok: true })
  allow()
  browser.close()
  const next = await browser.tab()
  await waitUntil(() => ownerOf(next) === 'member mina', 'the member who signed in')
})

test('a member whose session has lapsed and who signs in on a full disk ends the new session at the sign-out, not the former one (S33, S4, O45)', async () => {
  const { browser, peer, tab: first } = await closeAfterLapse()
  fill(first)
  const tab = await browser.tab()
  expect(ownerOf(tab)).toBe('locked mina')
  expect(await person(tab).signIn('mina')).toMatchObject({ ok: true })
  expect(ownerOf(tab)).toBe('member mina')
  // The former pointer must not come back when the page becomes visible.
  await tab.runtime.session.recoverFromEviction()
  expect(ownerOf(tab)).toBe('member mina')
  await person(tab).signOut()
  await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
  expect(peer.revoked).toEqual(['e.mina.2'])
})

test('a member whose session has lapsed and who signs in on a full disk sees the passes at an offline start, and is signed in with the connection (S33, S4, P9)', async () => {
  const { browser, network, tab: first } = await closeAfterLapse()
  const makeRoom = fill(first)
  const tab = await browser.tab()
  expect(await person(tab).signIn('mina')).toMatchObject({ ok: true })
  browser.close()
  network.down(true)
  const offline = await browser.tab()
  expect(ownerOf(offline)).toBe('locked mina')
  network.down(false)
  await offline.runtime.online.probe()
  await waitUntil(() => ownerOf(offline) === 'member mina', 'the member who signed in')
  makeRoom()
  browser.close()
  const next = await browser.tab()
  await waitUntil(() => ownerOf(next) === 'member mina', 'the member at the next start')
})

test('a member who was hidden and signs in on a full disk ends the new session at the sign-out, not the former one (S33, S11, O45)', async () => {
  const { browser, peer } = await closeAfterVisit(false)
  const tab = await browser.tab()
  expect(stateOf(tab)).toBe('anonymous')
  fill(tab)
  expect(await person(tab).signIn('mina', false)).toMatchObject({ ok: true })
  await tab.runtime.session.recoverFromEviction()
  await person(tab).signOut()
  await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
  expect(peer.revoked).toEqual(['e.mina.2'])
})

test('a renewal on a full disk is stored in memory, and no call throws (S33, S19)', async () => {
  const { browser, peer, tab } = await openSignedIn()
  const makeRoom = fill(tab)
  peer.expire()
  expect(await tab.runtime.api.call(myPage, {})).toMatchObject({ ok: true })
  expect(tab.runtime.storage.status.get().state).toBe('full')
  expect(ownerOf(tab)).toBe('member mina')
  makeRoom()
  browser.close()
  expect(ownerOf(await browser.tab())).toBe('member mina')
})

test.each([true, false])(
  'a sign-in while storage is refused counts at the next start, also against a member who is kept: %s (S33, S18, S12)',
  async (keep) => {
    const { browser } = await closeAfterVisit(keep)
    const allow = refuse(browser)
    const tab = await browser.tab()
    await person(tab).signIn('anna')
    expect(ownerOf(tab)).toBe('member anna')
    allow()
    browser.close()
    expect(browser.local.getItem(OWNER_CHANGE_KEY)).not.toBeNull()
    const next = await browser.tab()
    await waitUntil(() => ownerOf(next) === 'member anna', 'the member who signed in')
    expect(await shownFavourites(next)).toEqual([])
    expect((await disk(browser, 'mina')).favourites).toHaveLength(1)
    await waitUntil(() => browser.local.getItem(OWNER_CHANGE_KEY) === null, 'the end of the change')
    // The pointer is stored: nothing has to be asked again.
    browser.close()
    expect(ownerOf(await browser.tab())).toBe('member anna')
  },
)

test.each(['discard', 'keep'] as const)(
  'a sign-out while storage is refused deletes the mirror at the next start, and of the outbox what was chosen: %s (S33, S6, S7, S18)',
  async (keepQueue) => {
    const { browser, network, peer } = await closeAfterVisit(true)
    network.down(true)
    const offline = await browser.tab()
    await offline.runtime.online.probe()
    await person(offline).favourite('temple', true)
    browser.close()
    network.down(false)
    const allow = refuse(browser)
    const tab = await browser.tab()
    await waitUntil(() => ownerOf(tab) === 'member mina', 'the member by the cookies')
    expect(await person(tab).signOut(keepQueue)).toEqual({ ok: true, data: null })
    await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
    // Somebody else signs in and out: the first sign-out is not forgotten for it.
    await person(tab).signIn('anna')
    await person(tab).signOut()
    allow()
    browser.close()
    const next = await browser.tab()
    expect(stateOf(next)).toBe('anonymous')
    const { outbox, ...mirror } = await disk(browser, 'mina')
    expect(Object.values(mirror).flat()).toEqual([])
    expect(outbox).toHaveLength(keepQueue === 'keep' ? 1 : 0)
    expect((await next.runtime.storage.device()?.read(VALUE_KEYS.wipes)) ?? []).toEqual([])
    expect(browser.local.getItem(OWNER_CHANGE_KEY)).toBeNull()
  },
)

test.each([
  ['storage is refused', false],
  ['storage is refused, and the next start is offline', true],
  ['the disk is full', false],
  ['the disk is full, and the next start is offline', true],
])(
  'the report of a member who signed out offline does not sign out the member who signed in afterwards: %s (S33, S22, O45)',
  async (failure, isNextOffline) => {
    const { browser, network, peer, tab: first } = await openSignedIn()
    browser.close()
    const allow = failure.startsWith('the disk') ? fill(first) : refuse(browser)
    const tab = await browser.tab()
    await waitUntil(() => ownerOf(tab) === 'member mina', 'the member by the cookies')
    network.down(true)
    await person(tab).signOut()
    expect(stateOf(tab)).toBe('anonymous')
    await waitUntil(
      () => network.sentRequests.some(({ path }) => path === '/account/logout'),
      'the report that is lost',
    )
    network.down(false)
    await tab.runtime.online.probe()
    await person(tab).signIn('anna')
    expect(ownerOf(tab)).toBe('member anna')
    browser.close()
    allow()
    if (isNextOffline) {
      network.down(true)
      const offline = await browser.tab()
      await waitUntil(() => !offline.runtime.online.get(), 'the failure of the start')
      expect(stateOf(offline)).toBe('anonymous')
      browser.close()
      network.down(false)
    }
    const next = await browser.tab()
    await waitUntil(() => ownerOf(next) === 'member anna', 'the member who signed in')
    await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
    expect(peer.revoked).toEqual(['e.mina'])
    // The pointer is stored: the change ends, and nothing has to be asked again.
    await waitUntil(() => browser.local.getItem(OWNER_CHANGE_KEY) === null, 'the end of the change')
    browser.close()
    network.down(true)
    expect(ownerOf(await browser.tab())).toBe('member anna')
  },
)

test('a sign-out while storage is refused takes nothing from the next sign-in of the member (S33, S8)', async () => {
  const { browser } = await closeAfterVisit(true)
  const allow = refuse(browser)
  const tab = await browser.tab()
  await waitUntil(() => ownerOf(tab) === 'member mina', 'the member by the cookies')
  await person(tab).signOut()
  await person(tab).signIn('mina')
  allow()
  browser.close()
  const next = await browser.tab()
  await waitUntil(() => ownerOf(next) === 'member mina', 'the member who signed in')
  await waitForFirstPulls(next)
  await waitUntil(async () => (await shownFavourites(next)).length === 1)
  browser.close()
  const last = await browser.tab()
  expect(ownerOf(last)).toBe('member mina')
  expect(await shownFavourites(last)).toEqual(['tower'])
})

test('a sign-out while storage was refused deletes the mirror although the disk is full at the next start (S33, S19)', async () => {
  const { browser, tab: first } = await openSignedIn()
  browser.close()
  const allow = refuse(browser)
  const tab = await browser.tab()
  await waitUntil(() => ownerOf(tab) === 'member mina', 'the member by the cookies')
  await person(tab).signOut()
  allow()
  browser.close()
  const makeRoom = fill(first)
  const next = await browser.tab()
  makeRoom()
  expect(stateOf(next)).toBe('anonymous')
  expect(Object.values(await disk(browser, 'mina')).flat()).toEqual([])
})

test('a member who signs in not to be kept while storage is refused is hidden once the browser was closed (S33, S11)', async () => {
  const { browser } = await closeAfterVisit(true)
  const allow = refuse(browser)
  const tab = await browser.tab()
  await waitUntil(() => ownerOf(tab) === 'member mina', 'the member by the cookies')
  await person(tab).signIn('mina', false)
  allow()
  browser.close()
  expect(stateOf(await browser.tab())).toBe('anonymous')
})
