import { expect, test } from 'vitest'
import { koreanDayStart } from './dayStart.ts'
import { koreanDate } from './openHours.ts'

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
