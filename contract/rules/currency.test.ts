import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import { approximateAmount, CURRENCIES, currencyOfTags, rateAt, type Currency, type RateTable } from './currency.ts'
import { koreanDayStart } from './koreanCalendar.ts'

describe('the currency of a browser', () => {
  test.each<[string[], Currency | null]>([
    [['zh-TW'], 'TWD'],
    [['zh-Hant-TW', 'en-US'], 'TWD'],
    [['zh-Hant'], 'TWD'],
    [['zh-HK'], 'HKD'],
    [['zh-Hant-HK'], 'HKD'],
    [['zh-MO'], 'MOP'],
    [['zh-CN'], 'CNY'],
    [['zh'], 'CNY'],
    [['ja'], 'JPY'],
    [['en-US', 'ko'], 'USD'],
    [['en-GB'], 'GBP'],
    [['en-SG'], 'SGD'],
    [['zh-Hans-SG'], 'SGD'],
    [['th'], 'THB'],
    [['de'], 'EUR'],
    [['fr'], 'EUR'],
    [['en-IE'], 'EUR'],
    [['fr-CA'], 'CAD'],
    [['de-CH'], null],
    [['es-MX', 'en-US'], null],
    [['ko'], null],
    [['ko-KR', 'en-US'], null],
    [['en-KR'], null],
    [['*', 'x_y', 'ja-JP'], 'JPY'],
    [[], null],
  ])('%j shows %s', (tags, currency) => {
    expect(currencyOfTags(tags)).toBe(currency)
  })
})

describe('a rate', () => {
  const table: RateTable = {
    date: '2026-11-25',
    source: 'A bank',
    sampleYn: 'N',
    rates: [{ currency: 'TWD', rate: 452_500 }],
  }
  const last = koreanDayStart('2026-12-26') - 1

  test('is shown until the end of its thirtieth day in Korea, and a sample at any time', () => {
    expect(rateAt(table, 'TWD', last)).toBe(452_500)
    expect(rateAt(table, 'TWD', last + 1)).toBeNull()
    expect(rateAt({ ...table, sampleYn: 'Y' }, 'TWD', last + 400 * DAY_MS)).toBe(452_500)
  })

  test('is none without a table, for a currency that the table lacks, and with a date that is none', () => {
    expect(rateAt(null, 'TWD', last)).toBeNull()
    expect(rateAt(table, 'HKD', last)).toBeNull()
    expect(rateAt({ ...table, date: 'yesterday' }, 'TWD', last)).toBeNull()
  })
})

describe('an approximate amount', () => {
  test.each<[number, Currency, number, number | null]>([
    [53_000, 'TWD', 452_500, 1_170],
    [49_000, 'JPY', 94_200, 5_200],
    [9_421, 'JPY', 94_200, 1_000],
    [400, 'TWD', 452_500, 9],
    [3, 'JPY', 94_200, null],
    [49_000, 'USD', 14_002_300, 35],
    [9_000, 'EUR', 16_204_000, 5.6],
    [13_930, 'USD', 14_000_000, 10],
    [13_929, 'USD', 14_000_000, 9.9],
    [69, 'USD', 14_000_000, null],
    [70, 'USD', 14_000_000, 0.1],
    [10_044_999, 'TWD', 10_000 * 10_000, 1_000],
    [10_045_000, 'TWD', 10_000 * 10_000, 1_000],
    [9_995_000, 'TWD', 10_000 * 1_000, 10_000],
    [0, 'HKD', 1_800_000, null],
  ])('of %i KRW in %s at %i is %s', (krw, currency, rate, amount) => {
    expect(approximateAmount(krw, currency, rate)).toBe(amount)
  })

  const currency = fc.constantFrom(...CURRENCIES)
  const rate = fc.integer({ min: 10_000, max: 100_000_000 })
  const krw = fc.integer({ min: 0, max: 100_000_000 })

  test('is within half a percent above 100, and within half a unit, or half a tenth below 10', () => {
    fc.assert(
      fc.property(krw, currency, rate, (price, unit, krwPer10000) => {
        const exact = (price * 10_000) / krwPer10000
        const amount = approximateAmount(price, unit, krwPer10000) ?? 0
        const isWhole = unit === 'TWD' || unit === 'JPY'
        const limit = exact >= 100 ? exact * 0.005 : exact >= 10 || isWhole ? 0.5 : 0.05
        expect(Math.abs(amount - exact)).toBeLessThanOrEqual(limit + 1e-6)
        expect(amount >= 10 || isWhole ? amount % 1 : 0).toBe(0)
      }),
    )
  })

  test('never falls when the price rises', () => {
    fc.assert(
      fc.property(krw, krw, currency, rate, (a, b, unit, krwPer10000) => {
        const [less = 0, greater = 0] = [a, b]
          .toSorted((one, two) => one - two)
          .map((price) => approximateAmount(price, unit, krwPer10000) ?? 0)
        expect(less).toBeLessThanOrEqual(greater)
      }),
    )
  })
})
