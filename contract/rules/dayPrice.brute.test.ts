import { expect, test } from 'vitest'
import type { GoodsKind } from '../codes.ts'
import { nightDates } from './priceSn.ts'
import { lowestPrice, overlappingSeasons, priceGroups, priceOn, type PriceRules, type Season } from './dayPrice.ts'

/**
 * The price of a day against a second opinion, which counts days since the year 0 in whole numbers, knows no `Date`, and
 * rounds by trying each hundred.
 */

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number) => (MONTH_DAYS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)
const pad = (value: number) => String(value).padStart(2, '0')
/** Every date of the years 2026 to 2033, with its weekday; 2026-01-01 is a Thursday. */
const CALENDAR = (() => {
  const days: { date: string; weekday: number }[] = []
  for (let year = 2026; year <= 2033; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= lengthOf(year, month); day += 1)
        days.push({ date: `${year}-${pad(month)}-${pad(day)}`, weekday: (days.length + 3) % 7 })
  return days
})()

const nearestHundred = (price: number, percent: number): number => {
  const wantedHundredths = price * (100 + percent)
  let best = 0
  for (let each = 0; each * 100 <= wantedHundredths + 10_000; each += 100)
    if (Math.abs(each * 100 - wantedHundredths) <= Math.abs(best * 100 - wantedHundredths)) best = each
  return best
}

const secondOpinion = (kind: GoodsKind, price: number, rules: PriceRules, nth: number): number => {
  const { date, weekday } = CALENDAR[nth] ?? { date: '', weekday: 0 }
  if (kind === 'voucher') return price
  for (const { from, until, percent, amountKrw } of rules.seasons) {
    const first = CALENDAR.findIndex((each) => each.date === from)
    const last = CALENDAR.findIndex((each) => each.date === until)
    if (nth < first || nth > last) continue
    return amountKrw === undefined ? nearestHundred(price, percent ?? 0) : Math.max(0, price + amountKrw)
  }
  const isDear = kind === 'hotel' ? weekday === 4 || weekday === 5 : weekday === 5 || weekday === 6
  expect(CALENDAR[nth]?.date).toBe(date)
  return isDear && rules.weekendPercent !== null ? nearestHundred(price, rules.weekendPercent) : price
}

/** A small generator, so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

test('thousands of random stays cost the same by the rule and by counting days', () => {
  const random = createRandom(20_261_127)
  const kinds: GoodsKind[] = ['hotel', 'tour', 'activity', 'voucher']
  for (let round = 0; round < 4_000; round += 1) {
    const kind = kinds[random(4)] ?? 'hotel'
    const price = 1 + random(round % 2 === 0 ? 999_999 : 999)
    let cursor = random(1_400)
    const seasons: Season[] = []
    for (let each = random(4); each > 0; each -= 1) {
      const first = cursor + random(200)
      const last = first + random(40)
      cursor = last + 1
      const days = { from: CALENDAR[first]?.date ?? '', until: CALENDAR[last]?.date ?? '' }
      seasons.push(
        random(2) === 0 ? { ...days, percent: random(391) - 90 } : { ...days, amountKrw: random(60_000) - 9_000 },
      )
    }
    const rules = { weekendPercent: random(3) === 0 ? null : random(391) - 90, seasons }
    const arrival = random(2_200)
    const nights = 1 + random(14)
    const stay = { arrival: CALENDAR[arrival]?.date ?? '', departure: CALENDAR[arrival + nights]?.date ?? '' }
    const prices = nightDates(stay).map((date) => priceOn(kind, price, rules, date))
    const expected = Array.from({ length: nights }, (_, night) => secondOpinion(kind, price, rules, arrival + night))
    expect({ kind, price, rules, stay, prices }).toEqual({ kind, price, rules, stay, prices: expected })
    expect(prices.every((each) => Number.isSafeInteger(each) && each >= 0)).toBe(true)
  }
})

const RULES: PriceRules = {
  weekendPercent: 20,
  seasons: [
    { from: '2026-12-31', until: '2027-01-01', percent: 50 },
    { from: '2028-02-29', until: '2028-02-29', amountKrw: -10_000 },
  ],
}

test.each([
  ['hotel', '2026-12-30', 100_000, 'a Wednesday night'],
  ['hotel', '2026-12-31', 150_000, 'the first night of a season'],
  ['hotel', '2027-01-01', 150_000, 'the last night of a season, a Friday: the season takes precedence'],
  ['hotel', '2027-01-02', 120_000, 'the Saturday night after it'],
  ['hotel', '2027-01-03', 100_000, 'a Sunday night'],
  ['tour', '2027-01-03', 120_000, 'a Sunday'],
  ['tour', '2027-01-08', 100_000, 'a Friday'],
  ['activity', '2027-02-27', 120_000, 'a Saturday at the end of a month'],
  ['hotel', '2028-02-28', 100_000, 'the day before a leap day'],
  ['hotel', '2028-02-29', 90_000, 'a leap day'],
  ['hotel', '2028-03-01', 100_000, 'the day after it'],
  ['voucher', '2027-01-01', 100_000, 'a voucher'],
] as const)('%s on %s costs %d: %s', (kind, date, expected, _reason) => {
  expect(priceOn(kind, 100_000, RULES, date)).toBe(expected)
})

test('without rules every day costs the same, and a percentage is rounded to 100 won, a half up', () => {
  expect(priceOn('hotel', 85_050, undefined, '2026-12-04')).toBe(85_050)
  expect(priceOn('hotel', 1_050, { weekendPercent: 0, seasons: [] }, '2026-12-04')).toBe(1_100)
  expect(priceOn('hotel', 1_049, { weekendPercent: 0, seasons: [] }, '2026-12-04')).toBe(1_000)
})

test('the lowest price is that of a day on sale, by the date in Korea', () => {
  const cheap = {
    price: 100_000,
    weekdays: null,
    priceRules: { weekendPercent: 20, seasons: [{ from: '2026-12-01', until: '2026-12-01', percent: -30 }] },
  }
  // 23:59 and 24:00 of 1 December in Korea.
  expect(lowestPrice('hotel', cheap, Date.UTC(2026, 11, 1, 14, 59))).toBe(70_000)
  expect(lowestPrice('hotel', cheap, Date.UTC(2026, 11, 1, 15, 0))).toBe(100_000)
  expect(lowestPrice('tour', { ...cheap, weekdays: ['sat'] }, Date.UTC(2026, 11, 1, 0, 0))).toBe(120_000)
  expect(lowestPrice('tour', { price: 9, weekdays: null }, 0)).toBe(9)
})

test('seasons overlap when they share a day', () => {
  const first = { from: '2026-12-01', until: '2026-12-05', percent: 1 }
  expect(overlappingSeasons([{ ...first, from: '2026-12-06', until: '2026-12-07' }, first])).toBe(null)
  expect(overlappingSeasons([{ ...first, from: '2026-12-05', until: '2026-12-07' }, first])).toHaveLength(2)
})

test('nights are grouped by their price', () => {
  expect(priceGroups([120_000, 150_000, 120_000])).toEqual([
    { price: 120_000, nights: 2 },
    { price: 150_000, nights: 1 },
  ])
})
