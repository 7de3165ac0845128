import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { addDays, koreanDayStart } from './koreanCalendar.ts'
import { boundCount, freeCancelUntil, lastDeparture, offerOf, pressDay, tiersByDate, type Slot } from './goodsChoice.ts'

const night = (date: string, units = 5): Slot => ({
  priceSn: `${date.replaceAll('-', '')}-${addDays(date, 1).replaceAll('-', '')}`,
  startsAt: koreanDayStart(date) + 15 * HOUR_MS,
  price: 100_000,
  left: units,
  state: units === 0 ? 'closed' : units <= 3 ? 'step1' : 'step2',
})
/** Five nights; the fourth is sold out. */
const NIGHTS = [
  night('2026-12-01'),
  night('2026-12-02', 2),
  night('2026-12-03'),
  night('2026-12-04', 0),
  night('2026-12-05'),
]
const TIERS = tiersByDate(NIGHTS)
const nothing = { arrival: null, departure: null }

describe('pressing days', () => {
  test('the first is the arrival, a later one the departure, the next one begins anew', () => {
    const first = pressDay(nothing, '2026-12-01', TIERS)
    expect(first).toEqual({ arrival: '2026-12-01', departure: null })
    const whole = pressDay(first, '2026-12-03', TIERS)
    expect(whole).toEqual({ arrival: '2026-12-01', departure: '2026-12-03' })
    expect(pressDay(whole, '2026-12-02', TIERS)).toEqual({ arrival: '2026-12-02', departure: null })
  })
  test('a sold-out night is a day of departure, never of arrival, and no stay goes beyond it', () => {
    expect(lastDeparture('2026-12-01', TIERS)).toBe('2026-12-04')
    const first = pressDay(nothing, '2026-12-01', TIERS)
    expect(pressDay(first, '2026-12-04', TIERS)).toEqual({ arrival: '2026-12-01', departure: '2026-12-04' })
    expect(pressDay(first, '2026-12-05', TIERS)).toEqual({ arrival: '2026-12-05', departure: null })
    expect(pressDay(nothing, '2026-12-04', TIERS)).toEqual(nothing)
    expect(lastDeparture('2026-12-04', TIERS)).toBe(null)
  })
  test('a day that is not on sale changes nothing', () => {
    expect(pressDay({ arrival: '2026-12-01', departure: null }, '2026-11-30', TIERS)).toEqual({
      arrival: '2026-12-01',
      departure: null,
    })
  })
})

describe('an offer', () => {
  test('sums its nights, and has as many units as the scarcest of them', () => {
    expect(offerOf('20261201-20261204', NIGHTS)).toEqual({
      unitPrice: 300_000,
      left: 2,
      startsAt: NIGHTS[0]?.startsAt,
    })
  })
  test('with a night that is not listed is none; with a sold-out one it has no units', () => {
    expect(offerOf('20261130-20261202', NIGHTS)).toBe(null)
    expect(offerOf('20261203-20261205', NIGHTS)?.left).toBe(0)
  })
  test('of a departure or voucher is that slot', () => {
    const departure: Slot = { priceSn: '20261201T1830', startsAt: 1, price: 38_000, left: 3, state: 'step1' }
    expect(offerOf('20261201T1830', [departure])).toEqual({ unitPrice: 38_000, left: 3, startsAt: 1 })
    expect(offerOf('20261201T1930', [departure])).toBe(null)
  })
})

test('a day has the tier of its best departure', () => {
  const at = (priceSn: string, state: Slot['state']): Slot => ({ priceSn, startsAt: 0, price: 1, left: 1, state })
  const tiers = tiersByDate([
    at('20261201T0900', 'step1'),
    at('20261201T1300', 'step2'),
    at('20261202T0900', 'closed'),
    at('20261202T1300', 'closed'),
  ])
  expect([...tiers]).toEqual([
    ['2026-12-01', 'step2'],
    ['2026-12-02', 'closed'],
  ])
})

test.each([
  [0, 9, 1],
  [1, 9, 1],
  [6, 9, 6],
  [7, 9, 6],
  [4, 2, 2],
  [3, 0, 1],
])('a count of %d with %d left is %d (spec 4.49)', (count, unitsLeft, bound) => {
  expect(boundCount(count, unitsLeft)).toBe(bound)
})

test('cancelling is free until 48 hours before a stay, 24 before a departure; a voucher counts from its payment', () => {
  expect(freeCancelUntil('hotel', 10 * DAY_MS)).toBe(8 * DAY_MS)
  expect(freeCancelUntil('tour', 10 * DAY_MS)).toBe(9 * DAY_MS)
  expect(freeCancelUntil('activity', 10 * DAY_MS)).toBe(9 * DAY_MS)
  expect(freeCancelUntil('voucher', 10 * DAY_MS)).toBe(null)
})
