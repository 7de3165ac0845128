// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { TravelInfo } from '#data/travelInfo.ts'
import { TravelListScreen } from '#routes/travelInfo/-parts/travelListScreen.tsx'
import { TravelScreen } from '#routes/travelInfo/-parts/travelScreen.tsx'
import { readTravelSearch, type TravelSearch } from '#routes/travelInfo/-parts/travelSearch.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openCity, openNowhere, pageOf } from './cityFixtures.tsx'

/** Travel information is listed by category; an entry that was read once is there offline. */

const entry = (id: string, touristTycd: TravelInfo['touristTycd'], category: string): TravelInfo => ({
  id,
  touristTycd,
  category,
  title: `About ${id}`,
  districtCd: 'haeundae',
  district: 'Haeundae-gu',
  period: touristTycd === 'festival' ? 'October' : null,
})
const ENTRIES = [entry('beach', 'attraction', 'Sights'), entry('films', 'festival', 'Festivals')]
const BEACH = {
  ...ENTRIES[0],
  body: 'A long beach.',
  lat: 35.16,
  lon: 129.16,
  nearby: [
    { gdsUid: 'sea', name: 'Place sea', metres: 420 },
    { gdsUid: 'gone', name: 'Gone', metres: 500 },
  ],
}
const ANSWERS = [
  [/GET .*travelInfo\/list/, pageOf(ENTRIES)],
  [/GET .*travelInfo\/beach/, BEACH],
] as const

function List() {
  const [search, setSearch] = useState<TravelSearch>({})
  return <TravelListScreen search={search} onChange={setSearch} />
}

test('each category that has entries has a chip, which shows its entries alone', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<List />)
  await waitUntil(() => screen.text().includes('About beach'), 'the entries')
  expect([...screen.element.querySelectorAll('[role=group] button')].map(({ textContent }) => textContent)).toEqual([
    'All',
    'Sights',
    'Festivals',
  ])
  screen.press('Festivals')
  await waitUntil(() => !screen.text().includes('About beach'), 'festivals only')
  expect(screen.text()).toContain('October')
  expect(screen.links('About films')).toEqual(['/travelInfo/films'])
  screen.press('Festivals')
  await waitUntil(() => screen.text().includes('About beach'), 'all entries')
})

test('an entry has its text, places nearby that exist, and maps; it is there offline once read', async () => {
  const { show, lose } = await openCity(ANSWERS)
  const screen = await show(<TravelScreen id="beach" />)
  await waitUntil(() => screen.text().includes('Nearby'), 'the entry')
  expect(screen.text()).toContain('A long beach.')
  expect(screen.text()).toContain('420 m')
  expect(screen.text()).not.toContain('Gone')
  expect(screen.links('KakaoMap')).toEqual(['https://map.kakao.com/link/map/About%20beach,35.16,129.16'])
  expect(screen.text()).not.toContain('The maps need an internet connection.')
  screen.unmount()
  await lose()
  const offline = await show(<TravelScreen id="beach" />)
  await waitUntil(() => offline.text().includes('A long beach.'), 'the entry offline')
  expect(offline.text()).toContain('The maps need an internet connection.')
})

test('without a server and without a stored answer both screens name the cause', async () => {
  const { show } = await openNowhere()
  const list = await show(<List />)
  await waitUntil(() => list.text().includes('Could not load the travel information'), 'the error of the list')
  list.unmount()
  const one = await show(<TravelScreen id="films" />)
  await waitUntil(() => one.text().includes('Could not load this article'), 'the error of the entry')
})

test('an unknown entry is not found', async () => {
  const { show, network } = await openCity(ANSWERS)
  network.fault(/GET .*travelInfo\/nowhere/, async () => answer(404, 'E_NOT_FOUND'), Infinity)
  const { element } = await show(<TravelScreen id="nowhere" />)
  await waitUntil(() => element.querySelector('[data-screen="404"]') !== null, 'not found')
})

test('the address drops an unknown category', () => {
  expect(readTravelSearch({ kind: 'caves' })).toEqual({})
  expect(readTravelSearch({ kind: 'food' })).toEqual({ kind: 'food' })
})
