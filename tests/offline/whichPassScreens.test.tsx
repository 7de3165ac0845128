// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { replaceRuntime } from '#data/runtime.ts'
import { planOf, planSearch, readPlanSearch, type PlanIds, type PlanSearch } from '#routes/-shared/planSearch.ts'
import { CourseScreen } from '#routes/recommend/-parts/courseScreen.tsx'
import { FinderScreen } from '#routes/whichPass/-parts/finderScreen.tsx'
import { read } from '../harness/documents.ts'
import { answer } from '../harness/network.ts'
import { mountScreen, type, type MountedScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CITY, openCity, openNowhere } from './cityFixtures.tsx'
import { BIG3, shopPlace } from './shopFixtures.ts'
import { openSignedIn, person, waitForEmptyOutbox } from './setup.ts'

/** `/whichPass`: the sums of a plan, worked by hand from the prices of `SHOP`, and the ways to choose its places. */

let search: PlanSearch = {}
function Screen({ start }: { start: PlanSearch }) {
  const [plan, setPlan] = useState(planOf(start))
  const change = (next: PlanIds) => {
    search = planSearch(next)
    setPlan(planOf(readPlanSearch({ ...search })))
  }
  return <FinderScreen plan={plan} onChange={change} />
}
const openPlan = async (start: PlanSearch = {}, catalogue = CITY) => {
  search = start
  const city = await openCity([], catalogue)
  const screen = await city.show(<Screen start={start} />)
  await waitUntil(() => screen.text().includes('Your plan'), 'the plan')
  return { ...city, screen }
}
const rowsOf = ({ element }: MountedScreen) =>
  [...element.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))
const boxOf = ({ element }: MountedScreen, name: string) =>
  [...element.querySelectorAll('label')].find((label) => label.textContent?.startsWith(name))?.querySelector('input')
const choose = (select: HTMLSelectElement | null | undefined, value: string) =>
  flushSync(() => {
    if (!select) throw new Error('no list to choose from')
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('without a place there is no answer; each place chosen is in the address and in the sums', async () => {
  const { screen } = await openPlan()
  expect(screen.text()).toContain('No places chosen yet')
  expect(rowsOf(screen)).toEqual([])
  flushSync(() => boxOf(screen, 'Place deck')?.click())
  expect(search).toEqual({ places: 'deck' })
  expect(screen.text()).toContain('No pass pays off for this plan')
  expect(rowsOf(screen)[0]).toEqual(['Without a pass', '–', 'about ₩27,300', 'about ₩27,300'])
  flushSync(() => boxOf(screen, 'Place deck')?.click())
  expect(search).toEqual({})
})

test('the cheapest way stands first, with its sums, what it covers, and a link that buys for everybody', async () => {
  const { screen } = await openPlan({ places: 'deck.sea.museum.bridge', people: 2 })
  const { element, text, links } = screen
  expect(element.querySelector('[role=status] h2')?.textContent).toBe('The Big3 costs least for your plan')
  expect(text()).toContain('You save about ₩68,100')
  expect(element.querySelector('caption')?.textContent).toBe('For 2 people')
  expect(rowsOf(screen)).toEqual([
    ['Big3Sample price', '₩90,000', 'about ₩1,900', 'about ₩91,900'],
    ['24H', '₩98,000', '₩0', '₩98,000'],
    ['Without a pass', '–', 'about ₩160,000', 'about ₩160,000'],
  ])
  expect([...element.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    'Place deck, Place sea, Place museum',
    'Place bridge',
  ])
  expect(text()).toContain('Sample price: you will not be charged.')
  expect(links('Buy 2 passes')).toEqual(['/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=2'])
  expect(links('See this pass')).toEqual(['/pass/pass-big3-mobile'])
})

test('a plan that no pass pays off for says so, by how much, and sells nothing', async () => {
  const unpriced = shopPlace('port', 'A', 0)
  const { screen } = await openPlan(
    { places: 'bridge.village.port' },
    { ...CITY, version: 'unpriced', attractions: [...CITY.attractions, unpriced] },
  )
  expect(screen.text()).toContain('No pass pays off for this plan')
  expect(screen.text()).toContain('Big3 · The pass costs about ₩44,050 more than paying at the gates')
  await waitUntil(() => screen.text().includes('1 place without a known price is not counted.'), 'the new catalogue')
  expect(screen.links('Buy 1 pass')).toEqual([])
})

test('places to reserve are named, and confirmed prices are not called approximate', async () => {
  const attractions = CITY.attractions.map((place) => ({
    ...place,
    adultPriceConfirmedYn: 'Y' as const,
    reservationRequired: place.gdsUid === 'spa',
  }))
  const { screen } = await openPlan({ places: 'spa.sea' }, { ...CITY, version: 'confirmed', attractions })
  const note = 'Reserve before your visit, with or without a pass: Place spa'
  await waitUntil(() => screen.text().includes(note), 'the note')
  expect(rowsOf(screen)[0]).toEqual(['Without a pass', '–', '₩44,950', '₩44,950'])
  expect(screen.text()).not.toContain('Prices at the gates are approximate.')
})

test('of a mobile and a card pass of one kind the table has the cheaper one, and it is the one to buy', async () => {
  const card = { ...BIG3, gdsUid: 'pass-big3-card', gdsDtlUid: 'pass-big3-card-std', medium: 'card' as const }
  const products = [...CITY.products, { ...card, price: 44_100 }]
  const { screen } = await openPlan({ places: 'deck.sea.museum' }, { ...CITY, version: 'cards', products })
  await waitUntil(() => screen.text().includes('₩44,100'), 'the new catalogue')
  expect(rowsOf(screen).map(([name]) => name)).toEqual(['Big3Sample price', '24H', 'Without a pass'])
  expect(screen.links('See this pass')).toEqual(['/pass/pass-big3-card'])
})

test('a pass that is not on sale is not offered', async () => {
  const products = CITY.products.map((product) => ({ ...product, saleYn: 'N' as const }))
  const { screen } = await openPlan({ places: 'deck.sea.museum' }, { ...CITY, version: 'notOnSale', products })
  await waitUntil(() => rowsOf(screen).length === 1, 'the new catalogue')
  expect(rowsOf(screen)[0]?.[0]).toBe('Without a pass')
  expect(screen.text()).toContain('No pass pays off for this plan')
})

test('a course gives its places and days; places move between days and leave the plan', async () => {
  const { screen } = await openPlan()
  const course = () => screen.element.querySelector<HTMLSelectElement>('section[aria-labelledby=picker] select')
  choose(course(), 'long')
  expect(search).toEqual({ places: 'deck.spa_sea' })
  const dayOf = (name: string) =>
    screen.element.querySelector<HTMLSelectElement>(`select[aria-label="Day of your visit to ${name}"]`)
  choose(dayOf('Place spa'), '1')
  expect(search).toEqual({ places: 'deck_sea.spa' })
  screen.press('Remove Place sea')
  expect(search).toEqual({ places: 'deck_spa' })
  const [people, days] = [...screen.element.querySelectorAll('[role=group]')].map((group) => [
    ...group.querySelectorAll('button'),
  ])
  flushSync(() => people?.[1]?.click())
  flushSync(() => days?.[0]?.click())
  expect(search).toEqual({ places: 'deck.spa', people: 2 })
})

test('a search narrows the list, and a fourth place begins a second day where there is one', async () => {
  const { screen } = await openPlan({ places: 'deck.spa.sea_' })
  type(screen.element.querySelector('input[type=search]'), 'museum')
  await waitUntil(() => !boxOf(screen, 'Place deck'), 'the search')
  flushSync(() => boxOf(screen, 'Place museum')?.click())
  expect(search).toEqual({ places: 'deck.spa.sea_museum' })
  type(screen.element.querySelector('input[type=search]'), 'zzz')
  await waitUntil(() => screen.text().includes('No results'), 'no results')
})

test('favourites that the plan does not have are added at once', async () => {
  const { tab, network } = await openSignedIn()
  network.fault(/GET .*catalogue/, async () => answer(200, '200', CITY), Infinity)
  await person(tab).favourite('sea', true)
  await person(tab).favourite('deck', true)
  await waitForEmptyOutbox(tab)
  replaceRuntime(tab.runtime)
  const screen = await mountScreen(<Screen start={{ places: 'deck' }} />)
  await waitUntil(() => screen.button('Add 1 favourite') !== undefined, 'the favourites')
  screen.press('Add 1 favourite')
  expect(search).toEqual({ places: 'deck.sea' })
  expect(screen.button('Add 1 favourite')).toBeUndefined()
})

test('a plan is compared offline once the catalogue is stored; without any the screen names the cause', async () => {
  const { screen, lose, show } = await openPlan({ places: 'deck.sea.museum' })
  screen.unmount()
  await lose()
  const offline = await show(<Screen start={{ places: 'deck.sea.museum' }} />)
  await waitUntil(() => offline.text().includes('The Big3 costs least for your plan'), 'the answer offline')
  expect(offline.text()).toContain('You are offline. You can buy passes as soon as you are back online.')
  expect(offline.links('Buy 1 pass')).toEqual([])
  offline.unmount()
  const nowhere = await (await openNowhere()).show(<Screen start={{}} />)
  await waitUntil(() => nowhere.text().includes('Could not load the passes'), 'the error')
})

test('a course leads to the comparison with its places and days', async () => {
  const city = await openCity()
  const { text, links } = await city.show(<CourseScreen id="long" />)
  await waitUntil(() => text().includes('Day 2'), 'the course')
  expect(links('Which pass is right for me?')).toEqual(['/whichPass?places=deck.spa_sea'])
})

test('the address drops what it cannot mean: other characters, an eighth day, a place twice, a seventh person', () => {
  expect(readPlanSearch({ places: 'a b', people: 7 })).toEqual({})
  expect(readPlanSearch({ places: 5, people: 1.5 })).toEqual({})
  expect(readPlanSearch({ places: 'deck', people: 6 })).toEqual({ places: 'deck', people: 6 })
  expect(planOf({ places: 'a.a_b_a_c_d_e_f_g' })).toEqual({
    days: [['a'], ['b'], [], ['c'], ['d'], ['e'], ['f']],
    people: 1,
  })
  expect(planOf({ places: 'deck', people: 7 })).toEqual({ days: [['deck']], people: 1 })
  expect(planOf({})).toEqual({ days: [[]], people: 1 })
})

test('no id of an attraction contains what separates places and days in the address', () => {
  const { items } = JSON.parse(read('server/db/seed/attractions.json')) as { items: { id: string }[] }
  expect(items.length).toBeGreaterThan(50)
  expect(items.filter(({ id }) => /[._]/.test(id))).toEqual([])
})
