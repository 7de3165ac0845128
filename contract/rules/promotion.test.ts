import { expect, test } from 'vitest'
import { promotionDaysLeft } from './promotion.ts'

const at = (time: string) => promotionDaysLeft({ endDate: '2026-11-24' }, Date.parse(`${time}+09:00`))

test('a promotion counts its last day in Korea, and has ended when that day is over', () => {
  expect([at('2026-11-22T09:00'), at('2026-11-24T00:00'), at('2026-11-24T23:59')]).toEqual([3, 1, 1])
  expect([at('2026-11-25T00:00'), at('2027-01-01T00:00')]).toEqual([0, 0])
})
