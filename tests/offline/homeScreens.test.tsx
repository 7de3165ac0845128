// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { passesReady } from '#data/myPass.ts'
import { MemberHomeLinks } from '#routes/home/-parts/memberHomeLinks.tsx'
import { PassStrip } from '#routes/home/-parts/passStrip.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openWithPeer, person, waitForFirstPulls } from './setup.ts'

/** The pass on the home screen links to what its holder shows at a gate. */

test.each([
  ['mobile', true, 'Show code', 'lucide-qr-code'],
  ['mobile', false, 'Open My Pass', 'lucide-qr-code'],
  ['card', false, 'Open My Pass', 'lucide-credit-card'],
] as const)(
  'a %s pass (set up on this phone: %s) links to My Pass by “%s”',
  async (medium, isBoundToThisPhone, label, icon) => {
    const screen = await mountScreen(<PassStrip pass={{ ...PASS, medium }} now={0} drawsCodes={isBoundToThisPhone} />)
    expect(screen.links(label)).toEqual(['/myPage/myPass'])
    expect(screen.element.querySelector(`a .${icon}`)).not.toBeNull()
  },
)

test('offline, a clock that is fast by days does not take the pass from the home screen', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const activatedAt = clock.wall() - 1
  peer.passes.set('mina', [{ ...PASS, state: 'in_use', activatedAt, expiresAt: activatedAt + DAY_MS }])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  await passesReady()
  network.down(true)
  await tab.runtime.online.probe()
  clock.set(clock.wall() + 3 * DAY_MS)
  const { links, text } = await mountScreen(<MemberHomeLinks />)
  await waitUntil(() => text().includes('48H'), 'the pass')
  expect(links('See the passes')).toEqual([])
})

test('offline, a clock that was set ahead by days while the browser was closed does not take the pass from the home screen', async () => {
  const { browser, peer, network, clock } = openWithPeer()
  const activatedAt = clock.wall() - 1
  peer.passes.set('mina', [{ ...PASS, state: 'in_use', activatedAt, expiresAt: activatedAt + DAY_MS }])
  const first = await browser.tab()
  await person(first).signIn('mina')
  await waitForFirstPulls(first)
  network.down(true)
  browser.close()
  clock.set(clock.wall() + 3 * DAY_MS)
  const tab = await browser.tab()
  await tab.runtime.online.probe()
  // Only a change of the clock that a page sees is detected.
  expect(tab.runtime.clock.isVerified()).toBe(true)
  replaceRuntime(tab.runtime)
  await passesReady()
  const { links, text } = await mountScreen(<MemberHomeLinks />)
  await waitUntil(() => text().includes('48H'), 'the pass')
  expect(links('See the passes')).toEqual([])
})

test('online, a pass that was not started in time leaves the home screen', async () => {
  const { browser, peer, clock } = openWithPeer()
  peer.passes.set('mina', [{ ...PASS, state: 'unused', activatedAt: null, validUntil: clock.wall() + DAY_MS }])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  await passesReady()
  clock.advance(2 * DAY_MS)
  const { links } = await mountScreen(<MemberHomeLinks />)
  await waitUntil(() => links('See the passes').length === 1, 'the link to the products')
})
