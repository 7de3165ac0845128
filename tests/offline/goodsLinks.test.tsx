// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { Catalogue } from '#contract/calls/main.ts'
import { DAY_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { CartLink } from '#routes/-shell/cartLink.tsx'
import { GoodsLinks } from '#routes/-shell/goodsLinks.tsx'
import { Menu } from '#routes/-shell/menu.tsx'
import { SideNav } from '#routes/-shell/sideNav.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { translationsOf } from '../harness/translations.ts'
import { openWithPeer } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** The goods types, the search and the cart in the side navigation and in the menu of a phone (spec 2.44). */

/** Noon on 25 November in Korea. */
const NOON = Date.parse('2026-11-25T12:00:00+09:00')
const BADGES: Catalogue['goodsBadges'] = [
  { kind: 'tour', badge: 'hot', until: '2026-11-25' },
  { kind: 'voucher', badge: 'new', until: '2026-12-31' },
]
const ADDRESSES = ['/hotel', '/tour', '/activity', '/voucher', '/pass', '/cart']

const open = async (catalogue: Catalogue = { ...SHOP, goodsBadges: BADGES }) => {
  const opened = openWithPeer()
  opened.clock.set(NOON)
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
const tiles = ({ element }: MountedScreen) => [...element.querySelectorAll('ul[aria-label="Types of offer"] a')]
const names = (screen: MountedScreen) => tiles(screen).map(({ textContent }) => textContent)
const search = (screen: MountedScreen, text: string) => {
  type(screen.element.querySelector<HTMLInputElement>('form[role="search"] input'), text)
  screen.element.querySelector<HTMLFormElement>('form[role="search"]')?.requestSubmit()
}

test('a badge is shown to the end of its last day in Korea, also offline', async () => {
  const { network, clock, tab } = await open()
  const current = await mountScreen(<GoodsLinks />)
  await waitUntil(() => current.text().includes('Tours Hot'), 'the badges')
  expect(tiles(current).map((link) => link.getAttribute('href'))).toEqual(ADDRESSES)
  expect(names(current)).toEqual(['Hotels', 'Tours Hot', 'Activities', 'Vouchers New', 'Passes', 'Cart'])
  current.unmount()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
  clock.set(NOON + DAY_MS / 2)
  const offline = await mountScreen(<GoodsLinks />)
  await waitUntil(() => offline.text().includes('Vouchers New'), 'the stored badges')
  expect(names(offline)).toEqual(['Hotels', 'Tours', 'Activities', 'Vouchers New', 'Passes', 'Cart'])
})

test('a catalogue of an earlier release has no badges, and all buttons', async () => {
  await open({ ...SHOP, version: 'earlier' })
  const Version = () => useCatalogue().data?.version
  const screen = await mountScreen([<GoodsLinks key="links" />, <Version key="version" />])
  await waitUntil(() => screen.text().includes('earlier'), 'the catalogue')
  expect(names(screen)).toEqual(['Hotels', 'Tours', 'Activities', 'Vouchers', 'Passes', 'Cart'])
})

test('the current goods type is marked, in each language', async () => {
  await open()
  for (const [locale, label] of [
    ['ko', '투어 인기'],
    ['jp', 'ツアー 人気'],
  ] as const) {
    const screen = await mountScreen(<GoodsLinks />, '/tour', locale, translationsOf(locale))
    await waitUntil(() => screen.text().includes(label.slice(-2)), label)
    const current = screen.element.querySelectorAll('[aria-current="page"]')
    expect([...current].map(({ textContent }) => textContent)).toEqual([label])
    screen.unmount()
  }
})

test('the cart has a button, with its number of lines unless it is empty', async () => {
  const onLeave = vi.fn()
  const filled = await mountScreen(<CartLink count={2} onLeave={onLeave} />)
  const link = filled.element.querySelector('a')
  expect([link?.getAttribute('href'), link?.textContent]).toEqual(['/cart', 'Cart 22 items'])
  expect(link?.querySelector('[aria-hidden]:not(svg)')?.textContent).toBe('2')
  link?.click()
  expect(onLeave).toHaveBeenCalledOnce()
  filled.unmount()
  const empty = await mountScreen(<CartLink count={0} />)
  expect(empty.element.querySelector('a')?.textContent).toBe('Cart')
})

test('the search of the side navigation opens the site search with the words, and is emptied', async () => {
  await open()
  const screen = await mountScreen(<SideNav />)
  await waitUntil(() => tiles(screen).length === 6, 'the goods types and the cart')
  search(screen, '  sky tower ')
  await waitUntil(() => screen.address() === '/searchView?q=sky+tower', 'the address of the search')
  expect(screen.element.querySelector<HTMLInputElement>('form[role="search"] input')?.value).toBe('')
})

test('the menu of a phone closes when a goods type is pressed, and when words are searched', async () => {
  await open()
  const onClose = vi.fn()
  const screen = await mountScreen(<Menu open onClose={onClose} />)
  await waitUntil(() => tiles(screen).length === 6, 'the goods types and the cart')
  tiles(screen)[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(1)
  search(screen, 'tower')
  expect(onClose).toHaveBeenCalledTimes(2)
  await waitUntil(() => screen.address() === '/searchView?q=tower', 'the address of the search')
})
