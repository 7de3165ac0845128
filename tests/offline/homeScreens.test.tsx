// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { PassStrip } from '#routes/home/-parts/passStrip.tsx'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { PASS } from './fixtures.ts'

/** The pass on the home screen links to what its holder shows at a gate. */

let mounted: MountedScreen | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

test.each([
  ['mobile', true, 'Show code', 'lucide-qr-code'],
  ['mobile', false, 'Open My Pass', 'lucide-qr-code'],
  ['card', false, 'Open My Pass', 'lucide-credit-card'],
] as const)('a %s pass (set up on this phone: %s) links to My Pass by “%s”', async (medium, isHere, label, icon) => {
  mounted = await mountScreen(<PassStrip pass={{ ...PASS, medium }} now={0} drawsCodes={isHere} />)
  expect(mounted.links(label)).toEqual(['/myPage/myPass'])
  expect(mounted.element.querySelector(`a .${icon}`)).not.toBeNull()
})
