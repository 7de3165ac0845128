// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { MyPass } from '#contract/calls/mypage.ts'
import { PassStrip } from '#routes/-parts/home/pass-strip.tsx'
import { mountScreen, type Mounted } from '../harness/screen.tsx'

/** The pass in hand on the home screen says what its holder shows at a gate. */

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

const PASS: MyPass = {
  passUid: '0193a1b2-0000-7000-8000-000000000001',
  ordUid: '0193a1b2-0000-7000-8000-000000000002',
  orderNumber: 'HP-261121-7F3A',
  gdsUid: 'pass-48h',
  passType: '48H',
  medium: 'mobile',
  state: 'unused',
  holder: 'Mina Lee',
  name: null,
  windowHours: 48,
  purchasedAt: 0,
  validUntil: 0,
  activatedAt: null,
  expiresAt: null,
  allowance: null,
  groups: null,
  admissions: [],
  deviceUid: null,
  epoch: 1,
  certificate: null,
  certificateNotAfter: null,
}

test.each([
  ['mobile', 'Show code', 'lucide-qr-code'],
  ['card', 'Show the card itself', 'lucide-credit-card'],
] as const)('a %s pass: “%s”', async (medium, label, icon) => {
  mounted = await mountScreen(<PassStrip pass={{ ...PASS, medium }} now={0} />)
  expect(mounted.links(label)).toEqual(['/myPage/myPass'])
  expect(mounted.element.querySelector(`a .${icon}`)).not.toBeNull()
})
