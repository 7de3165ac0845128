import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'
import type { Product } from '../calls/pass.ts'
import type { Course } from '../calls/recommendTour.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { groupFor, reasonAgainstEntry, type Entry } from './allowance.ts'
import { metresBetween } from './distance.ts'
import { isOnSale, productPrice } from './gateSum.ts'
import { isClaimed, isLive, stateAt, type Claims } from './passState.ts'

/** Recommended courses: their stops by day, and the passes that cover all of them (spec 1.15, 3.16). */

type Stop = Pick<Attraction, 'gdsUid' | 'passGroup'>
type HeldPass = Pick<
  MyPass,
  'passType' | 'state' | 'purchasedAt' | 'expiresAt' | 'validUntil' | 'admissions' | 'groups' | 'windowHours'
> &
  Claims

export interface CourseDay<T> {
  day: number
  gdsUids: string[]
  /** `metres`: straight line from the stop before; null for the first of the day. */
  stops: (T & { metres: number | null })[]
  /** Minutes at the stops, without the ways between them. */
  visitMinutes: number
}

/** Returns the days of a course with their stops; skips places that are not in `places` (by `gdsUid`). */
export const courseDays = <T extends Attraction>(
  course: Pick<Course, 'days'>,
  places: ReadonlyMap<string, T>,
): CourseDay<T>[] =>
  course.days.map(({ day, gdsUids }) => {
    const presentPlaces = gdsUids.flatMap((id) => places.get(id) ?? [])
    const stops = presentPlaces.map((place, index) => {
      const before = presentPlaces[index - 1]
      return { ...place, metres: before ? metresBetween(before, place) : null }
    })
    return { day, gdsUids, stops, visitMinutes: stops.reduce((sum, stop) => sum + stop.visitMinutes, 0) }
  })

/** Returns whether each stop is in group A or B, so that a pass admits to it; false with an unknown stop. */
export const isFreeWithPass = (course: Pick<Course, 'days'>, places: ReadonlyMap<string, Stop>): boolean =>
  course.days.every(({ gdsUids }) => gdsUids.every((id) => (places.get(id)?.passGroup ?? null) !== null))

/** The last day of a course lasts from its first stop in the morning to the evening. */
export const COURSE_DAY_MS = 12 * HOUR_MS

/** Returns whether a course of `days` days ends before a pass whose first entry is the first stop. */
const fitsWindow = (windowHours: number, days: number): boolean =>
  windowHours * HOUR_MS >= (days - 1) * DAY_MS + COURSE_DAY_MS

/** Returns whether a pass with these entries admits to all stops, one after the other. */
const admitsToAll = (
  { passType, admissions, groups }: Pick<HeldPass, 'passType' | 'admissions' | 'groups'>,
  stops: readonly Stop[],
): boolean => {
  const entries: Entry[] = [...admissions]
  return stops.every(({ gdsUid, passGroup }) => {
    const entry = { gdsUid, group: groupFor(passType, groups, { gdsUid, group: passGroup }) }
    if (reasonAgainstEntry(passType, entries, entry) !== null) return false
    entries.push(entry)
    return true
  })
}

type Offered = Pick<Product, 'passType' | 'windowHours' | 'price' | 'discounted' | 'medium' | 'saleYn' | 'soldOutYn'>

/**
 * Returns the mobile products on sale of which one unused pass covers all stops of a course of `days` days, the cheapest
 * first.
 */
export const coveringProducts = <T extends Offered>(
  products: readonly T[],
  stops: readonly Stop[],
  days: number,
): T[] =>
  products
    .filter(
      (product) =>
        stops.length > 0 &&
        product.medium === 'mobile' &&
        isOnSale(product) &&
        fitsWindow(product.windowHours, days) &&
        admitsToAll({ passType: product.passType, admissions: [], groups: null }, stops),
    )
    .toSorted((a, b) => productPrice(a) - productPrice(b))

/**
 * Returns whether one of the member's passes still admits to all stops at `now`, ms UTC (`isTimeReliable`: see
 * `stateAt`). A pass in use must last for the whole course from now on. Passes in a gift or a refund request do not
 * count.
 */
export const isCoveredByHeld = (
  passes: readonly HeldPass[],
  stops: readonly Stop[],
  days: number,
  now: number,
  isTimeReliable: boolean,
): boolean =>
  stops.length > 0 &&
  passes.some(
    (pass) =>
      !isClaimed(pass) &&
      isLive(stateAt(pass, now, isTimeReliable)) &&
      fitsWindow(pass.expiresAt === null ? pass.windowHours : (pass.expiresAt - now) / HOUR_MS, days) &&
      admitsToAll(pass, stops),
  )
