import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { formatOf } from './format.ts'

const of = (locale: Locale) => formatOf(setupI18n({ locale, messages: { [locale]: {} } }))
const NIGHT = Date.UTC(2026, 2, 17, 23, 5)

test('a price is in won, which Korean writes out', () => {
  for (const locale of LOCALES) expect(of(locale).price(49_000)).toBe(locale === 'ko' ? '49,000원' : '₩49,000')
})

test('money of another currency names it unmistakably in each language, with cents only when it has some', () => {
  for (const locale of LOCALES) {
    expect(of(locale).money(1_180, 'TWD')).toBe('NT$1,180')
    expect(of(locale).money(280, 'HKD')).toBe('HK$280')
    expect(of(locale).money(5.5, 'EUR')).toBe('€5.50')
    expect(of(locale).money(38, 'USD')).toMatch(/^(?:US)?\$38$/)
  }
  expect(of('en').money(5_200, 'JPY')).toBe('JP¥5,200')
  expect(of('jp').currencyName('TWD')).toBe('新台湾ドル')
})

test('dates are in Korean time and in the interface language, without Intl falling back to English', () => {
  expect(of('en').date(NIGHT, 'day')).toBe('18 March 2026')
  expect(of('ko').date(NIGHT, 'day')).toBe('2026년 3월 18일')
  expect(of('cht').date(NIGHT, 'day')).toBe('2026年3月18日')
  expect(of('jp').date(NIGHT, 'day')).toBe('2026年3月18日')
  for (const locale of LOCALES) expect(of(locale).time(NIGHT)).toBe('08:05')
})

test('a duration has two units, with spaces only where the language has them', () => {
  const length = (23 * 60 + 14) * MINUTE_MS + 59_000
  expect(of('en').duration(length)).toMatch(/^23 \S+ 14 \S+$/)
  expect(of('ko').duration(length)).toMatch(/^23\S+ 14\S+$/)
  expect(of('cht').duration(length)).toMatch(/^23\D+14\D+$/)
  expect(of('cht').duration(length)).not.toContain(' ')
  expect(of('en').duration(-5)).toMatch(/^0 /)
})

test.each([
  [60_000, /^1 min$/],
  [61_000, /^1 min 1 s$/],
  [HOUR_MS + 59_000, /^1 h$/],
  [DAY_MS + 60_000, /^1 d$/],
  [0, /^0 s$/],
])('a duration of %i ms leaves out a second unit of zero', (ms, expected) => {
  expect(of('en').duration(ms)).toMatch(expected)
})

test('lists have the comma of the language', () => {
  const hours = ['9:00–12:00', '13:00–18:00']
  for (const locale of ['en', 'ko'] as const) expect(of(locale).list(hours)).toBe('9:00–12:00, 13:00–18:00')
  for (const locale of ['chs', 'cht', 'jp'] as const) expect(of(locale).list(hours)).toBe('9:00–12:00、13:00–18:00')
  for (const locale of LOCALES) expect(of(locale).list(hours.slice(1))).toBe('13:00–18:00')
})
