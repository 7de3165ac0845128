// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { DataAge, oldestOf } from '#routes/-shared/dataAge.tsx'
import { createTestClock, START } from '../harness/clock.ts'
import { createNetwork } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { createBrowser, waitUntil } from '../harness/tabs.ts'
import { createPeer } from './peer.ts'

/** The age of data is that of the server-corrected clock, by which its time was stored. */

test.each([
  ['a day ahead', 24],
  ['a day behind', -24],
])('on a phone whose clock is %s, the age of data is right and rises with the time', async (_where, offHours) => {
  const clock = createTestClock(START + offHours * HOUR_MS)
  const peer = createPeer(() => clock.wall() - offHours * HOUR_MS)
  const tab = await createBrowser({ network: createNetwork((request) => peer.handler(request)), clock }).tab()
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<DataAge at={START - 3 * HOUR_MS} />)
  expect(screen.text()).toBe('Updated 3 h ago')
  clock.advance(2 * HOUR_MS)
  flushSync(() => tab.fire('visible'))
  expect(screen.text()).toBe('Updated 5 h ago')
})

test('an age below ten minutes is shown only offline, and its place is kept', async () => {
  const clock = createTestClock(START)
  const peer = createPeer(clock.wall)
  const network = createNetwork((request) => peer.handler(request))
  const tab = await createBrowser({ network, clock }).tab()
  await tab.runtime.online.probe()
  replaceRuntime(tab.runtime)
  const { element, text } = await mountScreen(<DataAge at={START} />)
  const isShown = () => element.querySelector('span')?.style.visibility !== 'hidden'
  expect(text()).toBe('Updated just now')
  expect(isShown()).toBe(false)
  network.down(true)
  await tab.runtime.online.probe()
  await waitUntil(isShown, 'the age offline')
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => !isShown(), 'no age online')
  clock.advance(10 * MINUTE_MS)
  flushSync(() => tab.fire('visible'))
  expect(text()).toBe('Updated 10 min ago')
  expect(isShown()).toBe(true)
})

test('data that was never fetched has no age', async () => {
  const screen = await mountScreen(<DataAge at={null} />)
  expect(screen.text()).toBe('')
})

test('a screen with several parts is as old as the oldest that was fetched', () => {
  expect(oldestOf(START, START - 1, null)).toBe(START - 1)
  expect(oldestOf(null, START)).toBe(START)
  expect(oldestOf(null, null)).toBeNull()
})
