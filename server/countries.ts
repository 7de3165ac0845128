import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { BCP47, type Locale } from '#contract/locales.ts'

/** Parts of Saint Helena with a dial code of their own, but no ISO 3166-1 code. */
const NOT_ISO = new Set<string>(['AC', 'TA'])

const listed = (locale: Locale) => {
  const names = new Intl.DisplayNames([BCP47[locale]], { type: 'region' })
  const { compare } = new Intl.Collator(BCP47[locale])
  return getCountries()
    .filter((code) => !NOT_ISO.has(code))
    .map((code) => ({ code, name: names.of(code) ?? code, dial: `+${getCountryCallingCode(code)}` }))
    .toSorted((a, b) => compare(a.name, b.name))
}

const countriesByLocale = new Map<Locale, ReturnType<typeof listed>>()

/** Returns the countries with their dial codes, sorted by name in this language. */
export const countriesIn = (locale: Locale) => {
  const list = countriesByLocale.get(locale) ?? listed(locale)
  countriesByLocale.set(locale, list)
  return list
}
