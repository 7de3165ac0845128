import { CATEGORIES, COMPANIONS, GENDERS, GOODS_TYPE, PASS_TYPES, TOUR_LENGTHS } from '#contract/codes.ts'
import { say } from '#server/texts.ts'
import { DISTRICTS, readSeed } from './lists.ts'
import type { Locale, Texts } from '#contract/locales.ts'

interface Code {
  code: string
  name: string
}

const TOURIST = readSeed<{ categories: { id: string; name: Texts }[] }>('travelinfo').categories
const COURSES = readSeed<{ items: { companion: string; companionText: Texts; length: string; lengthText: Texts }[] }>(
  'courses',
).items

/** Gimhae and Yangsan are neighbours of the city, not districts of it. */
const BEYOND = ['gimhae', 'yangsan']
const CITIES: Record<string, Texts> = {
  busan: { en: 'Busan', ko: '부산', chs: '釜山', cht: '釜山', jp: '釜山' },
  gyeongnam: { en: 'Gyeongsangnam-do', ko: '경상남도', chs: '庆尚南道', cht: '慶尚南道', jp: '慶尚南道' },
}

const said = (codes: readonly string[], prefix: string, locale: Locale): Code[] =>
  codes.map((code) => ({ code, name: say(locale, `code.${prefix}.${code}`) }))
const texts = (record: Record<string, Texts>, locale: Locale): Code[] =>
  Object.entries(record).map(([code, name]) => ({ code, name: name[locale] }))

const LISTS: Record<string, (locale: Locale, upCd?: string) => Code[]> = {
  GDS_TYCD: (locale) =>
    Object.entries(GOODS_TYPE).map(([name, code]) => ({ code, name: say(locale, `code.goods.${name}`) })),
  CTPV: (locale) => texts(CITIES, locale),
  SGG: (locale, upCd) =>
    texts(DISTRICTS, locale).filter(({ code }) => !upCd || BEYOND.includes(code) === (upCd === 'gyeongnam')),
  GDS_CTGRY: (locale) => said(CATEGORIES, 'category', locale),
  PS_TYCD: () => PASS_TYPES.map((code) => ({ code, name: code })),
  GENDER: (locale) => said(GENDERS, 'gender', locale),
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
}

/** A code list in one language, narrowed to the children of `upCd`; undefined for a list that there is not. */
export const codeList = (codeType: string, locale: Locale, upCd?: string): Code[] | undefined =>
  Object.hasOwn(LISTS, codeType) ? LISTS[codeType]?.(locale, upCd) : undefined

/** One code's name, whichever list it stands in. */
export const nameOfCode = (code: string, locale: Locale): Code | undefined => {
  for (const list of Object.values(LISTS)) {
    const one = list(locale).find((entry) => entry.code === code)
    if (one) return one
  }
  return undefined
}
