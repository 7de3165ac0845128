// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { DirectionsScreen } from '#routes/directions/-parts/directionsScreen.tsx'
import type { StationChoice } from '#routes/directions/-parts/routeFinder.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openCity, openNowhere } from './cityFixtures.tsx'

/** Ways to the city and in it, and the way by metro between two stations, all of them offline too. */

const station = (id: string, transfers: string[] = []) => ({ id, name: `Station ${id}`, lat: 35, lon: 129, transfers })
const DIRECTIONS = {
  arriving: [{ id: 'bus', mode: 'bus', title: 'Airport bus', body: 'From the exit.', minutes: 60, fare: 10_000 }],
  around: [{ id: 'taxi', mode: 'taxi', title: 'Taxi', body: 'By the meter.', minutes: null, fare: null }],
  lines: [
    { id: '1', name: 'Line 1', color: '#F06A00', stations: [station('a'), station('b', ['x']), station('c')] },
    { id: '2', name: 'Line 2', color: '#81BF48', stations: [station('x', ['b']), station('y'), station('z')] },
  ],
}
const ANSWERS = [[/GET .*stickyArea\/directions/, DIRECTIONS]] as const

function Screen({ start = {} }: { start?: StationChoice }) {
  const [choice, setChoice] = useState(start)
  return <DirectionsScreen choice={choice} onChoose={setChoice} />
}
const choose = (select: HTMLSelectElement | undefined, value: string) =>
  flushSync(() => {
    if (!select) throw new Error('no list of stations')
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })

test('each way has its text, and a time and a fare only where they are known', async () => {
  const { show } = await openCity(ANSWERS)
  const { text, element } = await show(<Screen />)
  await waitUntil(() => text().includes('Airport bus'), 'the ways')
  expect(text()).toContain('about 60 min · about ₩10,000')
  const taxi = [...element.querySelectorAll('li')].find((item) => item.textContent?.startsWith('Taxi'))
  expect(taxi?.textContent).toBe('TaxiBy the meter.')
})

test('two stations give the rides, the direction of each, and the transfers; swapping turns them round', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<Screen />)
  await waitUntil(() => screen.text().includes('Airport bus'), 'the ways')
  const [from, to] = [...screen.element.querySelectorAll('select')]
  choose(from, 'a')
  choose(to, 'z')
  await waitUntil(() => screen.text().includes('3 stops · 1 transfer'), 'the way')
  expect(screen.text()).toContain('Station a → Station b')
  expect(screen.text()).toContain('Line 1 towards Station c')
  expect(screen.text()).toContain('Line 2 towards Station z')
  screen.press('Swap')
  await waitUntil(() => screen.text().includes('Line 1 towards Station a'), 'the way back')
})

test('the same place on two lines needs no ride, and an unknown station in the address chooses none', async () => {
  const { show } = await openCity(ANSWERS)
  const same = await show(<Screen start={{ from: 'b', to: 'x' }} />)
  await waitUntil(() => same.text().includes('You have chosen the same station twice.'), 'the same station')
  same.unmount()
  const unknown = await show(<Screen start={{ from: 'nowhere', to: 'a' }} />)
  await waitUntil(() => unknown.text().includes('Airport bus'), 'the ways')
  expect([...unknown.element.querySelectorAll('select')].map(({ value }) => value)).toEqual(['', 'a'])
})

test('the directions are there offline once read, and without any the screen names the cause', async () => {
  const { show, lose } = await openCity(ANSWERS)
  const screen = await show(<Screen />)
  await waitUntil(() => screen.text().includes('Airport bus'), 'the ways')
  screen.unmount()
  await lose()
  const offline = await show(<Screen start={{ from: 'a', to: 'c' }} />)
  await waitUntil(() => offline.text().includes('2 stops · no transfers'), 'the way offline')
  offline.unmount()
  const nowhere = await (await openNowhere()).show(<Screen />)
  await waitUntil(() => nowhere.text().includes('Could not load the directions'), 'the error')
})
