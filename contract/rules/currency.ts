import { DAY_MS } from '../time.ts'
import { koreanDayStart } from './koreanCalendar.ts'

/** Prices beside KRW in a visitor's own currency: which one, from which rates, and how they are rounded. */

/** Currencies that a price can also be shown in, in the order of the list in Settings: most buyers first. */
export const CURRENCIES = [
  'TWD',
  'HKD',
  'JPY',
  'CNY',
  'USD',
  'EUR',
  'GBP',
  'SGD',
  'THB',
  'MYR',
  'MOP',
  'AUD',
  'CAD',
] as const
export type Currency = (typeof CURRENCIES)[number]

/** Returns whether a value is the code of a currency that prices are also shown in. */
export const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)

/** A rate above this age, in days after the date of its table, is not shown. */
export const RATE_DAYS_MAX = 30

/** Rates of one day. `rate` is the KRW for 10,000 units of a currency: an integer, so that nothing is lost on the way. */
export interface RateTable {
  /** Korean date of the rates, such as `2026-11-25`. */
  date: string
  /** Who published the rates, as visitors read it. */
  source: string
  /** `Y`: the rates are examples of the sandbox and have no age. */
  sampleYn: 'Y' | 'N'
  rates: { currency: Currency; rate: number }[]
}

const EURO_COUNTRIES = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
const REGIONS: Record<Currency, string> = {
  TWD: 'TW',
  HKD: 'HK',
  JPY: 'JP',
  CNY: 'CN',
  USD: 'US',
  EUR: EURO_COUNTRIES,
  GBP: 'GB',
  SGD: 'SG',
  THB: 'TH',
  MYR: 'MY',
  MOP: 'MO',
  AUD: 'AU',
  CAD: 'CA',
}

/** Returns the region of a BCP 47 tag, the likeliest one where it names none; undefined for an invalid tag. */
const regionOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}

/**
 * Returns the currency of the first valid tag of a preference list such as `navigator.languages`; null for Korea and
 * for a region whose currency we have not.
 */
export const currencyOfTags = (tags: readonly string[]): Currency | null => {
  const region = tags.map(regionOf).find(Boolean)
  return CURRENCIES.find((currency) => region && REGIONS[currency].split(' ').includes(region)) ?? null
}

/** Returns the KRW for 10,000 units of `currency` at `now` (ms); null without a rate, or when the table is too old. */
export const rateAt = (table: RateTable | null, currency: Currency, now: number): number | null => {
  if (!table) return null
  const isCurrent = table.sampleYn === 'Y' || now - koreanDayStart(table.date) < (RATE_DAYS_MAX + 1) * DAY_MS
  return (isCurrent && table.rates.find((each) => each.currency === currency)?.rate) || null
}

/** Currencies that are paid in whole units. */
const WHOLE: ReadonlySet<Currency> = new Set<Currency>(['TWD', 'JPY'])
const SIGNIFICANT_DIGITS = 3

/** Divides positive integers and rounds half up, exactly. */
const divide = (dividend: number, divisor: number): number => Math.floor((2 * dividend + divisor) / (2 * divisor))

/**
 * Returns about how much `krw` is, in units of `currency`: whole units with three significant digits, and tenths below
 * 10 where the currency is not paid in whole units. A finer figure would look like what is charged. Null for less than
 * the smallest step.
 */
export const approximateAmount = (krw: number, currency: Currency, krwPer10000: number): number | null => {
  const tenths = divide(krw * 100_000, krwPer10000)
  if (tenths < 100 && !WHOLE.has(currency)) return tenths === 0 ? null : tenths / 10
  const digits = String(Math.floor((krw * 10_000) / krwPer10000)).length
  const step = 10 ** Math.max(0, digits - SIGNIFICANT_DIGITS)
  return divide(krw * 10_000, krwPer10000 * step) * step || null
}
