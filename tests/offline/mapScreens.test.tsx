// @vitest-environment jsdom
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { MapScreen } from '#routes/map/-parts/mapScreen.tsx'
import type { MapSearch } from '#routes/map/-parts/mapSearch.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CITY, openCity, openNowhere } from './cityFixtures.tsx'
import { openWithPeer } from './setup.ts'
import { shopPlace } from './shopFixtures.ts'

/** The map and its list: the same places, filtered and selected by the address, online and offline. */

const NEVER = { always: false, mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const place = (gdsUid: string, group: 'A' | 'B' | null, rest: Partial<AttractionDetail> = {}): AttractionDetail => ({
  ...shopPlace(gdsUid, group, 10_000),
  nameKo: `한글 ${gdsUid}`,
  ...rest,
})
const PLACES = [
  place('tower', 'A', { lat: 35.1, lon: 129.03, categories: ['indoors'] }),
  place('beach', 'B', { lat: 35.16, lon: 129.16 }),
  place('market', null, { lat: 35.097, lon: 129.03, hours: NEVER }),
]
const CITY_OF_THREE = { ...CITY, attractions: PLACES }

/** The screen with an address of its own; `addresses` collects what it navigates to. */
const createAddress = (start: MapSearch = {}) => {
  const addresses: MapSearch[] = []
  function Screen() {
    const [search, setSearch] = useState(start)
    return (
      <MapScreen
        search={search}
        onChange={(next) => {
          addresses.push(next)
          setSearch(next)
        }}
      />
    )
  }
  return { Screen, addresses }
}
const open = async (start?: MapSearch) => {
  const opened = await openCity([], CITY_OF_THREE)
  const { Screen, addresses } = createAddress(start)
  const screen = await opened.show(<Screen />)
  const rows = () => [...screen.element.querySelectorAll('[data-place]')].map((row) => row.getAttribute('data-place'))
  return { ...opened, ...screen, addresses, rows, Screen }
}

afterEach(() => vi.unstubAllGlobals())

/** Answers requests for the position as a browser does. */
const locateBy = (getCurrentPosition: Geolocation['getCurrentPosition']) =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }))

test('the list has every place of the map with both names and its tier in a word', async () => {
  const { rows, element } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  const row = element.querySelector('[data-place="tower"]')
  expect(row?.textContent).toBe('APlace tower한글 towerOpen now · Haeundae-gu')
  expect(element.querySelector('[data-place="market"]')?.textContent).toContain('Opening hours unknown')
  expect(element.querySelectorAll('button[data-place]')).toHaveLength(3)
  const map = element.querySelector('[role="application"]')
  expect(map?.getAttribute('aria-label')).toBe('Map of Busan')
  // One stop of the tab key for the whole map.
  expect([...(map?.querySelectorAll('button') ?? [])].every((marker) => marker.tabIndex === -1)).toBe(true)
})

test('filters narrow list and map, are in the address, and an empty result offers all places', async () => {
  const { rows, press, text, addresses, element } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  press('Group A')
  await waitUntil(() => rows().length === 1, 'one place')
  expect(addresses.at(-1)).toEqual({ group: 'A' })
  expect(text()).toContain('1 place')
  expect(element.querySelectorAll('[data-marker]')).toHaveLength(1)
  press('Outdoors')
  await waitUntil(() => text().includes('No results'), 'the empty state')
  press('Show all places')
  await waitUntil(() => rows().length === 3, 'all places')
  expect(addresses.at(-1)).toEqual({})
})

test('“Open now” leaves out places that are closed, and places of unknown hours', async () => {
  const { rows } = await open({ open: true })
  await waitUntil(() => rows().length > 0, 'the list')
  expect(rows()).toEqual(['tower', 'beach'])
})

test('a row and a marker select the same place; its card leads to its page, and Escape closes it', async () => {
  const { rows, element, addresses } = await open({ group: 'A' })
  await waitUntil(() => rows().length === 1, 'the list')
  const row = element.querySelector<HTMLElement>('button[data-place="tower"]')
  row?.focus()
  row?.click()
  await waitUntil(() => element.querySelector('[data-card="tower"]') !== null, 'the card')
  expect(addresses.at(-1)).toEqual({ group: 'A', place: 'tower' })
  const card = element.querySelector('[data-card="tower"]')
  expect(document.activeElement === card?.querySelector('h2')).toBe(true)
  expect(card?.querySelector('a')?.getAttribute('href')).toBe('/attractions/tower')
  expect([...(card?.querySelectorAll('a[target]') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Naver Map',
    'KakaoMap',
    'Google Maps',
  ])
  card?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await waitUntil(() => element.querySelector('[data-card]') === null, 'no card')
  expect(addresses.at(-1)).toEqual({ group: 'A' })
  expect(document.activeElement?.getAttribute('data-place')).toBe('tower')
  element.querySelector<HTMLElement>('[data-marker="place"]')?.click()
  await waitUntil(() => element.querySelector('[data-card="tower"]') !== null, 'the card again')
})

test('the map moves by its keys, and leaves keys with a modifier to the browser', async () => {
  const { element } = await open()
  await waitUntil(() => element.querySelector('[role=application]') !== null, 'the map')
  const isTaken = (key: string, modifiers: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
    element.querySelector('[role=application]')?.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(isTaken('+', { ctrlKey: true })).toBe(false)
  expect(isTaken('-', { metaKey: true })).toBe(false)
  expect(isTaken('ArrowLeft', { altKey: true })).toBe(false)
  expect([isTaken('+'), isTaken('-'), isTaken('ArrowLeft')]).toEqual([true, true, true])
})

test('the address selects a place; an unknown one, or one that the filters leave out, selects none', async () => {
  const selected = await open({ place: 'beach' })
  await waitUntil(() => selected.element.querySelector('[data-card="beach"]') !== null, 'the card')
  selected.unmount()
  for (const start of [{ place: 'atlantis' }, { place: 'beach', group: 'A' }] as const) {
    const { rows, element, unmount } = await open(start)
    await waitUntil(() => rows().length > 0, 'the list')
    expect(element.querySelector('[data-card]')).toBeNull()
    unmount()
  }
})

test('the handle steps through the three stops of the sheet', async () => {
  const { rows, element, press } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  const main = element.querySelector('main')
  const handle = () => element.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')
  expect([main?.dataset.stop, handle()]).toEqual(['peek', 'false'])
  for (const [stop, expanded] of [
    ['half', 'true'],
    ['full', 'true'],
    ['peek', 'false'],
  ]) {
    press('3 places')
    expect([main?.dataset.stop, handle()]).toEqual([stop, expanded])
  }
})

test('a refused position is explained, and the list stays as it is', async () => {
  locateBy((_, refuse) => refuse?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError))
  const { rows, press, text } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  press('My location')
  await waitUntil(() => text().includes('does not let Harbor Pass see your location'), 'the reason')
  expect(rows()).toEqual(['tower', 'beach', 'market'])
})

test('a position in the city sorts the list by distance, and one elsewhere says so', async () => {
  const at = (latitude: number, longitude: number) =>
    locateBy((resolve) => resolve({ coords: { latitude, longitude } } as GeolocationPosition))
  at(35.159, 129.159)
  const { rows, press, text, element } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  press('My location')
  await waitUntil(() => rows()[0] === 'beach', 'the nearest first')
  expect(element.querySelector('[data-place="beach"]')?.textContent).toContain('140 m')
  at(37.5, 127)
  press('My location')
  await waitUntil(() => text().includes('You are outside this map of Busan.'), 'the text')
  expect(rows()[0]).toBe('tower')
})

test('list and map are there offline once the catalogue was read, and without it the cause and the land are', async () => {
  const { rows, unmount, lose, show, Screen } = await open()
  await waitUntil(() => rows().length === 3, 'the list')
  unmount()
  await lose()
  const offline = await show(<Screen />)
  await waitUntil(() => offline.element.querySelectorAll('[data-place]').length === 3, 'the list offline')
  offline.unmount()
  const nowhere = await (await openNowhere()).show(<Screen />)
  await waitUntil(() => nowhere.text().includes('Could not load the list'), 'the error')
  expect(nowhere.element.querySelector('[role="application"] path')).not.toBeNull()
})

test('while the catalogue loads, the list says so', async () => {
  const { browser, network } = openWithPeer()
  network.fault(/GET .*catalogue/, () => new Promise(() => undefined), Infinity)
  replaceRuntime((await browser.tab()).runtime)
  const { Screen } = createAddress()
  const { element, text } = await mountScreen(<Screen />)
  await waitUntil(() => text().includes('Loading places'), 'the line')
  expect(element.querySelector('main')?.getAttribute('aria-busy')).toBe('true')
})
