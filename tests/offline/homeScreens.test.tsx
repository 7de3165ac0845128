// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { PassStrip } from '#routes/-parts/home/pass-strip.tsx'
import { mountScreen, type Mounted } from '../harness/screen.tsx'
import { PASS } from './fixtures.ts'

/** The pass in hand on the home screen says what its holder shows at a gate. */

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

test.each([
  ['mobile', 'Show code', 'lucide-qr-code'],
  ['card', 'Show the card itself', 'lucide-credit-card'],
] as const)('a %s pass: “%s”', async (medium, label, icon) => {
  mounted = await mountScreen(<PassStrip pass={{ ...PASS, medium }} now={0} />)
  expect(mounted.links(label)).toEqual(['/myPage/myPass'])
  expect(mounted.element.querySelector(`a .${icon}`)).not.toBeNull()
})
