import type { GoodsKind } from '../codes.ts'
import { QUANTITY_MAX, QUANTITY_MIN, RESERVE_CANCEL_HOURS, STAY_NIGHTS_MAX } from '../limits.ts'
import { HOUR_MS } from '../time.ts'
import { addDays } from './koreanCalendar.ts'
import { nightDates, readStay, slotDate } from './priceSn.ts'

/**
 * What a visitor chooses of goods before reserving: nights of a room, a departure, or a voucher. Days are Korean dates
 * (`2026-12-01`).
 */

/** A night, departure or voucher that is on sale, as `/reserve/availability` lists it. */
export interface Slot {
  priceSn: string
  startsAt: number
  price: number
  left: number
  state: 'closed' | 'step1' | 'step2'
}

/** Availability by Korean date: of a day with several departures, the best of them. */
export const tiersByDate = (slots: readonly Slot[]): Map<string, Slot['state']> => {
  const ranks = ['closed', 'step1', 'step2'] as const
  const tiers = new Map<string, Slot['state']>()
  for (const slot of slots) {
    const date = slotDate(slot.priceSn)
    const before = tiers.get(date)
    if (before === undefined || ranks.indexOf(slot.state) > ranks.indexOf(before)) tiers.set(date, slot.state)
  }
  return tiers
}

/** Lowest price of one unit by Korean date, KRW, of the slots that are not sold out; empty where all cost the same. */
export const pricesByDate = (slots: readonly Slot[]): Map<string, number> => {
  const prices = new Map<string, number>()
  for (const slot of slots) {
    if (slot.state === 'closed') continue
    const date = slotDate(slot.priceSn)
    prices.set(date, Math.min(slot.price, prices.get(date) ?? Infinity))
  }
  return new Set(prices.values()).size > 1 ? prices : new Map()
}

/**
 * Returns the last date on which a stay that begins on `arrival` can end: the morning after the last free night in a
 * row. A sold-out night can thus be the day of departure. Null when the night of `arrival` itself is not free.
 */
export const lastDeparture = (arrival: string, tiers: ReadonlyMap<string, Slot['state']>): string | null => {
  let date = arrival
  for (let night = 0; night < STAY_NIGHTS_MAX; night += 1) {
    const tier = tiers.get(date)
    if (tier === undefined || tier === 'closed') break
    date = addDays(date, 1)
  }
  return date === arrival ? null : date
}

/**
 * Returns the stay after a day was pressed: the first press is the arrival, a later day the departure. A day before
 * the arrival, beyond `lastDeparture`, or after a whole stay begins anew.
 */
export const pressDay = (
  { arrival, departure }: { arrival: string | null; departure: string | null },
  date: string,
  tiers: ReadonlyMap<string, Slot['state']>,
): { arrival: string | null; departure: string | null } => {
  const last = arrival === null ? null : lastDeparture(arrival, tiers)
  if (arrival !== null && departure === null && date > arrival && last !== null && date <= last)
    return { arrival, departure: date }
  const tier = tiers.get(date)
  return tier === undefined || tier === 'closed' ? { arrival, departure } : { arrival: date, departure: null }
}

/** What a choice costs and allows, from the slots that it takes; null when one of them is not on sale. */
export interface Offer {
  /** KRW for one unit over all its nights. */
  unitPrice: number
  /** Units left; of a stay, those of its scarcest night. */
  left: number
  startsAt: number
}

/** Returns the offer of a `priceSn` among the slots of its option; null when it is not on sale. */
export const offerOf = (priceSn: string, slots: readonly Slot[]): Offer | null => {
  const stay = readStay(priceSn)
  const dates = stay ? nightDates(stay) : null
  const taken = dates
    ? dates.map((date) => slots.find((slot) => slotDate(slot.priceSn) === date))
    : [slots.find((slot) => slot.priceSn === priceSn)]
  const all = taken.filter((slot) => slot !== undefined)
  const [first] = all
  if (!first || all.length !== taken.length) return null
  return {
    unitPrice: all.reduce((sum, { price }) => sum + price, 0),
    left: Math.min(...all.map(({ left: units }) => units)),
    startsAt: first.startsAt,
  }
}

/** Returns a count within its bounds, and not above what is left (spec 4.49); 1 where nothing is left. */
export const boundCount = (count: number, unitsLeft: number): number =>
  Math.max(QUANTITY_MIN, Math.min(count, QUANTITY_MAX, unitsLeft))

/** Returns until when a reservation that starts at `startsAt` is cancelled for a full refund; null for vouchers. */
export const freeCancelUntil = (kind: GoodsKind, startsAt: number): number | null =>
  kind === 'voucher' ? null : startsAt - RESERVE_CANCEL_HOURS[kind] * HOUR_MS
