import { describe, expect, test } from 'vitest'
import {
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
  ])('%s becomes %s', (tag, locale) => {
    expect(localeOfTags([tag])).toBe(locale)
  })

  test('the first supported language counts, else English', () => {
    expect(localeOfTags(['th', 'fr-CA', 'zh-HK', 'ko'])).toBe('cht')
    expect(localeOfTags(['th', 'fr'])).toBe('en')
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

test('each locale has a tag that Intl knows, in its own script', () => {
  expect(LOCALES.map((locale) => new Intl.Locale(BCP47[locale]).maximize().script)).toEqual([
    'Latn',
    'Kore',
    'Hans',
    'Hant',
    'Jpan',
  ])
})
