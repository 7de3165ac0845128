// @vitest-environment jsdom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { addDays, koreanDate, koreanDayStart } from '#contract/rules/koreanCalendar.ts'
import type { Slot } from '#contract/rules/goodsChoice.ts'
import type { GoodsKind } from '#contract/codes.ts'
import { HOUR_MS } from '#contract/time.ts'
import { GoodsScreen } from '#routes/-shared/goods/goodsScreen.tsx'
import { readGoodsSearch, type GoodsSearch } from '#routes/-shared/goods/goodsSearch.ts'
import { notePrice } from '#routes/-shared/reserve/reserveDraft.ts'
import { START } from '../harness/clock.ts'
import { answer } from '../harness/network.ts'
import { waitUntil } from '../harness/tabs.ts'
import { openCity, openNowhere } from './cityFixtures.tsx'
import { goodsDetail, goodsOption } from './goodsFixtures.ts'
import { person } from './setup.ts'

/** Goods show what they are and what is left of them; what is chosen is in the address. */

const TODAY = koreanDate(START)
const day = (days: number): string => addDays(TODAY, days)
const compact = (date: string): string => date.replaceAll('-', '')

const tier = (units: number): Slot['state'] => (units === 0 ? 'closed' : units <= 3 ? 'step1' : 'step2')
/** Nights from tomorrow, with the units left of each. */
const nights = (unitsByNight: readonly number[]) =>
  unitsByNight.map((units, index) => ({
    priceSn: `${compact(day(index + 1))}-${compact(day(index + 2))}`,
    startsAt: koreanDayStart(day(index + 1)) + 15 * HOUR_MS,
    endsAt: koreanDayStart(day(index + 2)) + 11 * HOUR_MS,
    price: 100_000,
    left: units,
    state: tier(units),
  }))
const slots = (list: readonly object[]) => ({ goodsDtlId: 'any', list })
const REVIEWS = { list: [], pageNum: 1, pageSize: 10, total: 0, average: null, counts: [0, 0, 0, 0, 0] }
const HOTEL_ANSWERS = [
  [/GET .*attraction\/detail\/one-hotel/, goodsDetail('hotel')],
  [/GET .*reserve\/availability/, slots(nights([5, 2, 5, 0, 5, 5]))],
  [/GET .*review\/list/, REVIEWS],
] as const

interface PageProps {
  kind?: GoodsKind
  gdsUid?: string
  start?: GoodsSearch
}
/** The last search that the screen requested. */
let requested: { search: GoodsSearch; entry: string } | null = null
function Page({ kind = 'hotel', gdsUid = `one-${kind}`, start = {} }: PageProps) {
  const [search, setSearch] = useState(start)
  return (
    <GoodsScreen
      address={`/${kind}/{goodsId}`}
      kind={kind}
      gdsUid={gdsUid}
      search={search}
      onChange={(next, entry) => {
        requested = { search: next, entry }
        if (next.step === undefined) setSearch(next)
      }}
    />
  )
}
const dayButton = (element: HTMLElement, date: string): HTMLButtonElement => {
  const cell = element.querySelector(`td[data-day="${date}"] button`)
  if (!(cell instanceof HTMLButtonElement)) throw new Error(`no day ${date}`)
  return cell
}
const press = (button: HTMLElement): void => flushSync(() => button.click())

test('nights are chosen by two presses, the total follows, and the button leads to reserving them', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  expect(screen.text()).toContain('from ₩100,000')
  expect(screen.element.querySelector('[lang=ko]')?.textContent).toBe('부산 하나')
  press(dayButton(screen.element, day(1)))
  expect(screen.text()).toContain('Now choose the day you leave.')
  expect(screen.button('Reserve')).toBe(undefined)
  press(dayButton(screen.element, day(3)))
  expect(requested?.search).toEqual({ option: 'hotel-a', priceSn: `${compact(day(1))}-${compact(day(3))}` })
  expect(screen.text()).toContain('₩200,000')
  expect(screen.text()).toContain('2 nights')
  screen.press('One more')
  expect(screen.text()).toContain('₩400,000')
  screen.press('Reserve')
  expect(requested).toEqual({
    search: { step: 'reserve', option: 'hotel-a', priceSn: `${compact(day(1))}-${compact(day(3))}`, count: 2 },
    entry: 'push',
  })
  const chosen = { option: 'hotel-a', priceSn: `${compact(day(1))}-${compact(day(3))}`, count: 2 }
  expect(notePrice('mina', chosen, 0)).toBe(400_000)
})

test('the terms of cancelling are named before reserving, with their deadline in Korean time', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page start={{ priceSn: `${compact(day(5))}-${compact(day(6))}` }} />)
  await waitUntil(() => screen.text().includes('(Korean time)'), 'the deadline')
  const deadline = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'Asia/Seoul' })
  expect(screen.text()).toContain(`Free cancellation until ${deadline.format(koreanDayStart(day(3)))}`)
  expect(screen.text()).toContain('15:00 (Korean time)')
})

test.each(['20260230-20260301', '20260230', '2026', 'open'])(
  'an address with “%s”, which names no day, shows the calendar without a choice',
  async (priceSn) => {
    const { show } = await openCity(HOTEL_ANSWERS)
    const screen = await show(<Page start={{ priceSn }} />)
    await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
    expect(screen.text()).toContain('Choose the day you arrive.')
  },
)

test('a sold-out night says so, ends every stay before it, and can be the day of departure', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  const soldOut = dayButton(screen.element, day(4))
  expect([soldOut.disabled, soldOut.getAttribute('aria-label')?.endsWith(', sold out')]).toEqual([true, true])
  expect(dayButton(screen.element, day(2)).getAttribute('aria-label')).toMatch(/, few left$/)
  press(dayButton(screen.element, day(3)))
  expect(dayButton(screen.element, day(4)).disabled).toBe(false)
  const beyond = dayButton(screen.element, day(5))
  expect([
    beyond.disabled,
    beyond.getAttribute('aria-label')?.includes('not available: your stay must end by'),
  ]).toEqual([true, true])
  press(dayButton(screen.element, day(4)))
  expect(requested?.search.priceSn).toBe(`${compact(day(3))}-${compact(day(4))}`)
})

test('the arrow keys move through the days, and enter presses one', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  const first = dayButton(screen.element, day(1))
  flushSync(() => first.focus())
  const key = (name: string) =>
    flushSync(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
  key('ArrowRight')
  await waitUntil(() => document.activeElement === dayButton(screen.element, day(2)), 'the next day')
})

test('the count stays between one and what is left, at most six (spec 4.49)', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page start={{ priceSn: `${compact(day(2))}-${compact(day(3))}`, count: 6 }} />)
  await waitUntil(() => screen.text().includes('only 2 left'), 'the night with two rooms')
  expect(screen.element.querySelector('output')?.textContent).toBe('2')
  expect(screen.button('One more')?.getAttribute('aria-disabled')).toBe('true')
  screen.press('One fewer')
  expect(screen.element.querySelector('output')?.textContent).toBe('1')
  expect(screen.button('One fewer')?.getAttribute('aria-disabled')).toBe('true')
})

test('nights of the address that are sold out are named, and cannot be reserved', async () => {
  const { show } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page start={{ priceSn: `${compact(day(4))}-${compact(day(5))}` }} />)
  await waitUntil(() => screen.text().includes('What you chose is no longer available.'), 'the notice')
  expect(screen.button('Reserve')).toBe(undefined)
  expect(screen.button('Choose dates')?.disabled).toBe(false)
})

test('a day with several departures asks for the time; a full one cannot be chosen', async () => {
  const at = (time: string, units: number) => ({
    priceSn: `${compact(day(2))}T${time.replace(':', '')}`,
    startsAt: koreanDayStart(day(2)) + Number(time.slice(0, 2)) * HOUR_MS,
    endsAt: 0,
    price: 38_000,
    left: units,
    state: tier(units),
  })
  const activity = goodsDetail('activity', {
    options: [goodsOption('activity-a', { times: ['16:00', '18:00'], people: 1 })],
  })
  const { show } = await openCity([
    [/GET .*attraction\/detail\/one-activity/, activity],
    [/GET .*reserve\/availability/, slots([at('16:00', 0), at('17:00', 3), at('18:00', 9)])],
    [/GET .*review\/list/, REVIEWS],
  ])
  const screen = await show(<Page kind="activity" />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  press(dayButton(screen.element, day(2)))
  const times = [...screen.element.querySelectorAll<HTMLInputElement>('fieldset input')]
  expect(times.map(({ disabled }) => disabled)).toEqual([true, false, false])
  expect(screen.text()).toContain('17:00only 3 left')
  press(times[2] ?? screen.element)
  expect(requested?.search.priceSn).toBe(`${compact(day(2))}T1800`)
  expect(screen.button('Reserve')?.disabled).toBe(false)
})

test('a voucher needs no date', async () => {
  const open = { priceSn: 'open', startsAt: START, endsAt: START, price: 100_000, left: 300, state: 'step2' }
  const { show } = await openCity([
    [/GET .*attraction\/detail\/one-voucher/, goodsDetail('voucher')],
    [/GET .*reserve\/availability/, slots([open])],
    [/GET .*review\/list/, REVIEWS],
  ])
  const screen = await show(<Page kind="voucher" />)
  await waitUntil(() => screen.button('Reserve')?.disabled === false, 'the button')
  expect(screen.element.querySelector('table')).toBe(null)
  expect(screen.text()).toContain('30 days from payment')
  screen.press('Reserve')
  expect(requested?.search).toMatchObject({ step: 'reserve', priceSn: 'open', option: 'voucher-a' })
})

test('another room has its own nights; the chosen days stay', async () => {
  const { show } = await openCity([
    [/GET .*availability.*goodsDtlId=hotel-b/, slots(nights([5, 1, 0]))],
    ...HOTEL_ANSWERS,
  ])
  const screen = await show(<Page start={{ priceSn: `${compact(day(1))}-${compact(day(3))}` }} />)
  await waitUntil(() => screen.text().includes('only 2 left'), 'the first room')
  const radio = screen.element.querySelector<HTMLInputElement>('input[value="hotel-b"]')
  press(radio ?? screen.element)
  expect(requested?.search).toEqual({ option: 'hotel-b', priceSn: `${compact(day(1))}-${compact(day(3))}` })
  await waitUntil(() => screen.text().includes('only 1 left'), 'the second room')
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'its calendar')
  expect(dayButton(screen.element, day(3)).getAttribute('aria-label')).toMatch(/, sold out$/)
})

test('goods that were read once are there offline, without what is left of them', async () => {
  const { show, lose } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  screen.unmount()
  await lose()
  const offline = await show(<Page />)
  await waitUntil(() => offline.text().includes('By the sea.'), 'the goods offline')
  await waitUntil(() => offline.text().includes('You are offline. You can check availability'), 'what is missing')
  expect(offline.button('Choose dates')?.disabled).toBe(true)
  expect(offline.text()).toContain('You can read reviews once you are online.')
})

test('without a server and without a stored answer the screen names the cause', async () => {
  const { show } = await openNowhere()
  const screen = await show(<Page gdsUid="unread-hotel" />)
  await waitUntil(() => screen.text().includes('Could not load this offer'), 'the error')
})

test('what is left is requested from today on, and from the day 92 days later on', async () => {
  const { show, network } = await openCity(HOTEL_ANSWERS)
  const screen = await show(<Page />)
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
  const days = network.sentRequests
    .filter(({ path }) => path.startsWith('/reserve/availability'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('startDate'))
  expect(days).toEqual([TODAY, day(92)])
})

test('a failed answer about what is left can be requested again', async () => {
  const [item, , reviews] = HOTEL_ANSWERS
  const { show, network } = await openCity([item, reviews])
  let isBroken = true
  network.fault(
    /GET .*availability/,
    async () => (isBroken ? answer(409, 'E_NOT_ON_SALE') : answer(200, '200', slots(nights([5])))),
    Infinity,
  )
  const screen = await show(<Page />)
  await waitUntil(() => screen.button('Try again') !== undefined, 'the error')
  isBroken = false
  screen.press('Try again')
  await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
})

test('a member’s calendar is requested by the member, who may hold what it shows; after the session has ended it is everybody’s', async () => {
  const [item, , reviews] = HOTEL_ANSWERS
  const { show, network, tab, peer } = await openCity([item, reviews])
  await person(tab).signIn('mina')
  let hasEnded = false
  network.fault(
    /GET .*availability/,
    async ({ headers }) => {
      const isMember = headers.has('authorization')
      return isMember && hasEnded ? answer(400, 'E_TOKEN') : answer(200, '200', slots(nights([isMember ? 5 : 0])))
    },
    Infinity,
  )
  const calendar = async () => {
    const screen = await show(<Page />)
    await waitUntil(() => screen.element.querySelector('td[data-day]') !== null, 'the calendar')
    const label = dayButton(screen.element, day(1)).getAttribute('aria-label')
    screen.unmount()
    return label
  }
  expect(await calendar()).not.toMatch(/, sold out$/)
  peer.expire(true)
  hasEnded = true
  expect(await calendar()).toMatch(/, sold out$/)
})

test('an unknown id is not found', async () => {
  const { show, network } = await openCity(HOTEL_ANSWERS)
  network.fault(/GET .*attraction\/detail\/nowhere/, async () => answer(404, 'E_NOT_FOUND'), Infinity)
  const { element } = await show(<Page gdsUid="nowhere" />)
  await waitUntil(() => element.querySelector('[data-screen="404"]') !== null, 'not found')
})

test.each([
  ['tour', 'one-hotel', goodsDetail('hotel'), '/hotel/one-hotel?count=2'],
  ['hotel', 'pass-24h', { ...goodsDetail('hotel'), kind: 'pass' }, '/pass/pass-24h'],
  ['voucher', 'sea', { gdsUid: 'sea', name: 'Sea' }, '/attractions/sea'],
] as const)('an id of another type at /%s/%s leads to its own address', async (kind, gdsUid, data, address) => {
  const { show } = await openCity([[new RegExp(`GET .*attraction/detail/${gdsUid}`), data]])
  const screen = await show(<Page kind={kind} gdsUid={gdsUid} start={{ count: 2 }} />)
  await waitUntil(() => screen.address() === address, address)
})

test('the address drops what is no step, option, night or count', () => {
  expect(readGoodsSearch({ step: 'steal', option: '<b>', priceSn: 'drop', count: 0, rsvtUid: '' })).toEqual({})
  expect(readGoodsSearch({ step: 'reserve', option: 'a-r1', priceSn: 'open', count: 99 })).toEqual({
    step: 'reserve',
    option: 'a-r1',
    priceSn: 'open',
    count: 6,
  })
})
