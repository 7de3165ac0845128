import type { Attraction } from '../calls/attraction.ts'
import type { Product } from '../calls/pass.ts'
import type { Group, PassType } from '../codes.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

/** What places cost at their gates without a pass, and what a pass saves. Prices in KRW, one adult (decision 0136). */

type Place = Pick<Attraction, 'gdsUid' | 'passGroup' | 'adultPrice'>
type PricedProduct = Pick<Product, 'passType' | 'allowance' | 'price' | 'discounted'>

/**
 * Places in the example of a 24H or 48H, which have no allowance: what fits between breakfast and dinner, once for each
 * day. The visit times of the places that takes part are 30 to 300 minutes.
 */
const EXAMPLE: Partial<Record<PassType, Record<Group, number>>> = { '24H': { A: 1, B: 2 }, '48H': { A: 2, B: 4 } }

/** Returns whether a place's price at its gate is known; 0 is free entry, or no price in the record. */
export const hasGatePrice = ({ adultPrice }: Pick<Place, 'adultPrice'>): boolean => adultPrice > 0

/** Returns the sum of the known gate prices; `unpriced` counts the places that the sum leaves out. */
export const gateSum = (places: readonly Pick<Place, 'adultPrice'>[]): { sumKrw: number; unpriced: number } => {
  const priced = places.filter(hasGatePrice)
  return {
    sumKrw: priced.reduce((sum, { adultPrice }) => sum + adultPrice, 0),
    unpriced: places.length - priced.length,
  }
}

/** Returns what a person pays for one pass of this product, KRW. */
export const productPrice = ({ price, discounted }: Pick<Product, 'price' | 'discounted'>): number =>
  discounted ?? price

/** Returns how much less than at the gates a pass costs, KRW; negative when the pass costs more. */
export const savingOf = (product: PricedProduct, places: readonly Pick<Place, 'adultPrice'>[]): number =>
  gateSum(places).sumKrw - productPrice(product)

/** Returns the `count` places nearest to the middle of the list: neither the dearest nor the cheapest. */
const middleOf = <T>(sorted: readonly T[], count: number): T[] => {
  const start = Math.max(0, Math.floor((sorted.length - count) / 2))
  return sorted.slice(start, start + count)
}

/**
 * Returns an example of what a pass admits to: of each group the places with the middle prices, dearest first. Of a
 * Big3 or Big5 as many as it includes; of a 24H or 48H as many as fit its days. Places without a known price are left
 * out, so the example may be smaller.
 */
export const exampleChoice = <T extends Place>(
  { passType, allowance }: Pick<Product, 'passType' | 'allowance'>,
  places: readonly T[],
): T[] => {
  const counts = allowance ?? EXAMPLE[passType] ?? { A: 0, B: 0 }
  const ofGroup = (group: Group): T[] =>
    middleOf(
      places
        .filter((place) => place.passGroup === group && hasGatePrice(place))
        .toSorted((a, b) => b.adultPrice - a.adultPrice || (a.gdsUid < b.gdsUid ? -1 : 1)),
      counts[group],
    )
  return [...ofGroup('A'), ...ofGroup('B')]
}

/** Returns the price of a pass for each day of its window, KRW, rounded to whole won. A part of a day counts as one. */
export const pricePerDay = (product: Pick<Product, 'price' | 'discounted' | 'windowHours'>): number =>
  Math.round(productPrice(product) / Math.max(1, Math.ceil((product.windowHours * HOUR_MS) / DAY_MS)))

/** Returns whether a product can be bought now: it is on sale and not sold out. */
export const isOnSale = ({ saleYn, soldOutYn }: Pick<Product, 'saleYn' | 'soldOutYn'>): boolean =>
  saleYn === 'Y' && soldOutYn === 'N'

/**
 * Returns the cheapest product that can be bought now, for “from ₩…”; null when none is on sale. Of equal prices it
 * prefers one that is not a sample, whose price needs no mark.
 */
export const cheapestOnSale = <T extends Pick<Product, 'price' | 'discounted' | 'saleYn' | 'soldOutYn' | 'sampleYn'>>(
  products: readonly T[],
): T | null =>
  products
    .filter(isOnSale)
    .toSorted(
      (a, b) => productPrice(a) - productPrice(b) || Number(a.sampleYn === 'Y') - Number(b.sampleYn === 'Y'),
    )[0] ?? null
