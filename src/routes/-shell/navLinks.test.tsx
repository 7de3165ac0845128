// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { mountScreen } from '../../../tests/harness/screen.tsx'
import { MAIN_LINKS } from '../-navigation.ts'
import { BottomNav } from './bottomNav.tsx'
import { NavLinks } from './navLinks.tsx'

test.each([
  ['/', '/home'],
  ['/pass', '/pass'],
])('at %s the link to %s is current, in the bottom bar and in the side bar', async (address, current) => {
  for (const nav of [<BottomNav key="bar" />, <NavLinks key="side" links={MAIN_LINKS} />]) {
    const { element } = await mountScreen(nav, address)
    const links = [...element.querySelectorAll('a[aria-current="page"]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([current])
  }
})
