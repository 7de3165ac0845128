// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { AboutScreen } from '#routes/$product/-parts/aboutScreen.tsx'
import { BenefitsScreen } from '#routes/$product/-parts/benefitsScreen.tsx'
import { PurchaseScreen } from '#routes/$product/-parts/purchaseScreen.tsx'
import { UseScreen } from '#routes/$product/-parts/useScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { translationsOf } from '../harness/translations.ts'
import { openWithPeer } from './setup.ts'
import { BIG3, DAY_PASS, SHOP } from './shopFixtures.ts'

/** The guides of the passes: what they include, how to buy and how to use them, by the catalogue of this phone. */

const CARD = { ...BIG3, gdsUid: 'pass-big3-card', medium: 'card' as const, saleYn: 'N' as const }

const open = async (products = [DAY_PASS, BIG3, CARD], benefit = SHOP.benefit) => {
  const opened = openWithPeer()
  opened.network.fault(/GET .*catalogue/, async () => answer(200, '200', { ...SHOP, products, benefit }), Infinity)
  const tab = await opened.browser.tab()
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
const shows = (screen: MountedScreen, text: string) => waitUntil(() => screen.text().includes(text), text)
/** Returns the text of the page without the tickets beside it. */
const pageText = ({ element }: MountedScreen) => {
  const page = element.cloneNode(true) as HTMLElement
  page.querySelector('aside')?.remove()
  return page.textContent
}

test('a guide says what its own pass includes, and its tickets lead to the shop', async () => {
  await open()
  const big3 = await mountScreen(<AboutScreen guide="big3" />)
  await shows(big3, '1 of the 2 big ones (A) and 2 of the 3 others (B)')
  expect(big3.element.querySelector('h1')?.textContent).toBe('About the Big3 pass')
  expect([...big3.element.querySelectorAll('aside a')].map((link) => link.getAttribute('href'))).toEqual([
    '/pass/pass-big3-mobile',
    '/pass',
  ])
  big3.unmount()
  const day = await mountScreen(<AboutScreen guide="24h" />)
  await shows(day, 'All 5 places, once each')
  expect(pageText(day)).toContain('within 24 hours of your first entry')
})

test('the four pages of a guide lead to each other, and mark the current one', async () => {
  await open()
  const screen = await mountScreen(<UseScreen guide="big3" />)
  await shows(screen, 'At the gate')
  const links = [...screen.element.querySelectorAll('main nav a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/big3',
    '/big3/benefits',
    '/big3/purchase',
    '/big3/use',
  ])
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([links[3]])
})

test('the benefits show the places of both groups, each with a link to its page', async () => {
  await open()
  const screen = await mountScreen(<BenefitsScreen guide="big3" search={{}} onChange={() => undefined} />)
  await shows(screen, 'Place deck')
  const places = SHOP.attractions.filter(({ passGroup }) => passGroup !== null)
  expect(screen.element.querySelectorAll('[data-group] a[href^="/attractions/"]')).toHaveLength(places.length)
  expect(screen.element.querySelector('[data-group="A"] a[href="/attractions/deck"]')).not.toBeNull()
})

test('a pass that is not on sale has no button to buy it, and a tab of the address is shown', async () => {
  await open()
  const tabs: string[] = []
  const mobile = await mountScreen(<PurchaseScreen guide="big3" tab="unknown" onTab={(tab) => tabs.push(tab)} />)
  await shows(mobile, 'Mobile pass in three steps')
  expect(mobile.links('Choose this pass')).toEqual(['/pass/pass-big3-mobile'])
  mobile.element.querySelector<HTMLInputElement>('input[value="cancel"]')?.click()
  expect(tabs).toEqual(['cancel'])
  mobile.unmount()
  const card = await mountScreen(<PurchaseScreen guide="big3" tab="card" onTab={() => undefined} />)
  await shows(card, 'Card pass in four steps')
  expect(card.links('Choose this pass')).toEqual([])
  expect(pageText(card)).toContain('Not on sale')
  card.unmount()
  const cancel = await mountScreen(<PurchaseScreen guide="big3" tab="cancel" onTab={() => undefined} />)
  await shows(cancel, 'full refund if cancelled within 180 days of payment')
  expect(cancel.links('Request a refund')).toEqual(['/myPage/purchaseHistory'])
  expect(cancel.links('Read the cancellation terms')).toEqual(['/service/policy?code=refund'])
})

test('a guide is read offline once the catalogue is on the phone', async () => {
  const { network, tab } = await open()
  const online = await mountScreen(<UseScreen guide="big3" />)
  await shows(online, 'Your 120 hours start')
  online.unmount()
  network.down(true)
  await tab.runtime.online.probe()
  const offline = await mountScreen(<UseScreen guide="24h" />)
  await shows(offline, 'Your 24 hours start')
})

test.each(['chs', 'cht', 'jp'] as const)('in %s a full stop is not followed by a space', async (locale) => {
  await open()
  const screen = await mountScreen(<UseScreen guide="big3" />, '/', locale, translationsOf(locale))
  await waitUntil(() => screen.element.querySelectorAll('ol li').length === 4, 'four steps')
  expect(screen.element.querySelector('ol li:last-child p')?.textContent).toMatch(/[^.。]。[^。 ]+。$/)
  const texts = [...screen.element.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(texts.filter((text) => /[.。] /.test(text))).toEqual([])
})

test.each([12, 0])('overview and benefits count %i partners, and say nothing without any', async (count) => {
  await open(undefined, { ...SHOP.benefit, discountPlaces: count })
  for (const guide of [
    <AboutScreen key="about" guide="big3" />,
    <BenefitsScreen key="benefits" guide="big3" search={{}} onChange={() => undefined} />,
  ]) {
    const screen = await mountScreen(guide)
    await shows(screen, '1 of the 2 big ones (A)')
    const expected = count > 0 ? `${count} partners with a discount` : undefined
    await waitUntil(() => /\d+ partners with a discount/.exec(pageText(screen))?.[0] === expected, `${expected}`)
    screen.unmount()
  }
})
