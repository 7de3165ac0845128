// @vitest-environment jsdom
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { DAY_MS } from '#contract/time.ts'
import { RECENT_SEARCHES_KEY } from '#data/drafts.ts'
import { forgetSearches } from '#data/recentSearches.ts'
import { SearchScreen } from '#routes/searchView/-parts/searchScreen.tsx'
import { readSiteSearch, type SiteSearch } from '#routes/searchView/-parts/siteSearch.ts'
import { START } from '../harness/clock.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CITY, openCity, openNowhere, pageOf } from './cityFixtures.tsx'

/** The search finds what this phone has at once, also offline, and what the server finds in other languages. */

const PROMOTION = {
  id: 'spa-week',
  title: 'Spa week',
  startDate: '2026-11-01',
  endDate: koreanDate(START),
  state: 'in_progress',
  daysLeft: 1,
  discountPercent: null,
  gdsUid: 'spa',
}
const TRAVEL = {
  id: 'spas',
  touristTycd: 'themed',
  category: 'Themes',
  title: 'Spa and sauna',
  districtCd: 'dongnae',
  district: 'Dongnae-gu',
  period: null,
}
const NOTICE = { id: 'n1', title: 'Closed for works', date: '2026-07-01', pinnedYn: 'N', body: 'The spa is closed.' }
const none = { list: [], total: 0 }
const SECTIONS = { passes: none, attractions: none, goods: none, courses: none, promotions: none, travelInfo: none }
const [, spa] = CITY.attractions
const ANSWERS = [
  [/GET .*travelInfo\/list/, pageOf([TRAVEL])],
  [/GET .*promotion\/list/, pageOf([PROMOTION])],
  [/GET .*posts\/list/, pageOf([NOTICE])],
  [/GET .*main\/main.*searchKeyword=spa/, { ...SECTIONS, total: 0 }],
  // The name of the spa in Chinese, which a phone in English does not have.
  [/GET .*main\/main/, { ...SECTIONS, attractions: { list: [spa], total: 1 }, total: 1 }],
] as const

function Screen({ start = {} }: { start?: SiteSearch }) {
  const [search, setSearch] = useState(start)
  return <SearchScreen search={search} onChange={setSearch} />
}
beforeEach(forgetSearches)

test('a word finds entries of all five sections, and each leads to its screen', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'spa' }} />)
  await waitUntil(() => screen.text().includes('Promotions and notices 2'), 'all sections')
  const headings = [...screen.element.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Attractions', 'Courses', 'Travel information', 'Promotions and notices'])
  expect(screen.links('Place spa')).toEqual(['/attractions/spa'])
  expect(screen.links('Course long')).toEqual(['/recommend/long'])
  expect(screen.links('Spa and sauna')).toEqual(['/travelInfo/spas'])
  expect(screen.links('Spa week')).toEqual(['/promotion/spa-week'])
  expect(screen.links('Closed for works')).toEqual(['/service/notice_detail?id=n1'])
  expect(screen.text()).toContain('5 results')
  screen.press('Courses 1')
  await waitUntil(() => screen.element.querySelectorAll('h2').length === 1, 'one section')
  expect(screen.text()).not.toContain('Place spa')
})

test('“Show all” of a section moves the focus to the first row that it adds, as its button goes', async () => {
  const spas = [1, 2, 3, 4, 5, 6].map((nth) => ({ ...TRAVEL, id: `spa-${nth}`, title: `Spa no. ${nth}` }))
  const { show } = await openCity([[/GET .*travelInfo\/list/, pageOf(spas)], ...ANSWERS])
  const screen = await show(<Screen start={{ q: 'spa' }} />)
  const name = 'Show all 6: Travel information'
  await waitUntil(() => screen.button(name) !== undefined, 'the button')
  expect(screen.text()).not.toContain('Spa no. 5')
  screen.button(name)?.focus()
  screen.press(name)
  await waitUntil(() => screen.text().includes('Spa no. 6'), 'all rows')
  expect(document.activeElement?.matches('li')).toBe(true)
  expect(document.activeElement?.textContent).toContain('Spa no. 5')
})

test('a section without results for the next word gives way to those that have some', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'bridge', in: 'courses' }} />)
  await waitUntil(() => screen.text().includes('Place bridge'), 'the place')
})

test('passes are found by their names', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'big3' }} />)
  await waitUntil(() => screen.text().includes('Big3 Mobile Pass'), 'the pass')
  expect(screen.links('Big3 Mobile Pass')).toEqual(['/pass/pass-big3-mobile'])
})

test('a pass that is sold out says so in place of its price', async () => {
  const products = CITY.products.map((product) => ({ ...product, soldOutYn: 'Y' as const }))
  const { show } = await openCity(ANSWERS, { ...CITY, products })
  const screen = await show(<Screen start={{ q: 'big3' }} />)
  const row = () => screen.element.querySelector('section li')?.textContent ?? ''
  await waitUntil(() => row().includes('Sold out'), 'the pass')
  expect(row()).toBe('Big3 Mobile PassSold out')
  expect(screen.links('Big3 Mobile Pass')).toEqual(['/pass/pass-big3-mobile'])
})

test('what only the server finds is added, and an answer for an earlier word is not', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: '水療' }} />)
  await waitUntil(() => screen.text().includes('Place spa'), 'the match of the server')
  expect(screen.text()).toContain('1 result')
  type(screen.element.querySelector('input'), 'bridge')
  await waitUntil(() => screen.text().includes('Place bridge'), 'the match of the phone')
})

test('offline the same words are found in what is stored, and the screen says so', async () => {
  const { show, lose } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'spa' }} />)
  await waitUntil(() => screen.text().includes('Promotions and notices 2'), 'all sections')
  screen.unmount()
  await lose()
  const offline = await show(<Screen start={{ q: 'spa' }} />)
  await waitUntil(() => offline.text().includes('5 results · found on this device'), 'the results offline')
  type(offline.element.querySelector('input'), 'zzz')
  await waitUntil(() => offline.text().includes('No results'), 'no results')
  expect(offline.text()).toContain('only what is saved on this device was searched')
  expect(offline.links('Show all places')).toEqual(['/attractions'])
})

test('a promotion has ended on the day after its last, whatever the stored answer says', async () => {
  const { show, lose, clock } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'spa week' }} />)
  await waitUntil(() => screen.text().includes('until 21 November 2026'), 'the last day')
  screen.unmount()
  await lose()
  clock.advance(DAY_MS / 2)
  const later = await show(<Screen start={{ q: 'spa week' }} />)
  await waitUntil(() => later.links('Spa week').length === 1, 'the promotion')
  expect(later.text()).toContain('Ended')
  expect(later.text()).not.toContain('until 21 November')
})

test('a submitted word is remembered on this phone, once, and can be cleared', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen start={{ q: 'spa' }} />)
  await waitUntil(() => screen.text().includes('5 results'), 'the results')
  const submit = () => screen.element.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true }))
  submit()
  submit()
  expect(localStorage.getItem(RECENT_SEARCHES_KEY)).toBe('["spa"]')
  type(screen.element.querySelector('input'), '')
  await waitUntil(() => screen.text().includes('Recent searches'), 'the recent searches')
  expect(screen.links('spa')).toEqual(['/searchView?q=spa'])
  screen.press('Clear all')
  await waitUntil(() => !screen.text().includes('Recent searches'), 'no recent searches')
  expect(localStorage.getItem(RECENT_SEARCHES_KEY)).toBeNull()
})

test('suggested words are the districts, each of which has results', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen />)
  await waitUntil(() => screen.text().includes('Suggested'), 'the suggestions')
  expect(screen.links('Haeundae-gu')).toEqual(['/searchView?q=Haeundae-gu'])
})

test('without a catalogue the search names the cause', async () => {
  const screen = await (await openNowhere()).show(<Screen start={{ q: 'spa' }} />)
  await waitUntil(() => screen.text().includes('Search is not available yet'), 'the error')
})

test('the address drops an unknown section', () => {
  expect(readSiteSearch({ q: '24', in: 'hotels' })).toEqual({ q: '24' })
  expect(readSiteSearch({ q: 'sky', in: 'passes' })).toEqual({ q: 'sky', in: 'passes' })
})
