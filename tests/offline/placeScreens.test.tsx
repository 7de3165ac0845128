// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { Facts } from '#routes/attractions/-parts/facts.tsx'
import { Row } from '#routes/-shared/attraction/row.tsx'
import { Directions } from '#routes/attractions/-parts/directions.tsx'
import { Week } from '#routes/attractions/-parts/week.tsx'
import { mountScreen, type MountedScreen } from '../harness/screen.tsx'
import { START } from '../harness/clock.ts'
import { openWithPeer } from './setup.ts'

/** What the screens of a place say of its hours and of the way to it. */

const EVERY_DAY = (spans: [string, string][]) => ({
  always: false,
  mon: spans,
  tue: spans,
  wed: spans,
  thu: spans,
  fri: spans,
  sat: spans,
  sun: spans,
})
const PLACE = {
  gdsUid: 'harbour-tower',
  name: 'Harbour Tower',
  district: 'Jung-gu',
  scene: 'harbour',
  lat: 35.1006,
  lon: 129.0326,
  passGroup: 'A',
  hours: EVERY_DAY([]),
  dayOff: { code: 'none', text: 'Open all year round' },
  lastEntry: null,
  visitMinutes: 60,
  reservationRequired: false,
  gettingThere: { text: 'Ten minutes on foot.', line: null, station: null, exit: null, mode: 'walk', minutes: 10 },
} as unknown as AttractionDetail

const showing = async (view: ReactNode): Promise<MountedScreen> => {
  const { browser } = openWithPeer()
  const tab = await browser.tab()
  replaceRuntime(tab.runtime)
  return mountScreen(view)
}

const viewsOf = (place: AttractionDetail): [name: string, view: ReactNode][] => [
  ['the row of a list', <Row key="row" place={place} now={START} />],
  ['the facts', <Facts key="facts" place={place} now={START} />],
  ['the week', <Week key="week" place={place} now={START} />],
]
const count = (text: string, phrase: string): number => text.split(phrase).length - 1

test.each(viewsOf(PLACE))('%s of a place with unknown hours says so once, and never says closed', async (_, view) => {
  const { text } = await showing(view)
  expect(count(text(), 'Opening hours unknown')).toBe(1)
  expect(text()).not.toContain('Closed')
})

test.each(viewsOf({ ...PLACE, hours: { ...EVERY_DAY([]), mon: [['09:00', '18:00']] } }))(
  '%s of a place that opens on one day says closed on the others',
  async (_, view) => {
    const { text } = await showing(view)
    expect(text()).toContain('Closed')
    expect(text()).not.toContain('Opening hours unknown')
  },
)

test('Directions leads to a route by public transport from the visitor’s position to the place', async () => {
  const { links, element } = await showing(<Directions place={PLACE} />)
  const [address] = links('Directions')
  const { origin, pathname, searchParams } = new URL(address ?? '')
  expect(origin + pathname).toBe('https://www.google.com/maps/dir/')
  expect(Object.fromEntries(searchParams)).toEqual({
    api: '1',
    destination: '35.1006,129.0326',
    travelmode: 'transit',
  })
  expect(element.querySelector('a')?.getAttribute('aria-label')).toBe('Directions, opens a map')
})
