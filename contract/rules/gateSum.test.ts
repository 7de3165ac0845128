import { describe, expect, test } from 'vitest'
import type { Group } from '../codes.ts'
import { ALLOWANCE } from './allowance.ts'
import { cheapestOnSale, exampleChoice, gateSum, pricePerDay, savingOf } from './gateSum.ts'

const place = (gdsUid: string, passGroup: Group | null, adultPrice: number) => ({ gdsUid, passGroup, adultPrice })
const PLACES = [
  place('deck', 'A', 27_300),
  place('spa', 'A', 11_900),
  place('park', 'A', 47_100),
  place('sea', 'B', 33_050),
  place('bridge', 'B', 950),
  place('museum', 'B', 18_700),
  place('tower', 'B', 12_250),
  place('village', null, 9_000),
]
const ids = (places: readonly { gdsUid: string }[]) => places.map(({ gdsUid }) => gdsUid)
const BIG3 = { passType: 'Big3', allowance: ALLOWANCE.Big3, price: 45_000, discounted: null } as const

describe('the sum at the gates', () => {
  test('adds uneven prices to the won', () => {
    expect(gateSum(PLACES.slice(0, 4))).toEqual({ sumKrw: 119_350, unpriced: 0 })
    expect(gateSum([])).toEqual({ sumKrw: 0, unpriced: 0 })
  })

  test('leaves out places without a price, and counts them', () => {
    expect(gateSum([place('free', 'A', 0), place('sea', 'B', 33_050)])).toEqual({ sumKrw: 33_050, unpriced: 1 })
  })
})

describe('what a pass saves', () => {
  test('is the sum minus the reduced price, to the won', () => {
    expect(savingOf({ ...BIG3, discounted: 39_999 }, PLACES.slice(0, 2))).toBe(-799)
    expect(
      savingOf(
        BIG3,
        [PLACES[2], PLACES[3]].flatMap((one) => one ?? []),
      ),
    ).toBe(35_150)
  })

  test('is negative when the pass costs more than the gates', () => {
    expect(savingOf(BIG3, [place('bridge', 'B', 950)])).toBe(-44_050)
  })
})

/** All ways to take `count` of `list`. */
const choices = <T>(list: readonly T[], count: number): T[][] => {
  if (count === 0) return [[]]
  return list.flatMap((first, index) => choices(list.slice(index + 1), count - 1).map((rest) => [first, ...rest]))
}

describe('the example of a pass', () => {
  test('holds as many of each group as the pass includes, from the middle of their prices', () => {
    expect(ids(exampleChoice(BIG3, PLACES))).toEqual(['deck', 'museum', 'tower'])
  })

  test('of a pass without allowance grows with its days', () => {
    const many = Array.from({ length: 9 }, (_, index) => [
      place(`a${index}`, 'A', 1_001 + 7 * index),
      place(`b${index}`, 'B', 2_003 + 11 * index),
    ]).flat()
    const groupsOf = (passType: '24H' | '48H') =>
      exampleChoice({ passType, allowance: null }, many).map(({ passGroup }) => passGroup)
    expect(groupsOf('24H')).toEqual(['A', 'B', 'B'])
    expect(groupsOf('48H')).toEqual(['A', 'A', 'B', 'B', 'B', 'B'])
  })

  test('contains no place without a price or a group, and is smaller when there are too few', () => {
    const few = [place('free', 'A', 0), place('village', null, 9_000), place('sea', 'B', 33_050)]
    expect(ids(exampleChoice(BIG3, few))).toEqual(['sea'])
  })

  test.each([1, 2, 3, 4])('of %i entries in a group is nearest to the middle of all choices', (count) => {
    for (let size = count; size <= 9; size += 1) {
      const list = Array.from({ length: size }, (_, index) =>
        place(`p${index}`, 'A', 1_000 + ((index * 37) % 101) * 13),
      )
      const sorted = list.toSorted((a, b) => b.adultPrice - a.adultPrice)
      const distance = (choice: readonly { gdsUid: string }[]): number =>
        choice.reduce(
          (sum, { gdsUid }) =>
            sum + Math.abs(sorted.findIndex((one) => one.gdsUid === gdsUid) - (sorted.length - 1) / 2),
          0,
        )
      const best = Math.min(...choices(sorted, count).map(distance))
      const example = exampleChoice({ passType: 'Big3', allowance: { A: count, B: 0 } }, list)
      expect(example).toHaveLength(count)
      expect(distance(example)).toBe(best)
    }
  })

  test('costs neither more than the dearest choice nor less than the cheapest', () => {
    const sums = choices(
      PLACES.filter(({ passGroup }) => passGroup === 'A'),
      1,
    ).flatMap((fromA) =>
      choices(
        PLACES.filter(({ passGroup }) => passGroup === 'B'),
        2,
      ).map((fromB) => gateSum([...fromA, ...fromB]).sumKrw),
    )
    const { sumKrw } = gateSum(exampleChoice(BIG3, PLACES))
    expect(sums).toContain(sumKrw)
    expect(sumKrw).toBeGreaterThan(Math.min(...sums))
    expect(sumKrw).toBeLessThan(Math.max(...sums))
  })
})

test.each([
  [49_000, 24, 49_000],
  [69_000, 48, 34_500],
  [65_001, 168, 9_286],
  [10_000, 30, 5_000],
])('a pass of %i won for %i hours costs %i won a day', (price, windowHours, perDay) => {
  expect(pricePerDay({ price, discounted: null, windowHours })).toBe(perDay)
})

const offer = (price: number, rest: Partial<Parameters<typeof cheapestOnSale>[0][number]> = {}) => ({
  price,
  discounted: null,
  saleYn: 'Y' as const,
  soldOutYn: 'N' as const,
  sampleYn: 'N' as const,
  ...rest,
})

test('the cheapest product is one that can be bought, at its reduced price', () => {
  const reduced = offer(52_000, { discounted: 41_500 })
  expect(
    cheapestOnSale([offer(30_000, { saleYn: 'N' }), offer(31_000, { soldOutYn: 'Y' }), offer(45_000), reduced]),
  ).toBe(reduced)
  expect(cheapestOnSale([offer(30_000, { saleYn: 'N' })])).toBeNull()
})

test('of two equal prices the confirmed one is the cheapest, because it needs no mark', () => {
  const confirmed = offer(45_000)
  expect(cheapestOnSale([offer(45_000, { sampleYn: 'Y' }), confirmed])).toBe(confirmed)
})
