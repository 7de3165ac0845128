// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { StillOpenScreen } from '#routes/myPage/-parts/stillOpen/stillOpenScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person } from './setup.ts'

/** What the screen of open places says while it has no places. */

test('with refused storage, the screen of places that could not be loaded does not promise that anything is saved on this phone', async () => {
  const { browser, network, peer, clock } = openWithPeer({ isStorageRefused: true })
  network.fault(/GET .*catalogue/, async () => answer(503, 'E_UNAVAILABLE'), Infinity)
  peer.passes.set('mina', [{ ...PASS, validUntil: clock.wall() + DAY_MS }])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(<StillOpenScreen />)
  await waitUntil(() => text().includes('Could not load the attractions'), 'the failure')
  expect(text()).toContain('Check your connection and try again.')
  expect(text()).not.toContain('saved on this phone')
})

test('passes that could not be loaded are not said to be missing, and a retry loads them', async () => {
  const { browser, network, peer, clock } = openWithPeer()
  network.fault(/GET .*myPass\/list/, async () => answer(503, 'E_UNAVAILABLE'))
  peer.passes.set('mina', [{ ...PASS, validUntil: clock.wall() + DAY_MS }])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const { text, press } = await mountScreen(<StillOpenScreen />)
  await waitUntil(() => text().includes('Could not load your passes'), 'the failure')
  expect(text()).not.toContain('No usable pass on this device')
  press('Try again')
  await waitUntil(() => text().includes('Starts with your first entry'), 'the pass')
})
