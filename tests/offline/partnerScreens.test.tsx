// @vitest-environment jsdom
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import type { Catalogue } from '#contract/calls/main.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import type { Partner } from '#data/partners.ts'
import { AboutScreen } from '#routes/$product/-parts/aboutScreen.tsx'
import { BenefitsScreen } from '#routes/$product/-parts/benefitsScreen.tsx'
import { readPartnerSearch, type PartnerSearch } from '#routes/$product/-parts/partnerSearch.ts'
import { answer } from '../harness/network.ts'
import { type } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { CITY, openCity } from './cityFixtures.tsx'

/** The partners with a discount on `/{product}/benefits` (spec 1.12): filters on the phone, and no network needed later. */

const partner = (nth: number, rest: Partial<Partner> = {}): Partner => ({
  venueUid: `v-${nth}`,
  name: `Noodles ${nth}`,
  nameKo: `국수 ${nth}`,
  type: 'restaurant',
  typeText: 'Restaurant',
  districtCd: 'jung',
  district: 'Jung-gu',
  lat: 35.1,
  lon: 129,
  discount: { percent: 5, text: '5% off the bill', sampleYn: 'Y' },
  ...rest,
})
const BEACH = { districtCd: 'haeundae', district: 'Haeundae-gu' }
const PARTNERS = [
  partner(0, { ...BEACH, name: 'Cafe Wave', nameKo: '카페 웨이브', type: 'cafe', typeText: 'Café', lat: 35.16 }),
  partner(1, { ...BEACH, name: 'Beach Noodles', nameKo: '해변 국수' }),
  partner(2, { discount: { percent: 10, text: '10% off', sampleYn: 'N' } }),
  ...Array.from({ length: 60 }, (_, nth) => partner(nth + 3)),
]

const cityWith = (discountPlaces: number): Catalogue => ({ ...CITY, benefit: { ...CITY.benefit, discountPlaces } })

/** Opens a city whose server answers `list` in pages of fifty, as ours does. */
const openPartners = async (list: readonly Partner[] = PARTNERS) => {
  const opened = await openCity([], cityWith(list.length))
  opened.network.fault(
    /GET .*venue\/list/,
    async ({ url }) => {
      const query = new URL(url).searchParams
      const [pageNum, pageSize] = [Number(query.get('pageNum')), Number(query.get('pageSize'))]
      expect(pageSize).toBeLessThanOrEqual(PAGE_SIZE_MAX)
      const page = list.slice((pageNum - 1) * pageSize, pageNum * pageSize)
      return answer(200, '200', { list: page, pageNum, pageSize, total: list.length })
    },
    Infinity,
  )
  return opened
}

let current: PartnerSearch = {}
function Benefits({ start = {} }: { start?: PartnerSearch }) {
  const [search, setSearch] = useState(start)
  const change = (next: PartnerSearch) => {
    current = next
    setSearch(next)
  }
  return <BenefitsScreen guide="big3" search={search} onChange={change} />
}
type Screen = Awaited<ReturnType<Awaited<ReturnType<typeof openCity>>['show']>>
const rows = ({ element }: Screen) => [...element.querySelectorAll('li[data-partner]')]
const uids = (screen: Screen) => rows(screen).map((row) => row.getAttribute('data-partner'))
const chosen = (screen: Screen) => uids(screen).join()

test('while it loads, and when the server refuses, no partner is claimed, and another try loads them', async () => {
  const { show, network } = await openCity([], cityWith(2))
  let isRefused = true
  network.fault(
    /GET .*venue\/list/,
    async () =>
      isRefused
        ? answer(500, 'E_INTERNAL')
        : answer(200, '200', { list: PARTNERS.slice(0, 2), pageNum: 1, pageSize: 50, total: 2 }),
    Infinity,
  )
  const screen = await show(<Benefits />)
  await waitUntil(() => screen.text().includes('Could not load the partners'), 'the error')
  expect(rows(screen)).toEqual([])
  isRefused = false
  screen.press('Try again')
  await waitUntil(() => chosen(screen) === 'v-0,v-1', 'the partners')
})

test('all partners of all pages are listed, twenty at a time, each with its Korean name, discount and map', async () => {
  const { show } = await openPartners()
  const screen = await show(<Benefits />)
  await waitUntil(() => rows(screen).length === 20, 'the first twenty')
  expect(screen.text()).toContain('63 partners')
  const [wave, , confirmed] = rows(screen)
  expect(wave?.querySelector('[lang=ko]')?.textContent).toBe('카페 웨이브')
  expect(wave?.textContent).toContain('Café · Haeundae-gu')
  expect(wave?.textContent).toContain('5% off the bill Sample')
  expect(confirmed?.textContent).not.toContain('Sample')
  const map = wave?.querySelector('a')
  expect(map?.getAttribute('aria-label')).toBe('Cafe Wave, opens a map')
  expect(map?.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=35.16%2C129')
  for (const length of [40, 60, 63]) {
    screen.button('Show more')?.focus()
    screen.press('Show more')
    await waitUntil(() => rows(screen).length === length, `${length} partners`)
  }
  expect(new Set(uids(screen)).size).toBe(63)
  expect(screen.button('Show more')).toBeUndefined()
  // The last press removes its button: the first new row has the focus.
  expect(document.activeElement).toBe(rows(screen)[60])
})

test('partners are filtered by type, district and word, and an empty list leads back to all', async () => {
  const { show } = await openPartners()
  const screen = await show(<Benefits />)
  await waitUntil(() => rows(screen).length === 20, 'the partners')
  screen.press('Show more')
  await waitUntil(() => rows(screen).length === 40, 'forty partners')
  screen.press('Café')
  await waitUntil(() => chosen(screen) === 'v-0', 'the cafe')
  screen.press('Café')
  await waitUntil(() => rows(screen).length === 20, 'the first page again')
  const select = screen.element.querySelector<HTMLSelectElement>('select[aria-label="District"]')
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual(['All districts', 'Haeundae-gu', 'Jung-gu'])
  flushSync(() => {
    if (select) select.value = 'haeundae'
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await waitUntil(() => chosen(screen) === 'v-0,v-1', 'one district')
  const field = screen.element.querySelector<HTMLInputElement>('input[type=search]')
  // As a person does: a field without the focus takes the word of the address.
  field?.focus()
  type(field, '국수')
  await waitUntil(() => chosen(screen) === 'v-1', 'a word in Korean')
  expect(current).toEqual({ district: 'haeundae', q: '국수' })
  type(field, 'opera')
  await waitUntil(() => screen.text().includes('No results'), 'nothing')
  screen.press('Show all partners')
  await waitUntil(() => rows(screen).length === 20, 'all partners')
  expect(current).toEqual({})
})

/** Reads pass and filters from the address, as the route does. */
function BenefitsAtAddress() {
  const [guide = '', search] = useLocation({
    select: ({ pathname, search }) => [pathname.split('/')[1], search] as const,
  })
  return <BenefitsScreen guide={guide} search={readPartnerSearch(search)} onChange={() => undefined} />
}

test('the filters stay when another pass is chosen', async () => {
  const { show } = await openPartners()
  const screen = await show(<BenefitsAtAddress />, '/24h/benefits?district=haeundae&q=noodles')
  await waitUntil(() => chosen(screen) === 'v-1', 'the match')
  const pass = [...screen.element.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
    ({ parentElement }) => parentElement?.textContent === '48H',
  )
  flushSync(() => pass?.click())
  await waitUntil(() => screen.address().startsWith('/48h/'), 'the other pass')
  expect(screen.address()).toBe('/48h/benefits?district=haeundae&q=noodles')
  expect(chosen(screen)).toBe('v-1')
})

test('partners that were loaded once are there offline', async () => {
  const { show, lose } = await openPartners()
  const online = await show(<Benefits />)
  await waitUntil(() => rows(online).length === 20, 'the partners')
  online.unmount()
  await lose()
  const offline = await show(<Benefits start={{ partnerType: 'cafe' }} />)
  await waitUntil(() => chosen(offline) === 'v-0', 'the cafe offline')
})

test('without a partner there is no list, and with some the overview links to it', async () => {
  const none = await openPartners([])
  const screen = await none.show(<Benefits />)
  await waitUntil(() => screen.text().includes('Transport with the card pass'), 'the benefits')
  expect(screen.element.querySelector('#partners')).toBeNull()
  screen.unmount()
  const { show } = await openPartners()
  const about = await show(<AboutScreen guide="big3" />)
  await waitUntil(() => about.links('See the partners').length > 0, 'the link')
  expect(about.links('See the partners')).toEqual(['/big3/benefits#partners'])
})

test('the address drops an unknown type', () => {
  expect(readPartnerSearch({ partnerType: 'casino', district: 'jung', q: 'noodles' })).toEqual({
    district: 'jung',
    q: 'noodles',
  })
  expect(readPartnerSearch({ partnerType: 'spa' })).toEqual({ partnerType: 'spa' })
})
