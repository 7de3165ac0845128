import { expect, test } from 'vitest'
import type { Attraction } from '../calls/attraction.ts'
import { HOUR_MS } from '../time.ts'
import { coveringProducts, courseDays, isCoveredByHeld, isFreeWithPass } from './course.ts'

const NOW = Date.UTC(2026, 10, 24, 1)
const place = (gdsUid: string, passGroup: 'A' | 'B' | null, lat = 35.1): Attraction =>
  ({ gdsUid, passGroup, lat, lon: 129, visitMinutes: 60 }) as Attraction
const [tower, museum, market, park] = [
  place('tower', 'A'),
  place('museum', 'B', 35.11),
  place('market', null),
  place('park', 'B'),
]
const places = new Map([tower, museum, market, park].map((one) => [one.gdsUid, one]))
const product = (passType: '24H' | '48H' | 'Big3' | 'Big5', windowHours: number, price: number) => ({
  passType,
  windowHours,
  price,
  discounted: null,
  medium: 'mobile' as const,
  saleYn: 'Y' as const,
  soldOutYn: 'N' as const,
})
const products = [product('48H', 48, 69_000), product('24H', 24, 49_000), product('Big3', 4_320, 39_000)]
const typesFor = (stops: readonly Attraction[], days = 1) =>
  coveringProducts(products, stops, days).map(({ passType }) => passType)
const held = (change = {}) => ({
  passType: 'Big3' as const,
  state: 'unused' as const,
  windowHours: 4_320,
  purchasedAt: NOW - HOUR_MS,
  expiresAt: null as number | null,
  validUntil: NOW + 900 * HOUR_MS,
  admissions: [] as { gdsUid: string; group: 'A' | 'B'; name: string; scene: 'tower'; at: number }[],
  groups: null,
  gift: null,
  ...change,
})
const covered = (pass: ReturnType<typeof held>, stops: readonly Attraction[], days = 1) =>
  isCoveredByHeld([pass], stops, days, NOW, true)

test('a stop that takes no pass is covered by no product, and makes a course not free', () => {
  expect(typesFor([tower, market])).toEqual([])
  expect(isFreeWithPass({ days: [{ day: 1, gdsUids: ['tower', 'market'] }] }, places)).toBe(false)
  expect(isFreeWithPass({ days: [{ day: 1, gdsUids: ['tower', 'nowhere'] }] }, places)).toBe(false)
  expect(isFreeWithPass({ days: [{ day: 1, gdsUids: ['tower', 'park'] }] }, places)).toBe(true)
  expect(typesFor([])).toEqual([])
})

test('a Big3 covers one stop of group A and two of B; the cheapest product comes first', () => {
  expect(typesFor([tower, museum, park])).toEqual(['Big3', '24H', '48H'])
  expect(typesFor([tower, place('coast', 'A')])).toEqual(['24H', '48H'])
  expect(typesFor([museum, park, place('zoo', 'B')])).toEqual(['24H', '48H'])
})

test('a product that cannot be bought now, or is not for the phone, covers no course', () => {
  const big3 = product('Big3', 4_320, 39_000)
  const refused = [{ soldOutYn: 'Y' as const }, { saleYn: 'N' as const }, { medium: 'card' as const }]
  expect(coveringProducts([big3], [tower], 1)).toEqual([big3])
  for (const change of refused) expect(coveringProducts([{ ...big3, ...change }], [tower], 1)).toEqual([])
})

test('a second visit of the same place is not covered', () => {
  expect(typesFor([museum, museum])).toEqual([])
})

test('a 24H covers one day, a 48H two', () => {
  expect(typesFor([museum], 2)).toEqual(['Big3', '48H'])
  expect(typesFor([museum], 3)).toEqual(['Big3'])
})

test('a used entry, a gift, a refund request and a window that ends too early each uncover a course', () => {
  const entry = { gdsUid: 'zoo', group: 'A' as const, name: 'Zoo', scene: 'tower' as const, at: NOW - HOUR_MS }
  expect(covered(held(), [tower, museum])).toBe(true)
  expect(covered(held({ admissions: [entry] }), [tower, museum])).toBe(false)
  expect(covered(held({ gift: 'given' }), [tower])).toBe(false)
  expect(covered(held({ refundRequestedYn: 'Y' }), [tower])).toBe(false)
  expect(covered(held({ state: 'in_use', expiresAt: NOW + 11 * HOUR_MS }), [tower])).toBe(false)
  expect(covered(held({ state: 'in_use', expiresAt: NOW + 12 * HOUR_MS }), [tower])).toBe(true)
  expect(covered(held({ state: 'in_use', expiresAt: NOW + 12 * HOUR_MS }), [tower], 2)).toBe(false)
})

test('days have the distance from the stop before, none for the first, and skip unknown places', () => {
  const [day] = courseDays({ days: [{ day: 1, gdsUids: ['tower', 'gone', 'museum'] }] }, places)
  expect(day?.stops.map(({ gdsUid, metres }) => [gdsUid, metres])).toEqual([
    ['tower', null],
    ['museum', 1_112],
  ])
  expect(day?.visitMinutes).toBe(120)
})
