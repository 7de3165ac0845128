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
import { translate } from '#server/texts.ts'
import { COMMANDS } from '#sync/outbox/commands/index.ts'
import { read } from './harness/documents.ts'

/** Wording and figures of the specification (spec 8.9 to 8.23, 9.1 to 9.20). */

const spec = read('docs/spec.md')

/** Returns the text of one clause. */
const clauseText = (clause: string): string | undefined =>
  spec.split('\n').find((line) => line.startsWith(`- **${clause}** `))

describe('the error catalogue', () => {
  test.each<[ErrorCode, string, string]>([
    ['E_TOKEN', 'Please sign in', '6.2'],
    ['E_LOGIN', 'Email address or password not found', '8.9'],
    ['E_EMAIL_IN_USE', 'Email is already in use', '8.10'],
    ['E_CERT_MISMATCH', 'Confirmation code does not match', '8.11'],
    ['E_NO_MEMBER', 'No registered member information found', '8.13'],
    ['E_PHONE', 'The phone number is not valid', '8.14'],
    ['E_CARD_NUMBER', 'Check your card number', '8.15'],
    ['E_CARD_TAKEN', 'The card number is already in use or invalid', '8.16'],
    ['E_CARD_FORMAT', 'The card number is not valid. Please reconfirm your card number', '8.17'],
    ['E_PAYMENT_METHOD', 'Please check the payment method', '8.18'],
    ['E_PASSWORD_CURRENT', 'The existing password is not correct', '8.19'],
    ['E_PASSWORD_FORMAT', 'Password format is invalid', '8.20'],
    ['E_INQUIRY_SHORT', 'Please enter at least 5 characters', '8.22'],
    ['E_ROUTE', 'This page could not be found', '2.26'],
  ])('%s begins with the specified text “%s.”, and differs in every language', (code, sentence, clause) => {
    expect(clauseText(clause)).toContain(`“${sentence}`)
    expect(`${translate('en', `error.${code}`)} `.startsWith(`${sentence}. `)).toBe(true)
    expect(new Set(LOCALES.map((locale) => translate(locale, `error.${code}`))).size).toBe(LOCALES.length)
  })
})

describe('the business constants', () => {
  test('English is the default language, and the chosen one is stored for a year', () => {
    expect(LANGUAGE_CODE[DEFAULT_LOCALE]).toBe('CD0000000128')
    expect([LOCALE_COOKIE, LOCALE_COOKIE_DAYS]).toEqual(['i18n_redirected', 365])
  })

  test('the limits have the specified figures', () => {
    expect(limits).toMatchObject({
      ACCESS_TOKEN_S: 43_200,
      REFRESH_TOKEN_S: 2_592_000,
      REQUEST_TIMEOUT_MS: 10_000,
      CHUNK_RELOAD_MS: 60_000,
      VALID_YEARS: 5,
      CANCEL_DAYS: 180,
      CARD_BALANCE_KRW: 5_000,
      HISTORY_MONTHS: 3,
      RETENTION_YEARS: 5,
      REFUND_TEXT_MAX: 1_000,
      INQUIRY_MIN: 5,
      PASSWORD_MIN: 8,
      QUANTITY_MIN: 1,
      QUANTITY_MAX: 6,
    })
  })

  test('passes have their windows, last five years and sell in one to six; only cards carry and mention 5,000 won; a 24H costs 49,000', () => {
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
        transitPrechargeKrw: isCard ? limits.CARD_BALANCE_KRW : 0,
        pickupRequired: isCard,
      })
      for (const locale of LOCALES) expect(pass.mediumNote[locale].includes('5,000')).toBe(isCard)
      if (pass.passType === '24H') expect(pass.priceKrw).toBe(49_000)
    }
  })
})

test('the outbox queues the specified actions (spec 4.39, 4.52, 4.53)', () => {
  const gifts = ['gift.cancel', 'gift.receive', 'gift.refuse', 'gift.send']
  const named = ['favourite.set', 'inquiry.write', 'news.read', 'push.toggle', 'pass.name', 'session.end', ...gifts]
  // No others: what moves money or needs a password is never queued.
  expect([...COMMANDS.keys()].toSorted()).toEqual(named.toSorted())
})
