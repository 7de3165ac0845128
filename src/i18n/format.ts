import { plural, t } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { CALENDAR, DATE, KOREA, TIME, type DateStyle } from '#contract/dates.ts'
import { BCP47, DEFAULT_LOCALE, isLocale, NOTATION, type Locale, type Notation } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'

/** Dates and times in one time zone. `name` is what the browser calls its time, e.g. `Germany Time`. */
export interface Zone {
  id: string
  name(ms: number): string
  date(ms: number, style: DateStyle): string
  time(ms: number): string
}
export interface Format {
  /** KRW, as `₩49,000`; in Korean `49,000원`. */
  price(krw: number): string
  /** An amount of a currency by its code, without cents when it is whole: `NT$1,180`, `US$5.50`. */
  money(amount: number, currency: string): string
  /** Name of a currency in this language: `New Taiwan Dollar`. */
  currencyName(currency: string): string
  number(value: number): string
  /** In Korean time, which passes and gates use. */
  date(ms: number, style: DateStyle): string
  time(ms: number): string
  /** Elapsed time: `3 h ago`. Both in ms of the same clock; the caller puts it into a sentence. */
  ago(ms: number, now: number): string
  /** A duration (ms) in its two largest units, rounded down; a second of zero is left out: `23 h 14 min`, `23小時`. */
  duration(ms: number): string
  /** Joins texts without “and”: `09:00–12:00, 13:00–18:00`. */
  list(texts: readonly string[]): string
  /** Korean time and the phone's own time zone; equal while the phone is in Korea. */
  zone: { korea: Zone; home: Zone }
}

/** Cache: creating Intl objects is slow, and a list formats hundreds of texts. */
const formats = new Map<string, unknown>()
const cached = <Formatter>(key: string, create: () => Formatter): Formatter => {
  if (!formats.has(key)) formats.set(key, create())
  return formats.get(key) as Formatter
}

const dates = (tag: string, timeZone: string, options: Intl.DateTimeFormatOptions, key: string): Intl.DateTimeFormat =>
  cached(`${tag} ${timeZone} ${key}`, () => new Intl.DateTimeFormat(tag, { ...options, timeZone, ...CALENDAR }))

/** Returns the phone's time zone. Falls back to Korea's when the system reports none, or one that Intl rejects. */
const homeZone = (): string => {
  // At build time the time zone of the build machine means nothing to the visitor.
  if (typeof document === 'undefined') return KOREA
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    if (timeZone) dates('en', timeZone, TIME, 'time')
    return timeZone || KOREA
  } catch {
    return KOREA
  }
}

const zoneOf = (tag: string, id: string): Zone => ({
  id,
  name: (ms) =>
    dates(tag, id, { timeZoneName: 'shortGeneric' }, 'name')
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value ?? id,
  date: (ms, style) => dates(tag, id, DATE[style], style).format(ms),
  time: (ms) => dates(tag, id, TIME, 'time').format(ms),
})

const localeOf = (i18n: I18n): Locale => (isLocale(i18n.locale) ? i18n.locale : DEFAULT_LOCALE)

/** Returns formatters for numbers, dates and durations in the language of `i18n`. */
export const formatOf = (i18n: I18n): Format => {
  const locale = localeOf(i18n)
  const tag = BCP47[locale]
  const notation = NOTATION[locale]
  const number = (value: number): string =>
    cached(
      `${tag} number`,
      () => new Intl.NumberFormat(tag, { numberingSystem: 'latn', maximumFractionDigits: 2 }),
    ).format(value)
  const korea = zoneOf(tag, KOREA)
  return {
    price: (krw) => notation.won.replace('#', number(krw)),
    money: (amount, currency) => money(tag, amount, currency),
    currencyName: (currency) =>
      cached(`${tag} currencies`, () => new Intl.DisplayNames(tag, { type: 'currency' })).of(currency) ?? currency,
    number,
    date: korea.date,
    time: korea.time,
    ago: (ms, now) => ago(i18n, Math.max(0, now - ms)),
    list: (texts) => texts.join(notation.listSeparator),
    duration: (ms) => duration(i18n, Math.max(0, ms), number, notation),
    zone: {
      korea,
      // Read on each access: the phone's time zone can change while the page is open.
      get home() {
        return zoneOf(tag, homeZone())
      },
    },
  }
}

const money = (tag: string, amount: number, currency: string): string => {
  const digits = Number.isInteger(amount) ? 0 : 2
  const options: Intl.NumberFormatOptions = {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }
  return (
    cached(`${tag} ${currency} ${digits}`, () => new Intl.NumberFormat(tag, options))
      .formatToParts(amount)
      // In Traditional Chinese Intl writes a bare `$`, which readers in Hong Kong take for theirs.
      .map(({ type, value }) => (type === 'currency' && value === '$' && currency === 'TWD' ? 'NT$' : value))
      .join('')
  )
}

const ago = (i18n: I18n, elapsed: number): string => {
  const minutes = Math.floor(elapsed / MINUTE_MS)
  const hours = Math.floor(elapsed / HOUR_MS)
  const days = Math.floor(elapsed / DAY_MS)
  if (minutes < 1) return t(i18n)`just now`
  if (hours < 1) return t(i18n)`${minutes} min ago`
  if (days < 1) return t(i18n)`${hours} h ago`
  return t(i18n)`${plural(days, { one: '# day ago', other: '# days ago' })}`
}

const duration = (
  i18n: I18n,
  ms: number,
  number: (value: number) => string,
  { beforeUnit, betweenUnits }: Notation,
): string => {
  const units: [number, string][] = [
    [DAY_MS, t(i18n)({ message: 'd', context: 'days, after a number' })],
    [HOUR_MS, t(i18n)({ message: 'h', context: 'hours, after a number' })],
    [MINUTE_MS, t(i18n)({ message: 'min', context: 'minutes, after a number' })],
    [SECOND_MS, t(i18n)({ message: 's', context: 'seconds, after a number' })],
  ]
  const first = units.findIndex(([length]) => ms >= length)
  const from = Math.min(first < 0 ? units.length - 1 : first, units.length - 1)
  return units
    .slice(from, from + 2)
    .map(([length, unit], index) => ({
      value: Math.floor((index === 0 ? ms : ms % (units[from]?.[0] ?? 1)) / length),
      unit,
    }))
    .filter(({ value }, index) => index === 0 || value > 0)
    .map(({ value, unit }) => `${number(value)}${beforeUnit}${unit}`)
    .join(betweenUnits)
}

/** Returns formatters in the current language; re-renders when the language changes. */
export const useFormat = (): Format => {
  const { i18n } = useLingui()
  const { locale } = i18n
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the object is one for all languages; its locale tells them apart
  return useMemo(() => formatOf(i18n), [locale])
}
