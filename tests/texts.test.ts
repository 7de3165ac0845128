import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { BCP47, LOCALES } from '#contract/locales.ts'
import { formatOf } from '#i18n/format.ts'
import { formatValues, formatWon } from '#server/texts.ts'
import { LANGUAGE_SAMPLES } from './harness/languages.ts'

/** 14:05 on 18 March 2026 in Korea. */
const AT = Date.UTC(2026, 2, 18, 5, 5)

describe('values in mails, pushes and news', () => {
  test('dates are in Korean time, 24 h, in each language', () => {
    expect(LOCALES.map((locale) => formatValues({ expiresAt: AT }, locale).expiresAt)).toEqual(
      LOCALES.map((locale) => LANGUAGE_SAMPLES[locale].afternoon),
    )
  })

  test('dates look the same as in the app', () => {
    const inApp = LOCALES.map((locale) => formatOf(setupI18n({ locale, messages: { [locale]: {} } })).date(AT, 'long'))
    expect(LOCALES.map((locale) => formatValues({ expiresAt: AT }, locale).expiresAt)).toEqual(inApp)
  })

  test('amounts look the same as in the app', () => {
    const inApp = LOCALES.map((locale) => formatOf(setupI18n({ locale, messages: { [locale]: {} } })).price(1_234_567))
    expect(LOCALES.map((locale) => formatWon(1_234_567, locale))).toEqual(inApp)
    expect([formatWon(-5_000, 'en'), formatWon(-5_000, 'ko')]).toEqual(['−₩5,000', '−5,000원'])
  })

  test('numbers have the separators of the language', () => {
    expect(LOCALES.map((locale) => formatValues({ amount: 1_234_567 }, locale).amount)).toEqual(
      LOCALES.map((locale) => new Intl.NumberFormat(BCP47[locale]).format(1_234_567)),
    )
  })
})
