import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CURRENCIES } from '#contract/rules/currency.ts'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'

/** The operator's file of currency rates stops the start with one sentence, or is taken exactly as written. */

const folder = mkdtempSync(join(tmpdir(), 'rates-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'rates.json')
const NOW = Date.parse('2026-11-26T14:59:59Z')
const VALID = { date: '2026-11-26', source: 'A bank', krwPerUnit: { TWD: '45.25', JPY: '9.4213', USD: '1400' } }

const read = (text: string) => {
  writeFileSync(path, text)
  return readConfig({ CURRENCY_RATES: path }, NOW).currencyRates
}
const sentenceOf = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replaceAll(path, 'FILE')
    throw error
  }
  return ''
}

describe('the sentence for the operator', () => {
  test.each([
    ['{', 'CURRENCY_RATES: FILE is not JSON.'],
    ['[]', /^CURRENCY_RATES: FILE must be \{"date".*\}\.$/],
    [JSON.stringify({ ...VALID, rates: {} }), /must be \{"date"/],
    [JSON.stringify({ ...VALID, source: '' }), /must be \{"date"/],
    [JSON.stringify({ ...VALID, source: 'x'.repeat(61) }), /must be \{"date"/],
    [JSON.stringify({ ...VALID, krwPerUnit: { TWD: 45.25 } }), /must be \{"date"/],
    [
      JSON.stringify({ ...VALID, date: '25.11.2026' }),
      'CURRENCY_RATES: FILE must have a date such as 2026-11-25, not "25.11.2026".',
    ],
    [
      JSON.stringify({ ...VALID, date: '2026-02-31' }),
      'CURRENCY_RATES: FILE must have a date such as 2026-11-25, not "2026-02-31".',
    ],
    [
      JSON.stringify({ ...VALID, date: '2026-11-27' }),
      'CURRENCY_RATES: FILE must not have a date in the future, 2026-11-27.',
    ],
    [
      JSON.stringify({ ...VALID, krwPerUnit: { XAU: '1' } }),
      `CURRENCY_RATES: FILE must name only ${CURRENCIES.join(', ')}, not "XAU".`,
    ],
    ...['0', '-45', '45,25', '4.5e1', '45.25001', '', '0.0000'].map((rate): [string, string] => [
      JSON.stringify({ ...VALID, krwPerUnit: { TWD: rate } }),
      `CURRENCY_RATES: FILE must give TWD as a positive decimal with at most 4 decimals, not "${rate}".`,
    ]),
    [
      JSON.stringify({ ...VALID, krwPerUnit: { JPY: '942.13' } }),
      'CURRENCY_RATES: FILE must give the KRW for one JPY, about 9.4, not "942.13".',
    ],
    [
      JSON.stringify({ ...VALID, krwPerUnit: { USD: '0.7' } }),
      'CURRENCY_RATES: FILE must give the KRW for one USD, about 1400, not "0.7".',
    ],
  ])('for %s', (text, sentence) => {
    expect(sentenceOf(text)).toMatch(sentence)
  })

  test('names a file that cannot be read', () => {
    expect(() => readConfig({ CURRENCY_RATES: join(folder, 'none.json') }, NOW)).toThrow(
      `CURRENCY_RATES: ${join(folder, 'none.json')} cannot be read.`,
    )
  })
})

test('rates are taken digit by digit, in the order of the list', () => {
  expect(read(JSON.stringify(VALID))).toEqual({
    date: '2026-11-26',
    source: 'A bank',
    sampleYn: 'N',
    rates: [
      { currency: 'TWD', rate: 452_500 },
      { currency: 'JPY', rate: 94_213 },
      { currency: 'USD', rate: 14_000_000 },
    ],
  })
})

test('without a file the sandbox has samples of each currency, and a gateway that moves money has no rates', () => {
  const sample = readConfig({}, NOW).currencyRates
  expect(sample?.sampleYn).toBe('Y')
  expect(sample?.rates.map(({ currency }) => currency)).toEqual([...CURRENCIES])
  const live = {
    PAYMENT_GATEWAY: 'portone',
    PORTONE_STORE_ID: 'store',
    PORTONE_CHANNEL_KEY: 'channel',
    PORTONE_API_SECRET: 'secret',
    PORTONE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 'k').toString('base64')}`,
  }
  expect(readConfig(live, NOW).currencyRates).toBeNull()
})
