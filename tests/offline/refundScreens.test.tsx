// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { DAY_MS } from '#contract/time.ts'
import { passesReady } from '#data/myPass.ts'
import { runtime, replaceRuntime } from '#data/runtime.ts'
import { MemberHomeLinks } from '#routes/home/-parts/memberHomeLinks.tsx'
import { MyPassGiftScreen } from '#routes/myPage/-parts/gift/myPassGiftScreen.tsx'
import { PassCard } from '#routes/myPage/-parts/passCard.tsx'
import { StillOpenScreen } from '#routes/myPage/-parts/stillOpen/stillOpenScreen.tsx'
import { projectPasses, type ShownPass } from '#sync/mirror/projectPasses.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { waitForFirstPulls, openWithPeer, person } from './setup.ts'

/** A pass with a requested refund is shown as one that no gate admits. */

const REQUESTED: MyPass = { ...PASS, validUntil: Date.UTC(2031, 0, 1), refundRequestedYn: 'Y' }

const { browser, peer, network, clock } = openWithPeer()
beforeAll(async () => {
  peer.passes.set('mina', [REQUESTED])
  const tab = await browser.tab()
  await person(tab).signIn('mina')
  await waitForFirstPulls(tab)
  replaceRuntime(tab.runtime)
  await passesReady()
})

/** Projects a mirror row as screens get it. */
const shownPassOf = (pass: MyPass): ShownPass => {
  const [projected] = projectPasses([{ passUid: pass.passUid, position: 0, pass }], [], [], 0)
  if (!projected) throw new Error('no pass')
  return projected
}
const HERE = 'device-of-mina'
const countOf = (text: string, phrase: string): number => text.split(phrase).length - 1

test.each([
  ['a mobile pass of this phone', { deviceUid: HERE }],
  ['a mobile pass of no phone', { deviceUid: null }],
  ['a card pass', { medium: 'card' as const }],
])('the card of %s says that the refund is requested, and shows no code', async (_what, change) => {
  const pass = shownPassOf({ ...REQUESTED, ...change })
  const { text, button } = await mountScreen(<PassCard pass={pass} deviceUid={HERE} isOwn />)
  expect(countOf(text(), 'Refund requested')).toBe(2)
  expect(text()).toContain('This pass cannot be used for entry unless the refund request is denied.')
  expect(text()).not.toContain('Starts with your first entry')
  expect(text()).not.toContain('Preparing your code')
  expect(text()).not.toContain('Show the card itself')
  expect(button('Show on this phone')).toBeUndefined()
})

test('a pass that an earlier release stored is not shown as in a refund', async () => {
  const { refundRequestedYn: _, ...earlier } = REQUESTED
  const { text } = await mountScreen(<PassCard pass={shownPassOf(earlier as MyPass)} deviceUid={HERE} isOwn />)
  expect(text()).toContain('Starts with your first entry')
  expect(text()).not.toContain('Refund requested')
})

test('the home screen shows no code of a pass whose refund is requested, and links to the products', async () => {
  const { links } = await mountScreen(<MemberHomeLinks />)
  expect(links('Show code')).toEqual([])
  expect(links('See the passes')).toEqual(['/pass'])
})

test('a pass whose refund is requested cannot be chosen as a gift', async () => {
  const { text } = await mountScreen(<MyPassGiftScreen by="member" onBy={() => undefined} chosen={undefined} />)
  await waitUntil(() => text().includes('No mobile pass to send as a gift'))
  expect(text()).toContain(
    'You can send a mobile pass that has not been used for entry or a discount and has no gift or refund request pending.',
  )
})

test('the screen of open places says that a pass whose refund is requested opens no attraction, and why', async () => {
  const { text } = await mountScreen(<StillOpenScreen />)
  await waitUntil(() => text().includes('Refund requested'))
  expect(text()).toContain('A pass with a refund request cannot be used for entry unless the request is denied.')
  expect(text()).not.toContain('offered as a gift')
})

test('with an unverified clock, the screen does not ask to compare times where it shows none', async () => {
  network.down(true)
  clock.set(clock.wall() - DAY_MS)
  const { text } = await mountScreen(<StillOpenScreen />)
  await waitUntil(() => text().includes('Refund requested'))
  expect(runtime()?.clock.isVerified()).toBe(false)
  expect(text()).not.toContain('Compare the times')
})
