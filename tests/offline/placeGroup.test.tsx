// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PassTags } from '#routes/-shared/attraction/tags.tsx'
import { START } from '../harness/clock.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { dbOf, openSignedIn } from './setup.ts'

const PLACE = { gdsUid: 'harbour-tower', adultPrice: 12_000, reservationRequired: false }

test('a place that was in group B at the first entry of a pass shows B for that pass, whatever its present group', async () => {
  const { peer, tab } = await openSignedIn()
  const activePass = {
    ...PASS,
    passType: 'Big3',
    state: 'in_use',
    activatedAt: START,
    expiresAt: START + DAY_MS,
    validUntil: START + DAY_MS,
    allowance: { A: { total: 1, used: 0 }, B: { total: 2, used: 1 } },
    groups: { [PLACE.gdsUid]: 'B' },
  } as const
  peer.passes.set('mina', [activePass])
  await tab.runtime.pulls.pull('passes', true)
  await waitUntil(async () => (await dbOf(tab).passes.count()) === 1)
  replaceRuntime(tab.runtime)
  for (const passGroup of ['A', null] as const) {
    const screen = await mountScreen(<PassTags place={{ ...PLACE, passGroup }} />)
    await waitUntil(() => screen.text().includes('Big3'), 'what the pass offers')
    expect(screen.element.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('Group B')
    screen.unmount()
  }
})
