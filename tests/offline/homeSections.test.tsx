// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Gift } from '#contract/calls/gift.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { useGifts } from '#data/gifts.ts'
import { passesReady } from '#data/myPass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { HomeScreen } from '#routes/home/-parts/homeScreen.tsx'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { PASS } from './fixtures.ts'
import { openSignedIn, openWithPeer } from './setup.ts'
import { BIG3, DAY_PASS, SHOP } from './shopFixtures.ts'

/** Home sells to visitors, and shows members first what they own and where they can go. */

const BIG3_PASS = {
  ...PASS,
  passType: 'Big3',
  windowHours: 120,
  validUntil: START + 100 * DAY_MS,
  allowance: { A: { total: 1, used: 0 }, B: { total: 2, used: 0 } },
} as const
const GIFT: Gift = {
  giftUid: '0193a1b2-0000-7000-8000-00000000000a',
  passUid: '0193a1b2-0000-7000-8000-00000000000b',
  type: 'received',
  state: 'sent',
  gdsUid: 'pass-24h-mobile',
  passType: '24H',
  medium: 'mobile',
  sender: { id: 'jun@example.com', name: 'JUN LEE' },
  recipient: { id: 'mina@example.com' },
  message: '',
  sentAt: START,
  endedAt: null,
}

/** Opens home as a visitor; resolves once its title is `title`. */
const visit = async (catalogue: Catalogue, title: string, at = START) => {
  const { browser, network, clock } = openWithPeer()
  clock.set(at)
  network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
  replaceRuntime((await browser.tab()).runtime)
  const screen = await mountScreen(<HomeScreen />)
  await waitUntil(() => screen.element.querySelector('h1')?.textContent === title, title)
  return screen
}

const memberHome = async ({ gifts, pass, offline }: { gifts: Gift[]; pass: boolean; offline: boolean }) => {
  const { peer, network, tab } = await openSignedIn()
  network.fault(/GET .*catalogue/, async () => answer(200, '200', SHOP), Infinity)
  peer.gifts = gifts
  if (pass) peer.passes.set('mina', [BIG3_PASS])
  await tab.runtime.pulls.pull('gifts', true)
  await tab.runtime.pulls.pull('passes', true)
  replaceRuntime(tab.runtime)
  await Promise.all([passesReady(), useGifts.settled()])
  if (offline) {
    // The catalogue is on the phone since an earlier visit.
    const before = await mountScreen(<HomeScreen />)
    await waitUntil(() => before.text().includes('Place sea'), 'the catalogue')
    before.unmount()
    network.down(true)
    await tab.runtime.online.probe()
  }
  const screen = await mountScreen(<HomeScreen />)
  await waitUntil(() => screen.text().includes('Place sea'), 'the places')
  await waitUntil(() => screen.text().includes('Choose your pass'), 'the sections')
  if (pass) await waitUntil(() => screen.text().includes('Big3 mobile pass'), 'the pass')
  return screen
}

/** Fails unless the text contains all sentences, in this order. */
const expectOrder = (text: string, sentences: readonly string[]) => {
  for (const sentence of sentences) expect(text).toContain(sentence)
  expect(sentences.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(sentences)
}

test('a visitor reads how many attractions there are and the lowest price, marked as a sample', async () => {
  const { text, links, element } = await visit(SHOP, '5 attractions, one pass.From ₩45,000.')
  expect(element.querySelector('h1 + p')?.textContent).toContain('Sample price')
  expect(links('See the passes')).toEqual(['/pass'])
  expectOrder(text(), ['See the passes', 'attractions: all of them', 'about ₩34,050', 'Choose your pass'])
})

test('the price that a visitor reads is of a pass that can be bought, without a mark when it is confirmed', async () => {
  const products = [DAY_PASS, { ...BIG3, soldOutYn: 'Y' as const }]
  const { element } = await visit({ ...SHOP, products }, '5 attractions, one pass.From ₩49,000.')
  expect(element.querySelector('h1 + p')?.textContent).not.toContain('Sample price')
})

test('without a pass on sale home names no price', async () => {
  const { text } = await visit({ ...SHOP, products: [{ ...DAY_PASS, saleYn: 'N' }] }, '5 attractions, one pass.')
  expect(text()).not.toContain('saved with')
})

test('a pass that costs more than its example claims no saving', async () => {
  const products = [{ ...BIG3, price: 90_000 }]
  const { text } = await visit({ ...SHOP, products }, '5 attractions, one pass.From ₩90,000.')
  expect(text()).not.toContain('saved with')
})

test('after their last entry, places of the evening open next, and none is open until its closing time', async () => {
  // 22:45 in Korea; the last entry is at 22:30.
  const { text } = await visit(SHOP, '5 attractions, one pass.From ₩45,000.', START + 10.75 * HOUR_MS)
  expectOrder(text(), ['Opening next, free with a pass', 'Closed now'])
  expect(text()).not.toContain('until 23:00')
})

test.each([false, true])(
  'a member with a pass sees it, the gift, the next places, then the passes (offline: %s)',
  async (offline) => {
    const { text, element, links } = await memberHome({ gifts: [GIFT], pass: true, offline })
    expectOrder(text(), [
      'Big3 mobile pass',
      'A gift is waiting for you',
      'Open now with your pass, sorted by last entry',
      'Open now, free with a pass',
      'Choose your pass',
    ])
    const next = [...element.querySelectorAll('[aria-labelledby="next"] b')].map(({ textContent }) => textContent)
    expect(next).toEqual(['Place bridge', 'Place sea', 'Place museum'])
    expect(links('Where I can still go')).toEqual(['/myPage/stillOpen'])
    expect(text()).not.toContain('attractions: all of them')
  },
)

test('an answered gift is not on home, and without a pass the passes come before the places', async () => {
  const answered = { ...GIFT, state: 'declined', endedAt: START } as const
  const { text } = await memberHome({ gifts: [answered], pass: false, offline: false })
  expect(text()).not.toContain('is waiting for you')
  expect(text()).not.toContain('Next for you')
  expectOrder(text(), ['Choose your pass', 'Open now, free with a pass'])
})
