import type { GoodsKind } from '../codes.ts'
import { QUANTITY_MAX, QUANTITY_MIN, RESERVE_CANCEL_HOURS, STAY_NIGHTS_MAX } from '../limits.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { koreanDate, koreanDayStart } from './koreanCalendar.ts'

/**
 * What a visitor chooses of goods before reserving: nights of a room, a departure, or a voucher. Days are Korean dates
 * (`2026-12-01`); a `priceSn` names what is reserved (`20261201-20261203`, `20261201T1830`, `open`).
 */

/** A night, departure or voucher that is on sale, as `/reserve/availability` lists it. */
export interface Slot {
  priceSn: string
  startsAt: number
  price: number
  left: number
  state: 'closed' | 'step1' | 'step2'
}

export interface Stay {
  arrival: string
  departure: string
}

const compact = (date: string): string => date.replaceAll('-', '')
const dateOf = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`

/** Returns the Korean date of a slot, `2026-12-01`. */
export const slotDate = ({ priceSn }: Pick<Slot, 'priceSn'>): string => dateOf(priceSn)

/** Returns the Korean date that is `days` after another one. */
export const addDays = (date: string, days: number): string => koreanDate(koreanDayStart(date) + days * DAY_MS)

/** Returns the nights between two Korean dates; negative when the second one is earlier. */
export const nightsOf = ({ arrival, departure }: Stay): number =>
  Math.round((koreanDayStart(departure) - koreanDayStart(arrival)) / DAY_MS)

export const stayPriceSn = ({ arrival, departure }: Stay): string => `${compact(arrival)}-${compact(departure)}`

/** Reads the stay of a `priceSn`; null for any other text, for days that do not exist, and for less than one night. */
export const readStay = (priceSn: string | undefined): Stay | null => {
  const [, first = '', last = ''] = /^(\d{8})-(\d{8})$/.exec(priceSn ?? '') ?? []
  const stay = { arrival: dateOf(first), departure: dateOf(last) }
  const nights = nightsOf(stay)
  return nights >= 1 && nights <= STAY_NIGHTS_MAX ? stay : null
}

/** Returns the dates of the nights of a stay. */
export const nightDates = (stay: Stay): string[] =>
  Array.from({ length: Math.max(0, nightsOf(stay)) }, (_, night) => addDays(stay.arrival, night))

/** Availability by Korean date: of a day with several departures, the best of them. */
export const tiersByDate = (slots: readonly Slot[]): Map<string, Slot['state']> => {
  const ranks = ['closed', 'step1', 'step2'] as const
  const tiers = new Map<string, Slot['state']>()
  for (const slot of slots) {
    const date = slotDate(slot)
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
    const date = slotDate(slot)
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
    ? dates.map((date) => slots.find((slot) => slotDate(slot) === date))
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
