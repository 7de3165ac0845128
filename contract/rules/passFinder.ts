import type { Attraction } from '../calls/attraction.ts'
import type { Product } from '../calls/pass.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from '../limits.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { COURSE_DAY_MS } from './course.ts'
import { gateSum, hasGatePrice, isOnSale, productPrice } from './gateSum.ts'

/**
 * Which pass costs a group least for the places it plans to visit, or none (decision 0250). All prices in whole KRW, by
 * adult tickets. Everybody in the group visits the same places and has at most one pass.
 */

export type FinderPlace = Pick<
  Attraction,
  'gdsUid' | 'passGroup' | 'adultPrice' | 'adultPriceConfirmedYn' | 'reservationRequired'
>
export type FinderProduct = Pick<
  Product,
  | 'gdsUid'
  | 'medium'
  | 'windowHours'
  | 'allowance'
  | 'price'
  | 'discounted'
  | 'saleYn'
  | 'soldOutYn'
  | 'sampleYn'
  | 'passType'
>

/** The longest plan, in days: as long as the longest pass. */
export const PLAN_DAYS_MAX = 7

/** What a group plans. A place that the plan has twice counts on its first day only. */
export interface Plan<T extends FinderPlace> {
  /** The places of each day, 1–7 days. */
  days: readonly (readonly T[])[]
  /** 1–6. */
  people: number
}

/** One way to pay for a plan: with a pass for each person, or without. */
export interface PlanOffer<T extends FinderPlace, P extends FinderProduct> {
  /** Null: everything is paid at the gates. */
  product: P | null
  /** Day of the plan on which the pass starts, from 1; null without a pass. */
  startDay: number | null
  /** Places that the pass admits to, in the order of the plan. */
  covered: T[]
  /** Places that are paid at their gates, in the order of the plan. */
  atGates: T[]
  /** For all people, KRW. */
  passesKrw: number
  gatesKrw: number
  totalKrw: number
  /** How much less than without a pass; negative when the pass costs more. */
  savingKrw: number
}

export interface PlanComparison<T extends FinderPlace, P extends FinderProduct> {
  /** Best first: the lowest total, of equal totals the one with fewer restrictions. Always has the offer without a pass. */
  offers: PlanOffer<T, P>[]
  /** Places to be reserved before the visit, with a pass or without. */
  needsReservation: T[]
  /** Places that take passes and have no known price. The sums do not count them. Others with the price 0 are free. */
  unpriced: number
  /** Every price that counts is known and confirmed. */
  isExact: boolean
}

/**
 * Returns how many days of a plan a pass covers. Its window starts with the first entry of its first day, so its last
 * day counts only where the window lasts until the evening, as for a course.
 */
const coveredDays = (windowHours: number): number => Math.floor((windowHours * HOUR_MS - COURSE_DAY_MS) / DAY_MS) + 1

/** Returns the places that one pass covers best, out of those within its window. */
const bestCovered = <T extends FinderPlace>(allowance: FinderProduct['allowance'], places: readonly T[]): T[] => {
  const groups = (['A', 'B'] as const).map((group) =>
    places
      .filter(({ passGroup }) => passGroup === group)
      .toSorted((a, b) => b.adultPrice - a.adultPrice)
      .slice(0, allowance?.[group] ?? places.length),
  )
  return groups.flat()
}

/** Returns the start that covers the highest gate prices; of equal ones that with most places, then the earliest. */
const bestStart = <T extends FinderPlace>(
  { windowHours, allowance }: FinderProduct,
  days: readonly (readonly T[])[],
): { startDay: number; covered: T[] } => {
  const length = coveredDays(windowHours)
  const starts = days.map((_day, index) => ({
    startDay: index + 1,
    covered: bestCovered(allowance, days.slice(index, index + Math.max(0, length)).flat()),
  }))
  return starts.reduce((best, start) => {
    const gain = gateSum(start.covered).sumKrw - gateSum(best.covered).sumKrw
    return gain > 0 || (gain === 0 && start.covered.length > best.covered.length) ? start : best
  })
}

/** Compares by what restricts the visitor: no pass at all, no sample, no allowance, a longer window, nothing to collect. */
const byRestrictions = (a: FinderProduct | null, b: FinderProduct | null): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return (
    Number(a.sampleYn === 'Y') - Number(b.sampleYn === 'Y') ||
    Number(a.allowance !== null) - Number(b.allowance !== null) ||
    b.windowHours - a.windowHours ||
    Number(a.medium === 'card') - Number(b.medium === 'card') ||
    (a.gdsUid < b.gdsUid ? -1 : 1)
  )
}

/** Returns the days with each place once, on its first day. */
const withoutRepeats = <T extends FinderPlace>(days: readonly (readonly T[])[]): T[][] => {
  const visited = new Set<string>()
  return days.map((places) =>
    places.filter(({ gdsUid }) => {
      if (visited.has(gdsUid)) return false
      visited.add(gdsUid)
      return true
    }),
  )
}

/**
 * Compares what a plan costs with each product that can be bought now, and without a pass. Throws `RangeError` for a
 * number of days or people out of range.
 */
export const comparePasses = <T extends FinderPlace, P extends FinderProduct>(
  plan: Plan<T>,
  products: readonly P[],
): PlanComparison<T, P> => {
  const { people } = plan
  if (!Number.isInteger(people) || people < QUANTITY_MIN || people > QUANTITY_MAX) throw new RangeError('people')
  if (plan.days.length < 1 || plan.days.length > PLAN_DAYS_MAX) throw new RangeError('days')
  const days = withoutRepeats(plan.days)
  const places = days.flat()
  const { sumKrw } = gateSum(places)
  const unpriced = places.filter((place) => place.passGroup !== null && !hasGatePrice(place)).length
  const withoutPassKrw = sumKrw * people
  const offer = (product: P | null, startDay: number | null, chosen: readonly T[]): PlanOffer<T, P> => {
    const covered = places.filter((place) => chosen.includes(place))
    const atGates = places.filter((place) => !chosen.includes(place))
    const passesKrw = product ? productPrice(product) * people : 0
    const gatesKrw = gateSum(atGates).sumKrw * people
    const totalKrw = passesKrw + gatesKrw
    return {
      product,
      startDay,
      covered,
      atGates,
      passesKrw,
      gatesKrw,
      totalKrw,
      savingKrw: withoutPassKrw - totalKrw,
    }
  }
  const offers = products.filter(isOnSale).map((product) => {
    const { startDay, covered } = bestStart(product, days)
    return offer(product, startDay, covered)
  })
  return {
    offers: [offer(null, null, []), ...offers].toSorted(
      (a, b) => a.totalKrw - b.totalKrw || byRestrictions(a.product, b.product),
    ),
    needsReservation: places.filter(({ reservationRequired }) => reservationRequired),
    unpriced,
    isExact: unpriced === 0 && places.every((place) => !hasGatePrice(place) || place.adultPriceConfirmedYn === 'Y'),
  }
}
