import { expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import {
  addDays,
  fromKoreanFields,
  koreanDate,
  koreanDateTime,
  koreanDayNumber,
  koreanDayStart,
  koreanFields,
  koreanMidnight,
  koreanTime,
  koreanWeekday,
} from './koreanCalendar.ts'

const korea = (text: string): number => Date.parse(`${text}+09:00`)

test('a day begins at midnight in Korea, which is 15:00 UTC of the day before', () => {
  expect(new Date(koreanDayStart('2026-07-01')).toISOString()).toBe('2026-06-30T15:00:00.000Z')
  expect(koreanDate(koreanDayStart('2026-07-01'))).toBe('2026-07-01')
  expect(koreanDate(koreanDayStart('2026-07-01') - 1)).toBe('2026-06-30')
})

test.each(['', '2026-13-01', '2026-02-30', '2027-02-29', '2026-04-31', '20260701', '2026-07-01T12:00', 'soon'])(
  '“%s” is no day',
  (text) => {
    expect(koreanDayStart(text)).toBeNaN()
  },
)

test('the weekday, the midnight and the number of a day change at 15:00 UTC', () => {
  const [last, first] = [Date.parse('2026-11-22T14:59:59.999Z'), Date.parse('2026-11-22T15:00:00Z')]
  expect([koreanWeekday(last), koreanWeekday(first)]).toEqual(['sun', 'mon'])
  expect([koreanMidnight(last), koreanMidnight(first)]).toEqual([first - DAY_MS, first])
  expect(koreanMidnight(korea('2026-11-23T23:59:59'))).toBe(first)
  expect(koreanDayNumber(first) - koreanDayNumber(last)).toBe(1)
  expect(koreanDayNumber(korea('2026-11-23T23:59:59'))).toBe(koreanDayNumber(first))
})

test('an instant has its date and time of day in Korea, also before 1970', () => {
  const at = Date.parse('2026-12-31T15:05:09.500Z')
  expect([koreanDateTime(at), koreanTime(at)]).toEqual(['2027-01-01T00:05:09', '00:05'])
  expect(koreanMidnight(korea('1969-12-30T12:00:00'))).toBe(korea('1969-12-30T00:00:00'))
})

test('the fields of a Date are those of the clock in Korea, and lead back to the instant', () => {
  const at = korea('2028-02-29T08:30:00')
  const fields = koreanFields(at)
  expect([fields.getUTCDate(), fields.getUTCHours()]).toEqual([29, 8])
  expect(fromKoreanFields(fields)).toBe(at)
})

test('days are added over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addDays('2026-07-01', 0)).toBe('2026-07-01')
})
