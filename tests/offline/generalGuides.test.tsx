// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { PassInGeneral } from '#routes/$product/-parts/passInGeneral.tsx'
import { VisitScreen } from '#routes/$product/-parts/visitScreen.tsx'
import { Footer } from '#routes/-shell/footer.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { translationsOf } from '../harness/translations.ts'
import { openWithPeer } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** The guides that are not about one pass: `/about` and `/visit`. */

const open = async () => {
  const opened = openWithPeer()
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', SHOP), Infinity)
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
const hrefs = ({ element }: MountedScreen, within: string) =>
  [...element.querySelectorAll(`${within} a`)].map((link) => link.getAttribute('href'))

test('what the pass is comes with the numbers of the catalogue, and leads to the guide of each pass', async () => {
  await open()
  const screen = await mountScreen(<PassInGeneral />, '/about')
  await waitUntil(() => screen.text().includes(`${SHOP.benefit.freePlaces} attractions with free entry`), 'the number')
  expect(screen.element.querySelector('h1')?.textContent).toBe('What is Harbor Pass?')
  expect(hrefs(screen, 'main')).toEqual(
    expect.arrayContaining(['/24h', '/48h', '/big3', '/big5', '/pass', '/whichPass']),
  )
  expect(screen.text()).toContain('within 180 days')
  expect([...screen.element.querySelectorAll('nav [aria-current="page"]')].map((each) => each.textContent)).toEqual([
    'The pass',
  ])
})

test('a visit is read from home to the first gate without any answer of a server', async () => {
  const { network, tab } = await open()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
  const screen = await mountScreen(<VisitScreen />, '/visit')
  const titles = [...screen.element.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['Before you travel', 'When you arrive', 'What to bring', 'At the gate', 'Without a signal'])
  expect(hrefs(screen, 'main')).toEqual(expect.arrayContaining(['/directions', '/map', '/attractions', '/helpCards']))
  vi.restoreAllMocks()
})

test('both guides are linked from the footer and from each other', async () => {
  await open()
  const footer = await mountScreen(<Footer />)
  expect(hrefs(footer, 'footer')).toEqual(expect.arrayContaining(['/about', '/visit']))
  footer.unmount()
  for (const [Guide, address] of [
    [PassInGeneral, '/about'],
    [VisitScreen, '/visit'],
  ] as const) {
    const screen = await mountScreen(<Guide />, address)
    expect(hrefs(screen, 'nav')).toEqual(['/about', '/visit'])
    screen.unmount()
  }
})

test.each(['chs', 'cht', 'jp'] as const)('in %s the guides have no space behind a full stop', async (locale) => {
  await open()
  for (const Guide of [PassInGeneral, VisitScreen]) {
    const screen = await mountScreen(<Guide />, '/', locale, translationsOf(locale))
    await waitUntil(() => screen.element.querySelectorAll('ol li').length > 2, 'the steps')
    const texts = [...screen.element.querySelectorAll('p, li span')].map(({ textContent }) => textContent)
    expect(texts.filter((text) => /[.。] /.test(text))).toEqual([])
    screen.unmount()
  }
})
