import { expect, test } from 'vitest'
import { currentPromotions, promotionDaysLeft } from './promotion.ts'

const at = (time: string) => promotionDaysLeft({ endDate: '2026-11-24' }, Date.parse(`${time}+09:00`))

test('a promotion counts its last day in Korea, and has ended when that day is over', () => {
  expect([at('2026-11-22T09:00'), at('2026-11-24T00:00'), at('2026-11-24T23:59')]).toEqual([3, 1, 1])
  expect([at('2026-11-25T00:00'), at('2027-01-01T00:00')]).toEqual([0, 0])
})

const PROMOTIONS = [
  { id: 'ended', startDate: '2026-11-01', endDate: '2026-11-24' },
  { id: 'old', startDate: '2026-01-01', endDate: '2026-12-31' },
  { id: 'starting', startDate: '2026-11-25', endDate: '2026-11-25' },
  { id: 'coming', startDate: '2026-11-26', endDate: '2026-12-31' },
  { id: 'also-old', startDate: '2026-01-01', endDate: '2026-12-30' },
]
const idsAt = (time: string, max = 5) =>
  currentPromotions(PROMOTIONS, Date.parse(`${time}+09:00`), max).map(({ id }) => id)

test('promotions in progress are those of the date in Korea, the last begun first, and no more than asked for', () => {
  expect(idsAt('2026-11-24T23:59')).toEqual(['ended', 'also-old', 'old'])
  expect(idsAt('2026-11-25T00:00')).toEqual(['starting', 'also-old', 'old'])
  expect(idsAt('2026-11-26T00:00')).toEqual(['coming', 'also-old', 'old'])
  expect(idsAt('2026-11-25T12:00', 2)).toEqual(['starting', 'also-old'])
})
