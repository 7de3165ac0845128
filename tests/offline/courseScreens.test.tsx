// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CourseScreen } from '#routes/recommend/-parts/courseScreen.tsx'
import { readCourseSearch, type CourseSearch } from '#routes/recommend/-parts/courseSearch.ts'
import { CoursesScreen } from '#routes/recommend/-parts/coursesScreen.tsx'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CITY, openCity, openNowhere } from './cityFixtures.tsx'
import { BIG3, DAY_PASS } from './shopFixtures.ts'

/** Courses are read from the mirror: filters on the phone, and each course with its days, ways, hours and passes. */

function List({ start = {} }: { start?: CourseSearch }) {
  const [search, setSearch] = useState(start)
  return <CoursesScreen search={search} onChange={setSearch} />
}
const openList = async (start: CourseSearch = {}, products = CITY.products) => {
  const city = await openCity([], { ...CITY, products })
  const screen = await city.show(<List start={start} />)
  await waitUntil(() => screen.element.querySelector('[role=status]')?.textContent !== '', 'the courses')
  const names = () => [...screen.element.querySelectorAll('h2 a')].map(({ textContent }) => textContent)
  return { ...city, screen, names }
}

test('the list names each course, its stops, and whether one pass covers them', async () => {
  const { screen, names } = await openList()
  expect(names()).toEqual(['Course coast', 'Course old', 'Course long'])
  const [coast, old, long] = [...screen.element.querySelectorAll('li')]
  expect(coast?.textContent).toContain('Place deck → Place sea → Place museum')
  expect(coast?.textContent).toContain('Covered by one pass')
  expect(old?.textContent).toContain('1 of 2 stops with a pass')
  // Two of group A do not fit a Big3, and a 24H does not last two days.
  expect(long?.textContent).not.toContain('Covered by one pass')
  expect(screen.links('Course coast')).toEqual(['/recommend/coast'])
})

test('chips filter by pass, length and companions, and a word finds stops', async () => {
  const { screen, names } = await openList()
  screen.press('Covered by one pass')
  await waitUntil(() => names().join() === 'Course coast', 'the covered course')
  screen.press('Covered by one pass')
  screen.press('2 days, 1 night')
  await waitUntil(() => names().join() === 'Course long', 'the long course')
  screen.press('2 days, 1 night')
  screen.press('Family')
  await waitUntil(() => names().join() === 'Course old', 'the course for a family')
  screen.press('Family')
  type(screen.element.querySelector('input'), 'spa')
  await waitUntil(() => names().join() === 'Course long', 'the course with the spa')
})

test('without a match the list leads back to all courses', async () => {
  const { screen, names } = await openList({ q: 'nowhere' })
  await waitUntil(() => screen.text().includes('No results'), 'no results')
  screen.press('Show all courses')
  await waitUntil(() => names().length === 3, 'all courses')
})

test('courses that were read once are there offline, and without any the screen names the cause', async () => {
  const { screen, lose, show } = await openList()
  screen.unmount()
  await lose()
  const offline = await show(<List />)
  await waitUntil(() => offline.text().includes('Course coast'), 'the courses offline')
  offline.unmount()
  const nowhere = await (await openNowhere()).show(<List />)
  await waitUntil(() => nowhere.text().includes('Could not load the courses'), 'the error')
})

test('a course shows its day with the way between stops, hours, the pass and the gate prices', async () => {
  const city = await openCity()
  const { text, links, element } = await city.show(<CourseScreen id="coast" />)
  await waitUntil(() => text().includes('Itinerary'), 'the course')
  expect(element.querySelector('h1')?.textContent).toBe('Course coast')
  expect([...element.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Place deck',
    'Place sea',
    'Place museum',
  ])
  // 0.02° and 0.01° of latitude.
  expect(text()).toContain('2.2 km from the previous stop')
  expect(text()).toContain('1.1 km from the previous stop')
  expect(text()).toContain('Today: 00:00–23:00')
  expect(text()).toContain('All stops with one Big3: ₩45,000')
  expect(text()).toContain('about ₩79,050 at the gates')
  expect(text()).toContain('You save about ₩34,050')
  expect(links('Place sea')).toEqual(['/attractions/sea'])
  expect(links('See this pass')).toEqual(['/pass/pass-big3-mobile'])
})

test('a course that no pass covers says how many stops take one, and leads to all passes', async () => {
  const city = await openCity()
  const { text, links } = await city.show(<CourseScreen id="old" />)
  await waitUntil(() => text().includes('Itinerary'), 'the course')
  expect(text()).toContain('1 of 2 stops with a pass')
  expect(text()).not.toContain('All stops with one')
  expect(links('See the passes')).toEqual(['/pass'])
})

test('a course offers no pass that is sold out, and counts on none that is not on sale', async () => {
  const soldOut = { ...BIG3, soldOutYn: 'Y' as const }
  const city = await openCity([], { ...CITY, products: [soldOut, DAY_PASS] })
  const { text, links } = await city.show(<CourseScreen id="coast" />)
  await waitUntil(() => text().includes('All stops with one 24H: ₩49,000'), 'the pass')
  expect(links('See this pass')).toEqual([`/pass/${DAY_PASS.gdsUid}`])
  const { screen } = await openList({}, [soldOut, { ...DAY_PASS, saleYn: 'N' }])
  const coast = () => screen.element.querySelector('li')?.textContent
  await waitUntil(() => coast()?.includes('3 of 3 stops with a pass') ?? false, 'a course that no pass covers')
  expect(coast()).not.toContain('Covered by one pass')
})

test('each day of a longer course has its own stops', async () => {
  const city = await openCity()
  const { text, element } = await city.show(<CourseScreen id="long" />)
  await waitUntil(() => text().includes('Day 2'), 'the second day')
  expect([...element.querySelectorAll('ol')].map((list) => list.children.length)).toEqual([2, 1])
})

test('an unknown course is not found', async () => {
  const city = await openCity()
  const { element } = await city.show(<CourseScreen id="nowhere" />)
  await waitUntil(() => element.querySelector('[data-screen="404"]') !== null, 'not found')
})

test('the address drops unknown filters', () => {
  expect(readCourseSearch({ q: '7', with: 'nobody', length: 'day', covered: 'yes' })).toEqual({ q: '7', length: 'day' })
  expect(readCourseSearch({ with: 'solo', covered: '1' })).toEqual({ with: 'solo', covered: '1' })
})
