import { describe, expect, test } from 'vitest'
import {
  daySlot,
  departurePriceSn,
  nightDates,
  OPEN,
  readDeparture,
  readStay,
  slotDate,
  slotsOf,
  stayPriceSn,
} from './priceSn.ts'

describe('a stay', () => {
  test.each([undefined, '', 'open', '20261201', '20261201T1900', '20261202-20261201', '20261201-20261201'])(
    '%s is none',
    (priceSn) => expect(readStay(priceSn)).toBe(null),
  )
  test('longer than two weeks, or of days that do not exist, is none', () => {
    expect(readStay('20261201-20261216')).toBe(null)
    expect(readStay('20261301-20261303')).toBe(null)
    expect(readStay('20270228-20270230')).toBe(null)
  })
  test('is read and written, and crosses the end of a year', () => {
    const stay = readStay('20261230-20270102')
    expect(stay).toEqual({ arrival: '2026-12-30', departure: '2027-01-02' })
    expect(nightDates(stay ?? { arrival: '', departure: '' })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    expect(stayPriceSn({ arrival: '2026-12-30', departure: '2027-01-02' })).toBe('20261230-20270102')
  })
})

describe('a departure', () => {
  test.each(['', OPEN, '20261201', '20261201-20261203', '20261201T190', '20261301T1900', '20270229T1900'])(
    '%s is none',
    (priceSn) => expect(readDeparture(priceSn)).toBe(null),
  )
  test('is read and written', () => {
    expect(readDeparture('20261201T0930')).toEqual({ date: '2026-12-01', time: '09:30' })
    expect(departurePriceSn({ date: '2026-12-01', time: '09:30' })).toBe('20261201T0930')
  })
})

describe('the slots of a priceSn', () => {
  test.each([
    ['a stay takes its nights, but not that of its departure', '20261230-20270101', ['20261230', '20261231']],
    [
      'a stay of an earlier limit takes all its nights',
      '20261201-20261216',
      Array.from({ length: 15 }, (_, nth) => String(20261201 + nth)),
    ],
    ['a stay that ends before it begins takes none', '20261202-20261201', []],
    ['a departure is a slot', '20261201T1900', ['20261201T1900']],
    ['a voucher is a slot', OPEN, [OPEN]],
    ['days that do not exist are no nights', '20270228-20270230', ['20270228-20270230']],
  ])('%s', (_, priceSn, slots) => {
    expect(slotsOf(priceSn)).toEqual(slots)
  })
  test('a slot has a date, and a date the slot of its whole day', () => {
    expect(['20261201', '20261201T1900'].map(slotDate)).toEqual(['2026-12-01', '2026-12-01'])
    expect(daySlot('2026-12-01')).toBe('20261201')
    expect(daySlot(slotDate(OPEN))).toBe(OPEN)
  })
})
