import { describe, expect, test } from 'vitest'
import {
  ACCEPTED_TAGS,
  BCP47,
  LANGUAGE_CODE,
  LOCALES,
  localeOfAcceptLanguage,
  localeOfCode,
  localeOfTags,
  localeOfTravelCode,
  TRAVEL_CODE,
  type Locale,
} from './locales.ts'

describe('the language of a browser', () => {
  test.each<[string, Locale]>([
    ['zh-HK', 'cht'],
    ['zh-MO', 'cht'],
    ['zh-TW', 'cht'],
    ['zh-Hant', 'cht'],
    ['zh-Hant-CN', 'cht'],
    ['zh-hant-hk', 'cht'],
    ['zh', 'chs'],
    ['zh-CN', 'chs'],
    ['zh-SG', 'chs'],
    ['zh-Hans-HK', 'chs'],
    ['ja', 'jp'],
    ['ja-JP', 'jp'],
    ['ko-KR', 'ko'],
    ['EN-us', 'en'],
    ['zh-AU', 'chs'],
    ['zh-yue-HK', 'cht'],
  ])('%s becomes %s', (tag, locale) => {
    expect(localeOfTags([tag])).toBe(locale)
  })

  test('the first supported language counts, else English', () => {
    expect(localeOfTags(['fi', 'fr-CA', 'zh-HK', 'ko'])).toBe('cht')
    expect(localeOfTags(['fi', 'fr'])).toBe('en')
    expect(localeOfTags([])).toBe('en')
    // A tag that only starts like one of ours.
    expect(localeOfTags(['kok', 'jav', 'zhx', 'ko'])).toBe('ko')
  })
})

describe('Accept-Language', () => {
  test.each<[string | undefined, Locale]>([
    ['zh-HK,zh;q=0.9,en;q=0.8', 'cht'],
    ['en;q=0.5,ja;q=0.9', 'jp'],
    ['en;q=0.85,ko;q=0.9,ja;q=0.8', 'ko'],
    ['fr, ko;q=0.1', 'ko'],
    ['ja;q=0,ko;q=0.3', 'ko'],
    ['ja;q=0', 'en'],
    [' zh-TW ; q=0.7 , ko ; q=0.6', 'cht'],
    // Of equal weights the first counts.
    ['ko;q=0.7,ja;q=0.7', 'ko'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%j becomes %s', (header, locale) => {
    expect(localeOfAcceptLanguage(header)).toBe(locale)
  })
})

test('language codes and travel codes are separate tables, and each is read back', () => {
  expect(LOCALES.map((locale) => localeOfCode(LANGUAGE_CODE[locale]))).toEqual([...LOCALES])
  expect(LOCALES.map((locale) => localeOfTravelCode(TRAVEL_CODE[locale]))).toEqual([...LOCALES])
  expect([undefined, null, '', 'CD0000001259'].map(localeOfCode)).toEqual(['en', 'en', 'en', 'en'])
  expect([undefined, '', 'CD0000000128'].map(localeOfTravelCode)).toEqual([undefined, undefined, undefined])
})

test.each(LOCALES)('Intl knows the tag of %s, and a browser that prefers the tag gets this language', (locale) => {
  const tag = BCP47[locale]
  expect(Intl.DateTimeFormat.supportedLocalesOf([tag, locale])).toContain(tag)
  expect(localeOfTags(['fi', tag])).toBe(locale)
})

test('the tags of the two Chinese languages name their scripts', () => {
  expect((['chs', 'cht'] as const).map((locale) => new Intl.Locale(BCP47[locale]).script)).toEqual(['Hans', 'Hant'])
})

test('no preference of a browser means two languages', () => {
  const tags = LOCALES.flatMap((locale) => ACCEPTED_TAGS[locale])
  expect(new Set(tags).size).toBe(tags.length)
  expect(tags).toEqual(tags.map((tag) => tag.toLowerCase()))
})
