import type { Data } from '#contract/calls/call.ts'
import type { rates } from '#contract/calls/currency.ts'
import { currencyOfTags, isCurrency, rateAt, type Currency, type RateTable } from '#contract/rules/currency.ts'
import { createCell } from '#sync/cell.ts'
import { SHARED_RATES } from '#sync/mirror/sharedCurrency.ts'
import { serverNow } from './clock.ts'
import { useRuntimeReady } from './runtimeReady.ts'
import { createSharedHook } from './shared.ts'
import { useView } from './view.ts'

/** The currency in which prices are also shown. It is a setting of this device, like the theme. */

export const CURRENCY_KEY = 'hp-currency'
const NONE = 'none'

const readCurrency = (): Currency | null => {
  try {
    const stored = localStorage.getItem(CURRENCY_KEY)
    if (stored === NONE) return null
    if (isCurrency(stored)) return stored
  } catch {
    // Storage unavailable: the browser's languages decide.
  }
  return currencyOfTags(navigator.languages)
}

const cell = createCell<Currency | null | undefined>(undefined)
const currencyView = {
  initial: null,
  get: (): Currency | null => {
    if (cell.get() === undefined) cell.set(readCurrency())
    return cell.get() ?? null
  },
  subscribe: cell.subscribe,
}

/** Returns the currency in which prices are also shown: the chosen one, else that of the browser's languages. */
export const useCurrency = (): Currency | null => useView<Currency | null>(currencyView)

/** Returns the currency to show prices in once this phone's data can be read: a first visit does not load it for that. */
export const useShownCurrency = (): Currency | null => {
  const isReady = useRuntimeReady()
  const currency = useCurrency()
  return isReady ? currency : null
}

/** Sets and stores the currency; null: prices are shown in KRW only. */
export const setCurrency = (currency: Currency | null): void => {
  cell.set(currency)
  try {
    localStorage.setItem(CURRENCY_KEY, currency ?? NONE)
  } catch {
    // Storage unavailable: the choice applies until the page is closed.
  }
}

/** Returns the table of rates, from this phone first. */
export const useRates = createSharedHook<Data<typeof rates>>(() => SHARED_RATES)

/** Returns the rate of `currency` in KRW for 10,000 units, with its table; null while there is none that may be shown. */
export const useRate = (currency: Currency): { krwPer10000: number; table: RateTable } | null => {
  const table = useRates().data?.table ?? null
  const krwPer10000 = rateAt(table, currency, serverNow())
  return table && krwPer10000 !== null ? { krwPer10000, table } : null
}
