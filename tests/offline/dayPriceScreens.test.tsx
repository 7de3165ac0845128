// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test } from 'vitest'
import { addDays, koreanDate, koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import { HOUR_MS } from '#contract/time.ts'
import { ReservationDetail } from '#routes/myPage/-parts/reservation/reservationDetail.tsx'
import { GoodsScreen } from '#routes/-shared/goods/goodsScreen.tsx'
import type { GoodsSearch } from '#routes/-shared/goods/goodsSearch.ts'
import { PriceLines } from '#routes/-shared/reserve/priceLines.tsx'
import { START } from '../harness/clock.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openCity } from './cityFixtures.tsx'
import { goodsDetail, goodsOption } from './goodsFixtures.ts'
import { paidReservation } from './reserveFixtures.ts'
import { openSignedIn } from './setup.ts'

/** Prices of weekends and seasons on the screens: the calendar, the options, the sum before paying, the reservation. */

/** A Saturday. */
const TODAY = koreanDate(START)
const day = (days: number): string => addDays(TODAY, days)
const compact = (date: string): string => date.replaceAll('-', '')
const nights = (prices: readonly number[]) =>
  prices.map((price, nth) => ({
    priceSn: `${compact(day(nth))}-${compact(day(nth + 1))}`,
    startsAt: koreanDayStart(day(nth)) + 15 * HOUR_MS,
    endsAt: koreanDayStart(day(nth + 1)) + 11 * HOUR_MS,
    price,
    left: price === 0 ? 0 : 5,
    state: price === 0 ? 'closed' : 'step2',
  }))
const HOTEL = goodsDetail('hotel', {
  price: 96_000,
  options: [
    goodsOption('hotel-a', {
      price: 120_000,
      priceRules: { weekendPercent: 25, seasons: [{ from: day(20), until: day(21), percent: -20 }] },
    }),
    goodsOption('hotel-b', { price: 170_000 }),
  ],
})
const REVIEWS = { list: [], pageNum: 1, pageSize: 10, total: 0, average: null, counts: [0, 0, 0, 0, 0] }

function Page() {
  const [search, setSearch] = useState<GoodsSearch>({})
  return <GoodsScreen address="/hotel/{goodsId}" kind="hotel" gdsUid="one-hotel" search={search} onChange={setSearch} />
}
const open = async (prices: readonly number[]) => {
  const { show } = await openCity([
    [/GET .*attraction\/detail\/one-hotel/, HOTEL],
    [/GET .*reserve\/availability/, { goodsDtlId: 'hotel-a', list: nights(prices) }],
    [/GET .*review\/list/, REVIEWS],
  ])
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  return screen
}
const dayButton = (element: HTMLElement, date: string): HTMLButtonElement => {
  const button = element.querySelector<HTMLButtonElement>(`td[data-day="${date}"] button`)
  if (!button) throw new Error(`no day ${date}`)
  return button
}

beforeEach(() => sessionStorage.clear())

test('where prices differ each free day shows its own, in full in its name, and a stay sums its nights', async () => {
  const screen = await open([150_000, 120_000, 120_500, 0, 120_000])
  const costs = [0, 1, 2, 3].map(
    (days) => dayButton(screen.element, day(days)).querySelector<HTMLElement>('[data-cost]')?.dataset.cost,
  )
  expect(costs).toEqual(['150', '120', '120.5', undefined])
  expect(dayButton(screen.element, day(2)).getAttribute('aria-label')).toMatch(/, ₩120,500$/)
  expect(dayButton(screen.element, day(3)).getAttribute('aria-label')).toMatch(/, sold out$/)
  expect(screen.text()).toContain('Prices in thousands of won')
  flushSync(() => dayButton(screen.element, day(0)).click())
  flushSync(() => dayButton(screen.element, day(3)).click())
  expect(screen.text()).toContain('₩390,500')
})

test('days of one price show none', async () => {
  const screen = await open([120_000, 120_000, 0])
  expect(dayButton(screen.element, day(1)).textContent).toBe(String(Number(day(1).slice(8))))
  expect(dayButton(screen.element, day(1)).getAttribute('aria-label')).not.toContain('₩')
  expect(screen.text()).not.toContain('thousands of won')
})

test('an option with prices by day says from its lowest one, another its only one', async () => {
  const screen = await open([120_000])
  const options = [...screen.element.querySelectorAll('[role=radiogroup] label')].map((each) => each.textContent)
  expect(options[0]).toContain('from ₩96,000per night')
  expect(options[1]).toContain('₩170,000per night')
  expect(options[1]).not.toContain('from')
})

test('before paying, the sum has a row for each price of a night; without prices by night, one row', async () => {
  await openSignedIn()
  const sum = { kind: 'hotel', unitPrice: 390_000, nights: 3, count: 2, amount: 780_000 } as const
  const varied = await mountScreen(
    <PriceLines {...sum} nightPrices={[120_000, 120_000, 150_000]} />,
    '/hotel/one-hotel',
  )
  expect(varied.text()).toContain('₩120,000 × 2 nights × 2 rooms₩480,000₩150,000 × 1 night × 2 rooms₩300,000')
  expect(varied.text()).toContain('Total₩780,000')
  varied.unmount()
  const plain = await mountScreen(<PriceLines {...sum} />, '/hotel/one-hotel')
  expect(plain.text()).toContain('₩130,000 × 3 nights × 2 rooms₩780,000')
})

test('a reservation shows the prices of its nights as they were reserved; one of an earlier release its sum', async () => {
  await openSignedIn()
  const reservation = paidReservation(START, 'confirmed', { amount: 270_000, nightPrices: [120_000, 150_000] })
  const screen = await mountScreen(
    <ReservationDetail reservation={reservation} voucher={undefined} now={START} />,
    '/myPage/reservations',
  )
  expect(screen.text()).toContain('₩120,000 × 1 night × 1 room₩120,000₩150,000 × 1 night × 1 room₩150,000')
  expect(screen.text()).toContain('Price before discounts₩270,000')
  screen.unmount()
  const { nightPrices: _, ...earlier } = reservation
  const before = await mountScreen(
    <ReservationDetail reservation={earlier} voucher={undefined} now={START} />,
    '/myPage/reservations',
  )
  expect(before.text()).toContain('Price before discounts₩270,000')
  expect(before.text()).not.toContain('× 1 night')
})

test.each([
  [{ amount: 270_000, paidAmount: 245_000 }, 'Price before discounts₩270,000Total₩245,000'],
  [{ amount: 270_000, paidAmount: 270_000 }, 'Total₩270,000'],
  [{ amount: 270_000, paidAmount: 0 }, 'Price before discounts₩270,000Total₩0'],
])('a reservation of %j shows what was paid', async (amounts, facts) => {
  await openSignedIn()
  const screen = await mountScreen(
    <ReservationDetail reservation={paidReservation(START, 'confirmed', amounts)} voucher={undefined} now={START} />,
    '/myPage/reservations',
  )
  const text = screen.text()
  expect(text.slice(text.search(/Price before discounts|Total/)).startsWith(facts)).toBe(true)
})
