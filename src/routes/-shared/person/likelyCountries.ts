import { BCP47, type Locale } from '#contract/locales.ts'

/**
 * Countries from which readers of a language are likely to come, the likeliest first (ISO 3166 alpha-2). A language
 * without a row has none.
 */
const LIKELY: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  cht: ['TW', 'HK', 'MO', 'MY', 'SG'],
  chs: ['CN', 'SG', 'MY', 'HK', 'TW'],
  jp: ['JP'],
  ko: ['KR', 'US', 'JP'],
  en: ['SG', 'PH', 'MY', 'US', 'GB', 'AU', 'CA'],
}

/** Returns the likely countries of a reader in their order, and all other countries by name. */
export const sortCountries = <T extends { code: string; name: string }>(
  countries: readonly T[],
  locale: Locale,
): { likely: T[]; rest: T[] } => {
  const { compare } = new Intl.Collator(BCP47[locale])
  const rankOf = ({ code }: T) => (LIKELY[locale] ?? []).indexOf(code)
  return {
    likely: countries.filter((each) => rankOf(each) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b)),
    rest: countries.filter((each) => rankOf(each) < 0).toSorted((a, b) => compare(a.name, b.name)),
  }
}
