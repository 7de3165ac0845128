// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import type { Product } from '#contract/calls/pass.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { GroupsDialog } from '#routes/-shared/groups/groupsDialog.tsx'
import { Comparison } from '#routes/pass/-parts/comparison.tsx'
import { Saving } from '#routes/pass/-parts/saving.tsx'
import { useChoice } from '#routes/pass/-parts/useChoice.ts'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'
import { BIG3, DAY_PASS, SHOP } from './shopFixtures.ts'

/** The sheet of groups A and B, and the sum of what is chosen in it. */

beforeEach(async () => {
  const { browser, network } = openWithPeer()
  network.fault(/GET .*catalogue/, async () => answer(200, '200', SHOP), Infinity)
  replaceRuntime((await browser.tab()).runtime)
})

function Choose({ product }: { product: Product }) {
  const choosing = useChoice(product, SHOP.attractions)
  return (
    <>
      <Saving choosing={choosing} />
      <GroupsDialog open onClose={() => undefined} choosing={choosing} />
    </>
  )
}

const choose = async (product: Product) => {
  const screen = await mountScreen(<Choose product={product} />)
  const place = (id: string) =>
    [...screen.element.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')].find((one) =>
      one.textContent.includes(`Place ${id}`),
    )
  await waitUntil(() => place('sea') !== undefined, 'the shelves')
  return {
    ...screen,
    toggle: (id: string) => flushSync(() => place(id)?.click()),
    sum: () => screen.element.querySelector('dialog [role="status"]')?.textContent,
    chosen: () =>
      [...screen.element.querySelectorAll('button[aria-pressed="true"] b')].map(({ textContent }) => textContent),
  }
}

test('the sheet has a shelf for each group with names and prices, and no place of no group', async () => {
  const { element, text } = await choose(BIG3)
  const namesOf = (group: string) =>
    [...element.querySelectorAll(`[data-group="${group}"] b`)].map(({ textContent }) => textContent)
  expect(namesOf('A')).toEqual(['Place deck', 'Place spa'])
  expect(namesOf('B')).toEqual(['Place sea', 'Place museum', 'Place bridge'])
  expect(text()).toContain('1 of the 2 big ones (A) and 2 of the 3 others (B)')
  expect(text()).not.toContain('Place village')
})

test('the sum starts with an example, which the page calls so, and follows what is chosen on the sheet and the page', async () => {
  const { sum, toggle, chosen, text } = await choose(BIG3)
  expect(sum()).toBe('At the gates, for exampleabout ₩79,050With a Big3 pass₩45,000You save about ₩34,050')
  toggle('spa')
  expect(chosen()).toEqual(['Place spa', 'Place sea', 'Place museum'])
  expect(sum()).toBe('At the gates you would payabout ₩63,650With a Big3 pass₩45,000You save about ₩18,650')
  expect(text()).toContain('What you save')
  expect(text()).not.toContain('for example')
})

test('a choice that is cheaper at the gates says so, and never that it saves', async () => {
  const { sum, toggle, text } = await choose(BIG3)
  for (const id of ['deck', 'sea']) toggle(id)
  toggle('bridge')
  expect(sum()).toContain('about ₩19,650')
  expect(sum()).toContain('The pass costs about ₩25,350 more than paying at the gates')
  expect(text()).not.toContain('You save')
})

test('with nothing chosen there is a sum of zero, and no word of a saving', async () => {
  const { sum, toggle, chosen } = await choose(DAY_PASS)
  for (const name of chosen()) toggle(name?.replace('Place ', '') ?? '')
  expect(chosen()).toEqual([])
  expect(sum()).toBe('At the gates you would payabout ₩0With a 24H pass₩49,000')
})

test('the comparison has the same rows for every pass, and marks a price that is a sample', async () => {
  const { element } = await mountScreen(<Comparison products={[DAY_PASS, BIG3]} attractions={SHOP.attractions} />)
  const rows = [...element.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
  expect(rows).toContainEqual(['Validity from the first entry', '24 hours', '120 hours'])
  expect(rows).toContainEqual(['Of the big ones (A)', 'all 2', '1 of 2'])
  expect(rows).toContainEqual(['Price', '₩49,000', '₩45,000Sample price'])
  expect(rows).toContainEqual(['Price per day', 'about ₩49,000', 'about ₩9,000'])
  expect(rows.every((row) => row.length === 3)).toBe(true)
})

test('the comparison links only passes that can be bought, and says of the others why not', async () => {
  const products = [DAY_PASS, { ...BIG3, soldOutYn: 'Y' as const }]
  const { links, text } = await mountScreen(<Comparison products={products} attractions={SHOP.attractions} />)
  expect(links('24H')).toEqual(['/pass/pass-24h-mobile'])
  expect(links('Big3')).toEqual([])
  expect(text()).toContain('Sold out')
})

test('a visitor finds a heart on each place: it leads to signing in', async () => {
  const { element } = await choose(BIG3)
  const hearts = [...element.querySelectorAll('dialog a[href^="/login"]')]
  expect(hearts.map((heart) => heart.getAttribute('aria-label'))).toContain(
    'Sign in to add Place sea to your favourites',
  )
  expect(hearts).toHaveLength(5)
})
