// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RateTable } from '#contract/rules/currency.ts'
import { DAY_MS } from '#contract/time.ts'
import { CURRENCY_KEY, setCurrency, useRates } from '#data/currency.ts'
import { replaceRuntime } from '#data/runtime.ts'
import { ApproximatePrice } from '#routes/-shared/currency/approximatePrice.tsx'
import { RateNote } from '#routes/-shared/currency/rateNote.tsx'
import { CurrencySection } from '#routes/setting/-parts/currencySection.tsx'
import { answer } from '../harness/network.ts'
import { mountScreen } from '../harness/screen.tsx'
import { waitUntil } from '../harness/tabs.ts'
import { openWithPeer } from './setup.ts'

/** Prices in the visitor's currency: only with a rate, with its day, and also without a connection. */

const TABLE: RateTable = {
  date: '2026-11-25',
  source: 'A bank',
  sampleYn: 'N',
  rates: [
    { currency: 'TWD', rate: 452_500 },
    { currency: 'EUR', rate: 16_200_000 },
  ],
}
const RATES = /GET .*currency\/rates/

beforeEach(() => setCurrency('TWD'))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

/** A phone of which the server answers `table`, and whose clock stands `days` after the date of `TABLE`. */
const open = async (table: RateTable | null, days = 1) => {
  const opened = openWithPeer()
  opened.network.fault(RATES, async () => answer(200, '200', { table }), Infinity)
  const tab = await opened.browser.tab()
  vi.spyOn(tab.runtime.clock, 'now').mockReturnValue(Date.parse(`${TABLE.date}T12:00:00+09:00`) + days * DAY_MS)
  replaceRuntime(tab.runtime)
  return { ...opened, tab }
}
const mountPrice = (locale?: 'jp') =>
  mountScreen(
    <>
      <ApproximatePrice krw={53_000} />
      <RateNote />
    </>,
    '/',
    locale,
  )
/** Tells when the phone has the rates, whether they may be shown or not. */
const StoredRates = () => JSON.stringify(useRates().data?.table)

const NOTE = 'Exchange rate on 25 November 2026 (A bank). You are charged in won.'

test('a price stands with “about” and the day of its rate, and again when there is no connection', async () => {
  const { network, tab } = await open(TABLE)
  const online = await mountPrice()
  await waitUntil(() => online.text() === `about NT$1,170${NOTE}`, 'the price and the note')
  online.unmount()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  network.down(true)
  await tab.runtime.online.probe()
  const offline = await mountPrice()
  await waitUntil(() => offline.text() === `about NT$1,170${NOTE}`, 'the price without a connection')
})

test('a sample is called one', async () => {
  await open({ ...TABLE, sampleYn: 'Y', source: '' }, 400)
  const screen = await mountPrice()
  await waitUntil(() => screen.text().includes('sample rates. You are charged in won.'), 'the note')
})

test.each([
  ['no table', null, 1],
  ['a table of 31 days ago', TABLE, 31],
  ['a table without the currency', { ...TABLE, rates: TABLE.rates.slice(1) }, 1],
])('with %s nothing is shown', async (_, table, days) => {
  await open(table, days)
  const rates = await mountScreen(<StoredRates />)
  const screen = await mountPrice()
  await waitUntil(() => rates.text() === JSON.stringify(table), 'the rates')
  expect(screen.text()).toBe('')
})

test('without a currency nothing is asked, and a choice in Settings is shown at once and stored', async () => {
  setCurrency(null)
  const { network } = await open(TABLE)
  const prices = await mountPrice()
  const settings = await mountScreen(<CurrencySection />)
  const select = settings.element.querySelector('select')
  expect([select?.value, prices.text(), localStorage.getItem(CURRENCY_KEY)]).toEqual(['', '', 'none'])
  expect(network.sentRequests.some(({ method, path }) => RATES.test(`${method} ${path}`))).toBe(false)
  const choose = (value: string) =>
    flushSync(() => {
      if (select) select.value = value
      select?.dispatchEvent(new Event('change', { bubbles: true }))
    })
  choose('EUR')
  await waitUntil(() => prices.text() === `about €33${NOTE}`, 'the price in euros')
  expect(localStorage.getItem(CURRENCY_KEY)).toBe('EUR')
  expect(settings.text()).toContain(NOTE)
  choose('')
  expect([prices.text(), localStorage.getItem(CURRENCY_KEY)]).toEqual(['', 'none'])
})

test.each([
  [null, ['zh-TW', 'en'], 'TWD'],
  ['HKD', ['zh-TW'], 'HKD'],
  ['none', ['zh-TW'], ''],
  ['XAU', ['ja'], 'JPY'],
  [null, ['ko-KR'], ''],
])('with %s stored, a browser in %j starts with “%s”', async (stored, languages, value) => {
  localStorage.clear()
  if (stored !== null) localStorage.setItem(CURRENCY_KEY, stored)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
  vi.resetModules()
  const { CurrencySection: FreshSection } = await import('#routes/setting/-parts/currencySection.tsx')
  const { element } = await mountScreen(<FreshSection />)
  expect(element.querySelector('select')?.value).toBe(value)
})
