import {
  CATEGORIES,
  COMPANIONS,
  FACILITIES,
  GENDERS,
  GOODS_CATEGORIES,
  GOODS_TYPE,
  PASS_TYPES,
  REFUND_REASONS,
  TOUR_LENGTHS,
  VENUE_TYPES,
  type CODE_TYPES,
} from '#contract/codes.ts'
import { BCP47, LANGUAGE_CODE, LOCALES, TRAVEL_CODE, type Locale, type Texts } from '#contract/locales.ts'
import { countriesIn } from '#server/countries.ts'
import { translate } from '#server/texts.ts'
import { CITIES, cityOf, DISTRICTS, readSeed } from './areas.ts'

interface Code {
  code: string
  name: string
}

const TOURIST = readSeed<{ categories: { id: string; name: Texts }[] }>('travelinfo').categories
const COURSES = readSeed<{ items: { companion: string; companionText: Texts; length: string; lengthText: Texts }[] }>(
  'courses',
).items

const messageCodes = (codes: readonly string[], prefix: string, locale: Locale): Code[] =>
  codes.map((code) => ({ code, name: translate(locale, `code.${prefix}.${code}`) }))
const texts = (record: Record<string, Texts>, locale: Locale): Code[] =>
  Object.entries(record).map(([code, name]) => ({ code, name: name[locale] }))

/** Categories of hotels are their stars. */
const STARS = [2, 3, 4, 5]
/** Returns the category code (`GDS_CTGRY`) of a hotel. */
export const hotelCategory = (stars: number): string => `hotel_${stars}`
const hotels = (locale: Locale): Code[] =>
  STARS.map((stars) => ({ code: hotelCategory(stars), name: translate(locale, 'code.stars', { stars }) }))

const languages = (codes: Record<Locale, string>, locale: Locale): Code[] => {
  const names = new Intl.DisplayNames([BCP47[locale]], { type: 'language' })
  return LOCALES.map((one) => ({ code: codes[one], name: names.of(one === 'en' ? 'en' : BCP47[one]) ?? one }))
}

const LISTS: Record<(typeof CODE_TYPES)[number], (locale: Locale, upCd?: string) => Code[]> = {
  GDS_TYCD: (locale) =>
    Object.entries(GOODS_TYPE).map(([name, code]) => ({ code, name: translate(locale, `code.goods.${name}`) })),
  CTPV: (locale) => texts(CITIES, locale),
  SGG: (locale, upCd) => texts(DISTRICTS, locale).filter(({ code }) => !upCd || cityOf(code) === upCd),
  GDS_CTGRY: (locale, upCd) => [
    ...(!upCd || upCd === GOODS_TYPE.attraction ? messageCodes(CATEGORIES, 'category', locale) : []),
    ...(!upCd || upCd === GOODS_TYPE.hotel ? hotels(locale) : []),
    ...(['tour', 'activity', 'voucher'] as const).flatMap((type) =>
      !upCd || upCd === GOODS_TYPE[type] ? messageCodes(GOODS_CATEGORIES[type], 'category', locale) : [],
    ),
  ],
  PS_TYCD: () => PASS_TYPES.map((code) => ({ code, name: code })),
  GENDER: (locale) => messageCodes(GENDERS, 'gender', locale),
  COMPANION: (locale) =>
    COMPANIONS.map((code) => ({
      code,
      name: COURSES.find((one) => one.companion === code)?.companionText[locale] ?? code,
    })),
  TOUR_DAYS: (locale) =>
    TOUR_LENGTHS.map((code) => ({
      code,
      name: COURSES.find((one) => one.length === code)?.lengthText[locale] ?? code,
    })),
  TOURIST_TYCD: (locale) => TOURIST.map(({ id, name }) => ({ code: id, name: name[locale] })),
  FCLTY: (locale) => messageCodes(FACILITIES, 'facility', locale),
  VENUE_TYCD: (locale) => messageCodes(VENUE_TYPES, 'venue', locale),
  WHY_CD: (locale) => messageCodes(REFUND_REASONS, 'refund', locale),
  COUNTRY: (locale) => countriesIn(locale).map(({ code, name }) => ({ code, name })),
  LANGUAGE: (locale) => languages(LANGUAGE_CODE, locale),
  TRAVEL_LANGUAGE: (locale) => languages(TRAVEL_CODE, locale),
}

/** Returns a code list in one language, narrowed to the children of `upCd`; undefined for an unknown list. */
export const codeList = (codeType: string, locale: Locale, upCd?: string): Code[] | undefined =>
  Object.hasOwn(LISTS, codeType) ? LISTS[codeType as keyof typeof LISTS](locale, upCd) : undefined

/** Finds a code by searching all lists; undefined for an unknown code. */
export const nameOfCode = (code: string, locale: Locale): Code | undefined => {
  for (const list of Object.values(LISTS)) {
    const one = list(locale).find((entry) => entry.code === code)
    if (one) return one
  }
  return undefined
}
