// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { MyPass } from '#contract/calls/mypage.ts'
import { DAYS } from '#contract/codes.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { passesReady } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MyPassScreen } from '#routes/myPage/-parts/myPassScreen.tsx'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openSignedIn } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** My Pass before the first entry: start now, or wait? `START` is a Saturday, 12:00 in Korea. */

const DAY_PASS: MyPass = { ...PASS, passType: '24H', windowHours: 24, validUntil: START + 100 * DAY_MS }
const DAYTIME: [string, string][] = [['10:00', '18:00']]
const HOURS = { always: false, ...Object.fromEntries(DAYS.map((day) => [day, DAYTIME])) } as AttractionDetail['hours']
/** All at one point, open from 10:00 to 18:00; one is in no pass. */
const PLACES = SHOP.attractions.map((place) => ({ ...place, hours: HOURS, lastEntry: null, visitMinutes: 110 }))
const QUESTION = 'Start your 24H pass now?'

/** Opens My Pass `hours` after `START`, with the catalogue from an earlier visit; without a network if `offline`. */
const openMyPass = async (passes: MyPass[], { hours = 0, offline = false } = {}) => {
  const { peer, network, tab, clock } = await openSignedIn()
  network.fault(/GET .*catalogue/, async () => answer(200, '200', { ...SHOP, attractions: PLACES }), Infinity)
  peer.passes.set('mina', passes)
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  await passesReady()
  clock.advance(hours * HOUR_MS)
  if (offline) {
    const before = await mountScreen(<MyPassScreen />)
    await waitUntil(() => before.text().includes(QUESTION), 'the line')
    before.unmount()
    network.down(true)
    await tab.runtime.online.probe()
  }
  return mountScreen(<MyPassScreen />)
}

test('an unused 24H pass has one line with a disclosure of what both starts allow', async () => {
  const { element, text } = await openMyPass([DAY_PASS])
  await waitUntil(() => text().includes(QUESTION), 'the line')
  const line = element.querySelector<HTMLDetailsElement>('[data-start-now] details')
  expect(line?.open).toBe(false)
  expect(line?.querySelector('summary')?.textContent).toBe(
    `${QUESTION}Only if you use the rest of today. Otherwise wait until 22 Nov 09:00 to visit more.`,
  )
  expect([...(line?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'If you start now',
    'If you wait until 22 Nov 09:00',
  ])
  expect([...(line?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Time for about 4 visits: 21 Nov (3) · 22 Nov (1)',
    '5 attractions to choose from',
    'Pass ends 22 Nov 12:00',
    'Time for about 4 visits: 22 Nov (4)',
    '5 attractions to choose from',
    'Pass ends 23 Nov 10:00',
  ])
})

test('at night with all closed, the line says that nothing can be entered, and works without a network', async () => {
  const { element, text } = await openMyPass([DAY_PASS], { hours: 14, offline: true })
  await waitUntil(() => text().includes(QUESTION), 'the line')
  expect(text()).toContain('You cannot enter any attraction with it right now.')
  expect(element.querySelectorAll('dt')).toHaveLength(1)
})

test.each([
  ['a pass in use', [{ ...DAY_PASS, state: 'in_use' as const, activatedAt: START, expiresAt: START + DAY_MS }]],
  [
    'an unused pass beside one in use',
    [
      DAY_PASS,
      {
        ...DAY_PASS,
        passUid: '0193a1b2-0000-7000-8000-000000000009',
        state: 'in_use' as const,
        activatedAt: START,
        expiresAt: START + DAY_MS,
      },
    ],
  ],
  ['a pass in a refund request', [{ ...DAY_PASS, refundRequestedYn: 'Y' as const }]],
  [
    'a pass that counts its entries',
    [{ ...DAY_PASS, allowance: { A: { total: 1, used: 0 }, B: { total: 2, used: 0 } } }],
  ],
])('%s has no such line', async (_name, passes) => {
  const { element, text } = await openMyPass(passes)
  await waitUntil(() => text().includes('24H'), 'the pass')
  expect(element.querySelector('[data-start-now]')).toBeNull()
})
