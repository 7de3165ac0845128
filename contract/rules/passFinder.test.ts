import { expect, test } from 'vitest'
import { comparePasses, type FinderPlace, type FinderProduct } from './passFinder.ts'

const place = (gdsUid: string, passGroup: 'A' | 'B' | null, adultPrice: number): FinderPlace => ({
  gdsUid,
  passGroup,
  adultPrice,
  adultPriceConfirmedYn: 'Y',
  reservationRequired: false,
})
const product = (
  passType: FinderProduct['passType'],
  windowHours: number,
  allowance: FinderProduct['allowance'],
  price: number,
  rest: Partial<FinderProduct> = {},
): FinderProduct => ({
  gdsUid: passType,
  medium: 'mobile',
  passType,
  windowHours,
  allowance,
  price,
  discounted: null,
  saleYn: 'Y',
  soldOutYn: 'N',
  sampleYn: 'N',
  ...rest,
})
const BIG3 = product('Big3', 120, { A: 1, B: 2 }, 45_000)
const PRODUCTS = [
  product('24H', 24, null, 49_000),
  product('48H', 48, null, 79_000),
  BIG3,
  product('Big5', 168, { A: 2, B: 3 }, 69_000),
]

/** Reads days such as `A27300 B950 | - | N4000=pier`: group (N: none), price in KRW, and an id where it matters. */
const daysOf = (text: string): FinderPlace[][] =>
  text
    .split('|')
    .map((day, dayIndex) =>
      [...day.matchAll(/([ABN])(\d+)(?:=(\w+))?/g)].map(([, group, price, id], index) =>
        place(id ?? `${dayIndex}.${index}`, group === 'A' || group === 'B' ? group : null, Number(price)),
      ),
    )
const best = (text: string, people: number, products: readonly FinderProduct[] = PRODUCTS) =>
  comparePasses({ days: daysOf(text), people }, products).offers[0]

/** Worked by hand: 24H ₩49,000, 48H ₩79,000, Big3 (1 A, 2 B) ₩45,000, Big5 (2 A, 3 B) ₩69,000. */
test.each([
  ['nothing is chosen', '-', 1, null, 0],
  ['one place with free entry', 'N0', 2, null, 0],
  ['one place below every pass', 'A27300', 1, null, 27_300],
  ['exactly what a Big3 includes', 'A27300 B33050 B18700', 1, 'Big3', 45_000],
  ['the same for three', 'A27300 B33050 B18700', 3, 'Big3', 135_000],
  ['two of A below a 24H', 'A27300 A11900 B5800', 1, null, 45_000],
  ['a pass that costs as much as the gates', 'A45000', 1, null, 45_000],
  ['a pass that costs one won less', 'A45001', 1, 'Big3', 45_000],
  ['more than an allowance on one day', 'A30000 A30000 B20000 B10000', 1, '24H', 49_000],
  ['the same on two days', 'A30000 B20000 | A30000 B10000', 1, 'Big5', 69_000],
  ['a 24H for the full day, the gates for the others', 'A50000 A40000 B30000 | B2000 | B1000', 1, '24H', 52_000],
  ['a 24H that starts on the second day', 'B2000 | A50000 A40000 B30000', 1, '24H', 51_000],
  ['a dear place that takes no pass', 'N60000 A20000', 1, null, 80_000],
  ['a pass beside a place that takes none', 'N60000 A27300 B33050', 1, 'Big3', 105_000],
  ['two full days for two', 'A30000 A25000 B20000 | A28000 B19000 B18000', 2, '48H', 158_000],
  ['one place a day for a week', 'A40000 | B10000 | B10000 | B10000 | A40000 | B10000 | B10000', 1, 'Big5', 89_000],
  ['two places for six', 'A27300 B33050', 6, 'Big3', 270_000],
  ['a fifth day, the last of a Big3', 'A30000 | - | - | - | B30000 B1000', 1, 'Big3', 45_000],
  ['a sixth day, after a Big3', 'A30000 | - | - | - | - | B30000 B1000', 1, null, 61_000],
  ['one place twice', 'A27300=tower | A27300=tower', 1, null, 27_300],
  ['a Big3 leaves the cheapest of B to the gates', 'A30000 B9000 | B7000 B8000', 4, 'Big3', 208_000],
] as const)('%s', (_what, days, people, passType, totalKrw) => {
  const offer = best(days, people)
  expect([offer?.product?.passType ?? null, offer?.totalKrw]).toEqual([passType, totalKrw])
})

test('an offer names what the pass covers, what the gates take, its first day and the saving', () => {
  expect(best('B2000=pier | A50000=tower A40000=deck B30000=sea | N4000=market', 3)).toMatchObject({
    startDay: 2,
    covered: [{ gdsUid: 'tower' }, { gdsUid: 'deck' }, { gdsUid: 'sea' }],
    atGates: [{ gdsUid: 'pier' }, { gdsUid: 'market' }],
    passesKrw: 147_000,
    gatesKrw: 18_000,
    totalKrw: 165_000,
    savingKrw: 213_000,
  })
})

test('products that cannot be bought are not offered; a reduced price counts', () => {
  const day = 'A27300 B33050 B18700'
  const offered = (rest: Partial<FinderProduct>) => best(day, 2, [{ ...BIG3, ...rest }])
  expect(offered({ saleYn: 'N' })?.product).toBeNull()
  expect(offered({ soldOutYn: 'Y' })?.product).toBeNull()
  expect(offered({ discounted: 39_900 })?.totalKrw).toBe(79_800)
})

test.each([
  ['one that is no sample', { sampleYn: 'Y' }, {}],
  ['one without an allowance', {}, { allowance: null }],
  ['the longer window', { windowHours: 120 }, { windowHours: 168 }],
  ['one on the phone', { medium: 'card' }, {}],
] as const)('of equal totals the visitor gets %s first', (_what, worse, better) => {
  const products = [
    { ...BIG3, ...worse, gdsUid: 'a' },
    { ...BIG3, ...better, gdsUid: 'b' },
  ]
  expect(best('A27300 B33050 B18700', 1, products)?.product?.gdsUid).toBe('b')
})

test('reservations, unknown prices and prices to be confirmed cover all places of a plan', () => {
  const [tower, deck, market] = [place('tower', 'A', 12_300), place('deck', 'B', 900), place('market', null, 0)]
  const compare = (...day: FinderPlace[]) => comparePasses({ days: [day], people: 1 }, PRODUCTS)
  expect(compare(tower, deck)).toMatchObject({ needsReservation: [], unpriced: 0, isExact: true })
  expect(compare(tower, { ...market, adultPriceConfirmedYn: 'N' })).toMatchObject({ unpriced: 0, isExact: true })
  expect(compare(tower, { ...deck, adultPrice: 0 })).toMatchObject({ unpriced: 1, isExact: false })
  expect(compare(tower, { ...deck, adultPriceConfirmedYn: 'N' }).isExact).toBe(false)
  const reserved = { ...market, reservationRequired: true }
  expect(compare(tower, reserved).needsReservation).toEqual([reserved])
})

test.each([
  [0, 1],
  [7, 1],
  [1.5, 1],
  [1, 0],
  [1, 8],
])('%s people and %s days', (people, days) => {
  expect(() => comparePasses({ days: Array.from({ length: days }, () => []), people }, PRODUCTS)).toThrow(RangeError)
})

/** Returns random whole numbers below `limit`, the same for each run: a linear congruential generator. */
const createDice = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Returns the lowest sum for one person, KRW: tries each pass, each first day and each set of places that it may enter. */
const bruteForce = (days: readonly (readonly FinderPlace[])[], products: readonly FinderProduct[]): number => {
  const visits = days.flatMap((places, day) =>
    places.map(({ passGroup, adultPrice }) => ({ day, passGroup, adultPrice })),
  )
  const sums = [visits.reduce((sum, { adultPrice }) => sum + adultPrice, 0)]
  for (const { windowHours, allowance, price, discounted, saleYn, soldOutYn } of products) {
    if (saleYn === 'N' || soldOutYn === 'Y') continue
    for (let start = 0; start < days.length; start += 1) {
      for (let set = 0; set < 2 ** visits.length; set += 1) {
        let krw = discounted === null ? price : discounted
        const used = { A: 0, B: 0 }
        let isAllowed = true
        for (const [nth, { day, passGroup, adultPrice }] of visits.entries()) {
          if ((set & (1 << nth)) === 0) krw += adultPrice
          else if (passGroup === null || day < start || (day - start) * 24 + 12 > windowHours) isAllowed = false
          else used[passGroup] += 1
        }
        if (isAllowed && (!allowance || (used.A <= allowance.A && used.B <= allowance.B))) sums.push(krw)
      }
    }
  }
  return Math.min(...sums)
}

test('the best of 10,000 random plans costs what trying everything finds', { timeout: 120_000 }, () => {
  const dice = createDice(20_261_126)
  const wins = new Map<string, number>()
  for (let run = 0; run < 10_000; run += 1) {
    const days = Array.from({ length: 1 + dice(7) }, (): FinderPlace[] => [])
    const count = dice(7)
    for (let nth = 0; nth < count; nth += 1) {
      const group = (['A', 'B', 'B', null] as const)[dice(4)] ?? null
      const price = dice(9) === 0 ? 0 : 907 + dice(47_003)
      days[dice(days.length)]?.push(place(`p${nth}`, group, price))
    }
    const products = PRODUCTS.map((each) => ({
      ...each,
      price: 13_007 + dice(60_011),
      discounted: dice(4) === 0 ? 11_003 + dice(30_011) : null,
      saleYn: dice(8) === 0 ? ('N' as const) : ('Y' as const),
      soldOutYn: dice(8) === 0 ? ('Y' as const) : ('N' as const),
    }))
    const people = 1 + dice(6)
    const offer = comparePasses({ days, people }, products).offers[0]
    expect(offer?.totalKrw, `plan ${run}`).toBe(bruteForce(days, products) * people)
    const name = offer?.product?.passType ?? 'none'
    wins.set(name, (wins.get(name) ?? 0) + 1)
  }
  // Plans of every kind were among them.
  for (const name of ['none', '24H', '48H', 'Big3', 'Big5']) expect(wins.get(name), name).toBeGreaterThan(300)
})
