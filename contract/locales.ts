/**
 * The languages (spec 1.29, 1.32) and what each of them decides. One table for each property, so that the service worker
 * and the start-up script carry only what they use; a language that a table lacks does not compile.
 */

export const LOCALES = ['en', 'ko', 'chs', 'cht', 'jp'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

/** Cookie that remembers the language (spec 1.30). */
export const LOCALE_COOKIE = 'i18n_redirected'
export const LOCALE_COOKIE_DAYS = 365

/** BCP 47 tags. Given `chs`, `cht` or `jp`, Intl falls back to English silently. */
export const BCP47: Record<Locale, string> = { en: 'en-GB', ko: 'ko', chs: 'zh-Hans', cht: 'zh-Hant', jp: 'ja' }

/** Preferences of a browser that a language serves, in lower case. Those with a region or script come before those without. */
export const ACCEPTED_TAGS: Record<Locale, readonly string[]> = {
  en: ['en'],
  ko: ['ko'],
  chs: ['zh', 'zh-hans'],
  cht: ['zh-hant', 'zh-tw', 'zh-hk', 'zh-mo'],
  jp: ['ja'],
}

/** Each language in that language, for the language selector. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  chs: '简体中文',
  cht: '繁體中文',
  jp: '日本語',
}
export const LOCALE_SHORT: Record<Locale, string> = { en: 'EN', ko: 'KO', chs: '简中', cht: '繁中', jp: 'JA' }

export interface Notation {
  /** Between texts of a list without “and”: `Intl.ListFormat` has no such form for Korean and Traditional Chinese. */
  listSeparator: string
  /** Between a number and its unit, as in `23 h`. */
  beforeUnit: string
  betweenUnits: string
  /** Opening hours are written 09:00, not 9:00. */
  paddedHour: boolean
  /** An amount in KRW, with `#` for its digits. */
  won: string
}

/** Of Chinese and Japanese. */
const WITHOUT_SPACES: Notation = { listSeparator: '、', beforeUnit: '', betweenUnits: '', paddedHour: false, won: '₩#' }

/** What Intl does not know of a language. */
export const NOTATION: Record<Locale, Notation> = {
  en: { listSeparator: ', ', beforeUnit: ' ', betweenUnits: ' ', paddedHour: true, won: '₩#' },
  ko: { listSeparator: ', ', beforeUnit: '', betweenUnits: ' ', paddedHour: true, won: '#원' },
  chs: WITHOUT_SPACES,
  cht: WITHOUT_SPACES,
  jp: WITHOUT_SPACES,
}

/** Value of the `language` header and query parameter. */
export const LANGUAGE_CODE: Record<Locale, string> = {
  en: 'CD0000000128',
  ko: 'CD0000001258',
  jp: 'CD0000000129',
  chs: 'CD0000000546',
  cht: 'CD0000000547',
}

/** Travel codes (spec 1.33): a second table of language codes, used by travel content. */
export const TRAVEL_CODE: Record<Locale, string> = {
  en: 'CD0000001259',
  ko: 'CD0000001258',
  jp: 'CD0000001271',
  chs: 'CD0000001272',
  cht: 'CD0000001273',
}

// Only the server uses the two maps. `PURE`: the bundler leaves them and the travel codes out of the browser's files.
const byCode = /* @__PURE__ */ new Map<string, Locale>(
  /* @__PURE__ */ LOCALES.map((locale) => [LANGUAGE_CODE[locale], locale]),
)

/** Returns the locale of a `language` code; English for an absent or unknown one (spec 7.1). */
export const localeOfCode = (code: string | null | undefined): Locale => byCode.get(code ?? '') ?? DEFAULT_LOCALE

const byTravelCode = /* @__PURE__ */ new Map<string, Locale>(
  /* @__PURE__ */ LOCALES.map((locale) => [TRAVEL_CODE[locale], locale]),
)

/** Returns the locale of a travel code, or undefined for an unknown one. */
export const localeOfTravelCode = (code: string | undefined): Locale | undefined => byTravelCode.get(code ?? '')

/** Returns whether a value is one of our short names of languages, such as `chs`. */
export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale)

/** One text in every language. */
export type Texts = Record<Locale, string>

/** Tags of a language, or of a language with one more subtag. */
const localeByTag = new Map<string, Locale>(
  LOCALES.flatMap((locale) => ACCEPTED_TAGS[locale].map((tag) => [tag, locale] as const)),
)

/** A script decides before a region: it comes first in a tag. */
const localeOfTag = (tag: string): Locale | undefined => {
  const [language = '', ...subtags] = tag.toLowerCase().split('-')
  const specific = subtags.map((subtag) => localeByTag.get(`${language}-${subtag}`)).find(Boolean)
  return specific ?? localeByTag.get(language)
}

/** Returns the first supported locale of a preference list such as `navigator.languages`, else English. */
export const localeOfTags = (tags: readonly string[]): Locale => {
  for (const tag of tags) {
    const locale = localeOfTag(tag)
    if (locale) return locale
  }
  return DEFAULT_LOCALE
}

/** Returns the best supported locale of an `Accept-Language` header, by descending q, else English. */
export const localeOfAcceptLanguage = (header: string | undefined): Locale =>
  localeOfTags(
    (header ?? '')
      .split(',')
      .map((range) => {
        const [tag = '', ...params] = range.trim().split(';')
        const q = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean)
        return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
      })
      .filter(({ tag, q }) => tag !== '' && q > 0)
      .toSorted((a, b) => b.q - a.q)
      .map(({ tag }) => tag),
  )
