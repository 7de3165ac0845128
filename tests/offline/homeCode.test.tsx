// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MemberHomeLinks } from '#routes/home/-parts/memberHomeLinks.tsx'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { certifiedPass, PASS } from './fixtures.ts'
import { openSignedIn, waitForCode } from './setup.ts'

test.each([
  ['in force', 0, 'Show code'],
  ['over', 40 * DAY_MS, 'Open My Pass'],
])('the home screen promises a code only if My Pass shows one: certificate %s (L12)', async (_what, ageMs, label) => {
  const { peer, tab, clock } = await openSignedIn()
  peer.passes.set('mina', [certifiedPass(1, clock.wall() - ageMs)])
  await tab.runtime.bind({ passUid: PASS.passUid })
  await waitForCode(tab, PASS.passUid)
  replaceRuntime(tab.runtime)
  const { links } = await mountScreen(<MemberHomeLinks />)
  await waitUntil(() => links(label).length > 0, label)
  expect([...links('Show code'), ...links('Open My Pass')]).toEqual(['/myPage/myPass'])
})
