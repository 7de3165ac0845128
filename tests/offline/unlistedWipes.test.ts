import { afterEach, expect, test, vi } from 'vitest'
import { memberDbName, OWNER_CHANGE_KEY, VALUE_KEYS } from '#db/names.ts'
import { waitUntil, type Browser } from '../harness/tabs.ts'
import { fill, refuse, refuseDatabase } from './failingStorage.ts'
import {
  disk,
  openOffline,
  openSignedIn,
  ownerOf,
  person,
  shownFavourites,
  stateOf,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

/** Sign-outs that could neither delete the mirror nor list its wipe. */

afterEach(() => vi.restoreAllMocks())

/** Mina, signed out on a full disk while her database did not open: the wipe was neither done nor listed. */
const signOutUnlisted = async () => {
  const opened = await openSignedIn()
  const { browser, tab } = opened
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  await waitUntil(async () => (await shownFavourites(tab)).length === 1)
  const makeRoom = fill(tab)
  const allow = refuseDatabase(browser, 'mina')
  expect(await person(tab).signOut('discard')).toEqual({ ok: true, data: null })
  return { ...opened, makeRoom, allow }
}
const rowsOnDisk = async (browser: Browser) => Object.values(await disk(browser, 'mina')).flat()

test('a sign-out whose wipe was neither done nor listed deletes the mirror at the first start that can (S33, S8, S19)', async () => {
  const { browser, makeRoom, allow } = await signOutUnlisted()
  browser.close()
  // A start that can do neither, too, keeps the wipe.
  await browser.tab()
  browser.close()
  makeRoom()
  allow()
  expect(await rowsOnDisk(browser)).not.toEqual([])
  const next = await browser.tab()
  expect(stateOf(next)).toBe('anonymous')
  expect(await rowsOnDisk(browser)).toEqual([])
  expect(browser.local.getItem(OWNER_CHANGE_KEY)).toBeNull()
})

test('a wipe that was neither done nor listed is done after a sign-in of somebody else, who stays signed in (S33, S8, P9)', async () => {
  const { browser, network, tab, makeRoom, allow } = await signOutUnlisted()
  makeRoom()
  expect(await person(tab).signIn('anna')).toMatchObject({ ok: true })
  browser.close()
  allow()
  network.down(true)
  expect(await rowsOnDisk(browser)).not.toEqual([])
  expect(ownerOf(await browser.tab())).toBe('member anna')
  expect(await rowsOnDisk(browser)).toEqual([])
  expect(browser.local.getItem(OWNER_CHANGE_KEY)).toBeNull()
})

test.each([true, false])(
  'a wipe that was neither done nor listed takes nothing from the next sign-in of the member, whose database opens then: %s (S33, S8)',
  async (doesOpen) => {
    const { browser, network, peer, tab, makeRoom, allow } = await signOutUnlisted()
    await waitUntil(() => peer.revoked.length === 1, 'the report of the sign-out')
    makeRoom()
    if (doesOpen) allow()
    const held = network.hold(/\/sync/)
    expect(await person(tab).signIn('mina')).toMatchObject({ ok: true })
    // The former mirror is gone before the new one begins.
    if (doesOpen) expect((await disk(browser, 'mina')).favourites).toEqual([])
    expect(browser.local.getItem(OWNER_CHANGE_KEY)).toBeNull()
    held.release()
    allow()
    browser.close()
    const next = await browser.tab()
    await waitForFirstPulls(next)
    await waitUntil(async () => (await shownFavourites(next)).length === 1)
    browser.close()
    network.down(true)
    const last = await browser.tab()
    expect(ownerOf(last)).toBe('member mina')
    expect(await shownFavourites(last)).toEqual(['tower'])
  },
)

/** Mina with a favourite in the outbox, whose browser was closed. */
const closeWithWaitingFavourite = async () => {
  const { mina, ...opened } = await openOffline()
  await mina.favourite('tower', true)
  opened.browser.close()
  return opened
}

test('the start opens a mirror once for each sign-out that it lists, and the last one decides about the outbox (S33, S8, S7)', async () => {
  const { browser, network } = await closeWithWaitingFavourite()
  const allow = refuse(browser)
  network.down(false)
  const mina = person(await browser.tab())
  await mina.signIn('mina')
  await mina.signOut('keep')
  await mina.signIn('mina')
  await mina.signOut('discard')
  allow()
  browser.close()
  expect((await disk(browser, 'mina')).outbox).toHaveLength(1)
  const open = vi.spyOn(browser.idb as IDBFactory, 'open')
  const next = await browser.tab()
  expect(open.mock.calls.filter(([name]) => name === memberDbName('mina'))).toHaveLength(2)
  expect(await rowsOnDisk(browser)).toEqual([])
  expect((await next.runtime.storage.device()?.read(VALUE_KEYS.wipes)) ?? []).toEqual([])
  expect(browser.local.getItem(OWNER_CHANGE_KEY)).toBeNull()
})

test('a full disk that took only the first of two sign-outs does not keep the outbox that the second discards (S33, S8, S19)', async () => {
  const { browser, tab } = await closeWithWaitingFavourite()
  const first = { dbName: memberDbName('mina'), keepOutbox: true }
  const device = (await browser.tab()).runtime.storage.device()
  await device?.keep(VALUE_KEYS.wipes, [first])
  await device?.kept.delete(VALUE_KEYS.session)
  browser.close()
  const wipes = [first, { ...first, keepOutbox: false }]
  browser.local.setItem(OWNER_CHANGE_KEY, JSON.stringify({ owner: null, wipes }))
  fill(tab)
  await browser.tab()
  expect(await rowsOnDisk(browser)).toEqual([])
})
