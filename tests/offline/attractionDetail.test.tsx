// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { DetailScreen } from '#routes/attractions/-parts/detailScreen.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'
import { SHOP } from './shopFixtures.ts'

/** The page of an attraction: its categories, how to reserve, and the calendar file (spec 2.47, 3.14). */

const [DECK] = SHOP.attractions
let pages = 0

/** Shows the page of an attraction that differs from the usual one by `change`. */
const show = async (change: Partial<AttractionDetail>) => {
  const { browser, network } = openWithPeer()
  // Until the catalogue has come, the page shows that of the test before.
  const description = `Page ${(pages += 1)} of this file.`
  const attractions = SHOP.attractions.map((place) => (place === DECK ? { ...place, ...change, description } : place))
  network.fault(/GET .*catalogue/, async () => answer(200, '200', { ...SHOP, attractions }), Infinity)
  replaceRuntime((await browser.tab()).runtime)
  const screen = await mountScreen(<DetailScreen gdsUid="deck" />)
  await waitUntil(() => screen.text().includes(description), 'the page')
  return screen
}
const YACHT = { reservationRequired: true, name: 'Yacht', nameKo: '요트 투어' }

test('the page shows the categories of the place, and whether it is indoors only once', async () => {
  const { element, text } = await show({ setting: 'indoor', categories: ['indoors', 'open_late', 'family', 'other'] })
  const count = (word: string) => text().split(word).length - 1
  expect([count('Open late'), count('Family'), count('Indoors'), count('Other')]).toEqual([1, 1, 1, 0])
  expect(element.querySelector('h1')?.textContent).toBe('Place deck')
})

test('a place that needs no reservation says nothing about one', async () => {
  const { text, links } = await show({ website: 'https://deck.example' })
  expect(text()).not.toContain('Good to know')
  expect(links('Website')).toEqual(['https://deck.example'])
})

test('a reservation without any contact details says so, and leads to a search by the Korean name', async () => {
  const { text, links } = await show(YACHT)
  expect(text()).toContain('We do not have its contact details yet: search for 요트 투어 to find them.')
  expect(links('Search on Naver Map')).toEqual([`https://map.naver.com/p/search/${encodeURIComponent('요트 투어')}`])
  expect(links('Website')).toEqual([])
})

test('a reservation at a place with a phone number or website points to them', async () => {
  const { text, links } = await show({ ...YACHT, phone: '+82-51-000-0000' })
  expect(text()).toContain('Its contact details are below.')
  expect(links('+82-51-000-0000')).toEqual(['tel:+82-51-000-0000'])
  expect(links('Search on Naver Map')).toEqual([])
})

test('a record of how to reserve is shown with its link and number, each number once', async () => {
  const reservation = { text: 'Book a day ahead.', url: 'https://yacht.example/book', phone: '+82-51-000-0000' }
  const { text, links } = await show({ ...YACHT, reservation, phone: reservation.phone })
  expect(text()).toContain('Book a day ahead.')
  expect(text()).not.toContain('contact details')
  expect(links('Reserve online')).toEqual(['https://yacht.example/book'])
  expect(links('+82-51-000-0000')).toEqual(['tel:+82-51-000-0000'])
})

test('the button in the header saves a calendar file of a visit', async () => {
  const saved: { name: string; file: Blob }[] = []
  let last: Blob | null = null
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => {
        last = file
        return 'blob:calendar'
      }
      static override revokeObjectURL = () => undefined
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, file: last })
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const { press } = await show({ address: '30, Dalmaji-gil' })
  press('Add to calendar')
  expect(saved.map(({ name, file }) => [name, file.type])).toEqual([['deck.ics', 'text/calendar']])
  const text = (await saved[0]?.file.text()) ?? ''
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).toContain('SUMMARY:Place deck')
})
