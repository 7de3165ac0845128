// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { Goods } from '#data/goods.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { addDays, koreanDate } from '#contract/rules/koreanCalendar.ts'
import { GoodsListScreen } from '#routes/-shared/goods/goodsListScreen.tsx'
import { readGoodsListSearch, type GoodsListSearch } from '#routes/-shared/goods/goodsSearch.ts'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openCity, openNowhere, pageOf } from './cityFixtures.tsx'

/** The lists of goods: filters on the phone, hotels by what is free, and what is there without a network. */

const hotel = (gdsUid: string, stars: number, district: string, price: number): Goods => ({
  gdsUid,
  gdsTycd: GOODS_TYPE.hotel,
  kind: 'hotel',
  name: `Hotel ${gdsUid}`,
  summary: '',
  gdsCategoryCd: `hotel_${stars}`,
  districtCd: district,
  district: `${district}-gu`,
  lat: null,
  lon: null,
  price,
  stars,
  durationMinutes: null,
  validDays: null,
  sampleYn: 'Y',
})
const HOTELS = [
  hotel('sea', 5, 'haeundae', 290_000),
  hotel('hill', 3, 'jung', 85_000),
  hotel('spa', 4, 'haeundae', 150_000),
]
const ANSWERS = [[/GET .*attraction\/list/, pageOf(HOTELS)]] as const

let current: GoodsListSearch = {}
function List({ start = {} }: { start?: GoodsListSearch }) {
  const [search, setSearch] = useState(start)
  const change = (next: GoodsListSearch) => {
    current = next
    setSearch(next)
  }
  return <GoodsListScreen address="/hotel" kind="hotel" search={search} onChange={change} />
}
type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof openCity>>['show']>>
const names = ({ element }: Shown): string[] =>
  [...element.querySelectorAll('li[data-goods]')].map((row) => row.getAttribute('data-goods') ?? '')
const choose = ({ element }: Shown, label: string, value: string): void => {
  const select = element.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
  if (!select) throw new Error(`no select ${label}`)
  flushSync(() => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

test('filters by category, district and price, sorts, and an empty list offers ways on', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<List />)
  await waitUntil(() => names(screen).length === 3, 'all hotels')
  expect(screen.text()).toContain('3 offers')
  expect(screen.links('Hotel sea')).toEqual(['/hotel/sea'])
  screen.press('4-star hotel')
  await waitUntil(() => names(screen).join() === 'spa', 'hotels with four stars')
  screen.press('4-star hotel')
  choose(screen, 'District', 'haeundae')
  await waitUntil(() => names(screen).join() === 'sea,spa', 'one district')
  choose(screen, 'Sort by', 'cheapest')
  await waitUntil(() => names(screen).join() === 'spa,sea', 'the cheapest first')
  choose(screen, 'Maximum price', '100000')
  await waitUntil(() => screen.text().includes('Nothing matches these filters'), 'nothing')
  expect(current).toEqual({ district: 'haeundae', sort: 'cheapest', upTo: 100_000 })
  expect(screen.links('See the attractions')).toEqual(['/attractions'])
  screen.press('Show all offers')
  await waitUntil(() => names(screen).length === 3, 'all hotels again')
})

test('the four lists are tabs, and the current one says so', async () => {
  const { show } = await openCity(ANSWERS)
  const screen = await show(<List />)
  const tabs = [...screen.element.querySelectorAll('nav a')]
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/hotel', '/tour', '/activity', '/voucher'])
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null, null, null])
})

test('with nights the list has the hotels with a free room, at their price, and leads there with the nights', async () => {
  const from = addDays(koreanDate(START), 3)
  const until = addDays(from, 2)
  const stay = `${from}-${until}`.replaceAll(/-(?=\d\d(?:-|$))/g, '')
  const { show, network } = await openCity(ANSWERS)
  const queries: string[] = []
  network.fault(
    /GET .*reserve\/vacancy/,
    async (request) => {
      queries.push(new URL(request.url, 'http://local').search)
      return answer(200, '200', { list: [{ gdsUid: 'spa', price: 180_000, left: 2 }] })
    },
    Infinity,
  )
  const screen = await show(<List start={{ stay }} />)
  await waitUntil(() => names(screen).join() === 'spa', 'the free hotel')
  expect(queries[0]).toBe(`?startDate=${from}&endDate=${until}`)
  expect(screen.text()).toContain('₩180,000')
  expect(screen.text()).toContain('only 2 left')
  expect(screen.links('Hotel spa')).toEqual([`/hotel/spa?priceSn=${stay}`])
})

test('nights that are not on sale are named, and the list stays whole', async () => {
  const { show, network } = await openCity(ANSWERS)
  network.fault(/GET .*reserve\/vacancy/, async () => answer(409, 'E_RESERVE_DATE'), Infinity)
  const screen = await show(<List start={{ stay: '20200101-20200103' }} />)
  await waitUntil(() => screen.element.querySelector('[role=alert]') !== null, 'the reason')
  expect(names(screen)).toHaveLength(3)
})

test('while the free rooms cannot be loaded there are no hotels, and a retry or other nights load them', async () => {
  const from = addDays(koreanDate(START), 3)
  const nights = (count: number) => `${from}-${addDays(from, count)}`.replaceAll(/-(?=\d\d(?:-|$))/g, '')
  const { show, network } = await openCity(ANSWERS)
  const free = [{ gdsUid: 'spa', price: 180_000, left: 2 }]
  const lines = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unavailable = async () => answer(503, 'E_UNAVAILABLE')
  network.fault(/GET .*reserve\/vacancy/, unavailable)
  network.fault(/GET .*reserve\/vacancy/, async () => {
    await lines[0]?.promise
    return answer(503, 'E_UNAVAILABLE')
  })
  network.fault(/GET .*reserve\/vacancy/, async () => {
    await lines[1]?.promise
    return answer(200, '200', { list: free })
  })
  function Nights() {
    const [search, setSearch] = useState<GoodsListSearch>({ stay: nights(2) })
    return (
      <>
        <button onClick={() => setSearch({ stay: nights(3) })}>Other nights</button>
        <GoodsListScreen address="/hotel" kind="hotel" search={search} onChange={setSearch} />
      </>
    )
  }
  const screen = await show(<Nights />)
  const alerts = () => screen.element.querySelectorAll('[role=alert]').length
  const isBusy = () => screen.button('Try again')?.getAttribute('aria-busy') === 'true'
  await waitUntil(() => alerts() === 1, 'the failure')
  expect(names(screen)).toEqual([])
  expect(screen.text()).not.toContain('Nothing matches these filters')
  screen.button('Try again')?.focus()
  screen.press('Try again')
  await waitUntil(isBusy, 'the second request')
  expect(document.activeElement).toBe(screen.button('Try again'))
  lines[0]?.resolve()
  await waitUntil(() => !isBusy(), 'the second failure')
  expect(names(screen)).toEqual([])
  screen.press('Other nights')
  expect(alerts()).toBe(0)
  expect(names(screen)).toEqual([])
  expect(screen.text()).toContain('Loading offers')
  lines[1]?.resolve()
  await waitUntil(() => names(screen).join() === 'spa', 'the free hotel')
})

test('a list that was read once is there offline; without one the screen names the cause', async () => {
  const { show, lose } = await openCity(ANSWERS)
  const screen = await show(<List />)
  await waitUntil(() => names(screen).length === 3, 'all hotels')
  screen.unmount()
  await lose()
  const offline = await show(<List />)
  await waitUntil(() => names(offline).length === 3, 'the list offline')
  offline.unmount()
  const { show: showNowhere } = await openNowhere()
  const none = await showNowhere(<GoodsListScreen address="/tour" kind="tour" search={{}} onChange={() => undefined} />)
  await waitUntil(() => none.text().includes('Could not load the list'), 'the error')
})

test('the address drops what is no filter', () => {
  expect(readGoodsListSearch({ goodsCategory: '<b>', district: '', upTo: -1, stay: 'x', sort: 'random' })).toEqual({})
  expect(readGoodsListSearch({ upTo: 200_000, sort: 'dearest', stay: '20261201-20261203' })).toEqual({
    upTo: 200_000,
    sort: 'dearest',
    stay: '20261201-20261203',
  })
})
