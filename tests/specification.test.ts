import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import * as limits from '#contract/limits.ts'
import {
  DEFAULT_LOCALE,
  LANGUAGE_CODE,
  LOCALE_COOKIE,
  LOCALE_COOKIE_DAYS,
  LOCALES,
  type Texts,
} from '#contract/locales.ts'
import { readSeed } from '#server/modules/catalogue/service.ts'
import { say } from '#server/texts.ts'

/** What the specification says in its own words and figures: points 8 and 9. */

describe('the error catalogue', () => {
  test.each<[ErrorCode, string]>([
    ['E_TOKEN', 'Please sign in'],
    ['E_LOGIN', 'Email address or password not found'],
    ['E_EMAIL_IN_USE', 'Email is already in use'],
    ['E_CERT_MISMATCH', 'Confirmation code does not match'],
    ['E_NO_MEMBER', 'No registered member information found'],
    ['E_PHONE', 'The phone number is not valid'],
    ['E_CARD_NUMBER', 'Check your card number'],
    ['E_CARD_TAKEN', 'The card number is already in use or invalid'],
    ['E_CARD_FORMAT', 'The card number is not valid. Please reconfirm your card number'],
    ['E_PAYMENT_METHOD', 'Please check the payment method'],
    ['E_PASSWORD_CURRENT', 'The existing password is not correct'],
    ['E_PASSWORD_FORMAT', 'Password format is invalid'],
    ['E_INQUIRY_SHORT', 'Please enter at least 5 characters'],
    ['E_ROUTE', 'This page could not be found'],
  ])('%s begins as it is written: “%s.”, and is said in every language', (code, sentence) => {
    expect(`${say('en', `error.${code}`)} `.startsWith(`${sentence}. `)).toBe(true)
    expect(new Set(LOCALES.map((locale) => say(locale, `error.${code}`))).size).toBe(LOCALES.length)
  })
})

describe('the business constants', () => {
  test('languages: five, English by default, remembered for a year', () => {
    expect([...LOCALES]).toEqual(['en', 'ko', 'chs', 'cht', 'jp'])
    expect(LANGUAGE_CODE[DEFAULT_LOCALE]).toBe('CD0000000128')
    expect([LOCALE_COOKIE, LOCALE_COOKIE_DAYS]).toEqual(['i18n_redirected', 365])
  })

  test('figures', () => {
    expect(limits).toMatchObject({
      ACCESS_TOKEN_S: 43_200,
      REFRESH_TOKEN_S: 2_592_000,
      REQUEST_TIMEOUT_MS: 10_000,
      CHUNK_RELOAD_MS: 60_000,
      VALID_YEARS: 5,
      CANCEL_DAYS: 180,
      HISTORY_MONTHS: 3,
      RETENTION_YEARS: 5,
      REFUND_TEXT_MAX: 1_000,
      INQUIRY_MIN: 5,
      PASSWORD_MIN: 8,
      QUANTITY_MIN: 1,
      QUANTITY_MAX: 6,
    })
  })

  test('passes on sale: windows, five years, one to six; a card has 5,000 won on it and says so, 24H costs 49,000', () => {
    const { passes } = readSeed<{
      passes: {
        passType: string
        medium: 'card' | 'mobile'
        mediumNote: Texts
        priceKrw: number
        windowHours: number
        validYears: number
        transitPrechargeKrw: number
        pickupRequired: boolean
        minQuantity: number
        maxQuantity: number
      }[]
    }>('goods')
    const hours: Record<string, number> = { '24H': 24, '48H': 48, Big3: 120, Big5: 168 }
    expect(passes.map(({ passType, medium }) => `${passType} ${medium}`).toSorted()).toEqual(
      Object.keys(hours)
        .flatMap((type) => [`${type} card`, `${type} mobile`])
        .toSorted(),
    )
    for (const pass of passes) {
      const isCard = pass.medium === 'card'
      expect(pass).toMatchObject({
        windowHours: hours[pass.passType],
        validYears: limits.VALID_YEARS,
        minQuantity: limits.QUANTITY_MIN,
        maxQuantity: limits.QUANTITY_MAX,
        transitPrechargeKrw: isCard ? 5_000 : 0,
        pickupRequired: isCard,
      })
      for (const locale of LOCALES) expect(pass.mediumNote[locale].includes('5,000')).toBe(isCard)
      if (pass.passType === '24H') expect(pass.priceKrw).toBe(49_000)
    }
  })
})
