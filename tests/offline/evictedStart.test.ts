import { expect, test } from 'vitest'
import { enrolGate } from '#data/gate.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import {
  openSignedIn,
  openWithPeer,
  person,
  shownFavourites,
  stateOf,
  waitForEmptyOutbox,
  waitForFirstPulls,
} from './setup.ts'

/** Starts after the browser has emptied the storage, while the server does not answer. */

/** Mina, with a favourite, whose browser was closed and emptied; the cookies are left. */
const closeAndEvict = async () => {
  const opened = await openSignedIn()
  const { browser, tab } = opened
  await person(tab).favourite('tower', true)
  await waitForEmptyOutbox(tab)
  browser.close()
  await browser.evict()
  opened.network.sentRequests.length = 0
  return opened
}
const renewals = ({ network }: Awaited<ReturnType<typeof closeAndEvict>>) =>
  network.sentRequests.filter(({ path }) => path === '/account/update-token').length

/** Waits until the attempt of the start has failed. */
const waitForFailure = (opened: Awaited<ReturnType<typeof closeAndEvict>>) =>
  waitUntil(() => renewals(opened) === 1 && opened.network.underWay() === 0, 'the attempt of the start')

test('after an offline start on emptied storage the member is back once the server answers (S22, P12)', async () => {
  const opened = await closeAndEvict()
  const { browser, network } = opened
  network.down(true)
  const tab = await browser.tab()
  await waitForFailure(opened)
  await waitUntil(() => !tab.runtime.online.get())
  expect(stateOf(tab)).toBe('anonymous')
  network.down(false)
  tab.fire('online')
  await waitUntil(() => stateOf(tab) === 'member', 'the member')
  await waitForFirstPulls(tab)
  expect(await shownFavourites(tab)).toEqual(['tower'])
})

test('a server in trouble gets one renewal in 30 s from a page that has lost its storage (S22, S3)', async () => {
  const opened = await closeAndEvict()
  const { browser, clock, network } = opened
  network.fault(/update-token/, async () => answer(503, 'E_UNAVAILABLE'))
  const tab = await browser.tab()
  const { retryRestore } = tab.runtime.session
  await waitForFailure(opened)
  clock.advance(29_999)
  await retryRestore(false)
  expect(stateOf(tab)).toBe('anonymous')
  expect(renewals(opened)).toBe(1)
  clock.advance(1)
  const held = network.hold(/update-token/)
  await tab.runtime.online.probe()
  await held.arrived
  // Another attempt would wait for the one under way.
  clock.advance(30_000)
  await retryRestore(false)
  held.release()
  await waitUntil(() => stateOf(tab) === 'member', 'the member')
  await retryRestore(true)
  expect(renewals(opened)).toBe(2)
})

test('tokens that a guest gets by signing in are not taken for those of a loss (S22)', async () => {
  const { browser, network } = openWithPeer()
  const tab = await browser.tab()
  // The answer to a login sets the cookies before the page signs in.
  browser.cookies.set('refreshToken', { value: 'r.mina', maxAge: null })
  await tab.runtime.session.retryRestore(true)
  expect(network.sentRequests.filter(({ path }) => path !== '/time')).toEqual([])
})

test('a loss is shown at each start until the person has read it (P12, S20)', async () => {
  const { browser } = await closeAndEvict()
  for (let nth = 0; nth < 2; nth += 1) {
    const tab = await browser.tab()
    expect(tab.runtime.storage.status.get()).toEqual({ state: 'ok', evicted: true })
    browser.close()
  }
  const tab = await browser.tab()
  tab.runtime.storage.dismissEviction()
  expect(tab.runtime.storage.status.get().evicted).toBe(false)
  browser.close()
  expect((await browser.tab()).runtime.storage.status.get().evicted).toBe(false)
})

test('enrolling this browser as a scanner ends the notice that its form has shown (S20)', async () => {
  const { browser, network } = await closeAndEvict()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  network.fault(/gate\/enrol/, async () => answer(200, 'E_GATE_CODE'))
  expect(await enrolGate('0123456789ABCDEF', '')).toMatchObject({ ok: false })
  expect(tab.runtime.storage.status.get().evicted).toBe(true)
  const place = { kind: 'venue', uid: 'cafe', name: 'Dongbaek' }
  network.fault(/gate\/enrol/, async () => answer(200, '200', { gateUid: crypto.randomUUID(), place, credential: 'c' }))
  expect(await enrolGate('0123456789ABCDEF', '')).toEqual({ ok: true, data: null })
  expect(tab.runtime.storage.status.get().evicted).toBe(false)
  browser.close()
})
