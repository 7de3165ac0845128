// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { useMyPasses } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MyPassScreen } from '#routes/myPage/-parts/myPassScreen.tsx'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CERTIFICATE_LIFE_MS, certifiedPass, PASS } from './fixtures.ts'
import { person, openSignedIn, waitForCode } from './setup.ts'

/** A pass on its phone: the code, or why there is none. */

function Passes() {
  const { list, deviceUid } = useMyPasses()
  return list.map((pass) => <PassCard key={pass.passUid} pass={pass} deviceUid={deviceUid} isOwn />)
}

test('My Pass shows no code whose certificate is over, says how to renew it, and draws it once renewed (L11)', async () => {
  const { peer, tab, clock, network } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall())])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<Passes />)
  const hasCode = () => screen.element.querySelector('[data-qr]') !== null
  await waitUntil(hasCode)
  expect(screen.text()).not.toContain('Connect to the internet once')

  network.down(true)
  await tab.runtime.online.probe()
  clock.advance(CERTIFICATE_LIFE_MS)
  await waitUntil(() => screen.text().includes('Connect to the internet once to renew this code.'))
  expect(hasCode()).toBe(false)

  peer.passes.set('mina', [certifiedPass(2, clock.wall())])
  network.down(false)
  peer.expire(true)
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(() => screen.text().includes('Sign in to renew this code.'))
  await person(tab).signIn('mina')
  await waitUntil(hasCode)
  expect(screen.text()).not.toContain('renew this code')
})

test('a member without a pass reads that none is registered; offline and signed out, that this device has none', async () => {
  const { peer, tab, network } = await openSignedIn()
  peer.passes.set('mina', [])
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  const { text } = await mountScreen(<MyPassScreen />)
  await waitUntil(() => text().includes('No registered passes'), 'the empty state of the member')
  network.down(true)
  await tab.runtime.online.probe()
  // Another phone of the member may have bought one meanwhile.
  await waitUntil(() => text().includes('No passes on this device yet'), 'the empty state of the device')
  expect(text()).not.toContain('No registered passes')
  network.down(false)
  await tab.runtime.online.probe()
  await waitUntil(() => text().includes('No registered passes'), 'the empty state of the member')
  peer.expire(true)
  await tab.runtime.pulls.pull('newsfeed', true)
  await waitUntil(() => text().includes('No passes on this device yet'), 'the empty state of the device')
})
