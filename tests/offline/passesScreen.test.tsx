// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Product } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { PassesScreen } from '#routes/pass/-parts/passesScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'
import { BIG3, DAY_PASS, SHOP } from './shopFixtures.ts'

/** The list of passes (spec 2.66). */

const CARD: Product = {
  ...DAY_PASS,
  gdsUid: 'pass-24h-card',
  gdsDtlUid: 'pass-24h-card-std',
  medium: 'card',
  name: '24H Card Pass',
  price: 54_000,
}

const ticketsOf = (element: HTMLElement) =>
  [...element.querySelectorAll('[data-product]:not(table *)')].map((ticket) => ({
    type: ticket.getAttribute('data-product'),
    href: (ticket.matches('a') ? ticket : ticket.querySelector('a'))?.getAttribute('href'),
    price: /₩\d\d,\d{3}/.exec(ticket.textContent ?? '')?.[0],
  }))

test.each([
  [
    'mobile',
    [
      { type: '24H', href: '/pass/pass-24h-mobile', price: '₩49,000' },
      { type: 'Big3', href: '/pass/pass-big3-mobile', price: '₩45,000' },
    ],
  ],
  ['card', [{ type: '24H', href: '/pass/pass-24h-card', price: '₩54,000' }]],
] as const)(
  'the list of %s passes has each of them with its price and its page, and no other',
  async (medium, tickets) => {
    const { browser, network } = openWithPeer()
    const catalogue = { ...SHOP, products: [DAY_PASS, CARD, BIG3] }
    network.fault(/GET .*catalogue/, async () => answer(200, '200', catalogue), Infinity)
    replaceRuntime((await browser.tab()).runtime)
    const { element } = await mountScreen(<PassesScreen medium={medium} />)
    await waitUntil(() => element.querySelector('[data-product]') !== null)
    expect(ticketsOf(element)).toEqual(tickets)
  },
)
