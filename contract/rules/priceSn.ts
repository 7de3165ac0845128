import { STAY_NIGHTS_MAX } from '../limits.ts'
import { DAY_MS } from '../time.ts'
import { addDays, koreanDayStart } from './koreanCalendar.ts'

/**
 * A `priceSn` names what is reserved of goods, by the Korean calendar: `20261201-20261203` the nights from arrival to
 * departure of a stay, `20261201T1830` a departure, `open` a voucher without a date. A slot names one unit of stock that
 * it takes: `20261201` a night, else the `priceSn` itself. Dates are texts such as `2026-12-01`.
 */

export const OPEN = 'open'

export interface Stay {
  arrival: string
  departure: string
}

/** A departure at a time of day such as `18:30`. */
export interface Departure {
  date: string
  time: string
}

/** Returns the slot of the night that begins on a date, which is also that of the whole day. */
export const daySlot = (date: string): string => date.replaceAll('-', '')

/** Returns the date with which a slot or a `priceSn` begins; no date for `open` and for texts that are neither. */
export const slotDate = (slot: string): string => `${slot.slice(0, 4)}-${slot.slice(4, 6)}-${slot.slice(6, 8)}`

/** Returns the nights between two dates; negative when the second one is earlier, NaN when one does not exist. */
export const nightsOf = ({ arrival, departure }: Stay): number =>
  (koreanDayStart(departure) - koreanDayStart(arrival)) / DAY_MS

/** Returns the dates of the nights of a stay. */
export const nightDates = (stay: Stay): string[] =>
  Array.from({ length: Math.max(0, nightsOf(stay)) }, (_, night) => addDays(stay.arrival, night))

export const stayPriceSn = ({ arrival, departure }: Stay): string => `${daySlot(arrival)}-${daySlot(departure)}`

export const departurePriceSn = ({ date, time }: Departure): string => `${daySlot(date)}T${time.replace(':', '')}`

/** Reads the stay of a `priceSn` of any length; null for any other text, and for dates that do not exist. */
const parseStay = (priceSn: string): Stay | null => {
  const [, first = '', last = ''] = /^(\d{8})-(\d{8})$/.exec(priceSn) ?? []
  const stay = { arrival: slotDate(first), departure: slotDate(last) }
  return Number.isNaN(nightsOf(stay)) ? null : stay
}

/** Reads the stay of a `priceSn`; null for anything else, also for less than one night or more than a stay may have. */
export const readStay = (priceSn: string | undefined): Stay | null => {
  const stay = parseStay(priceSn ?? '')
  if (!stay) return null
  const nights = nightsOf(stay)
  return nights >= 1 && nights <= STAY_NIGHTS_MAX ? stay : null
}

/** Reads the departure of a `priceSn`; null for any other text, and for a date that does not exist. */
export const readDeparture = (priceSn: string): Departure | null => {
  const [, day = '', hours = '', minutes = ''] = /^(\d{8})T(\d{2})(\d{2})$/.exec(priceSn) ?? []
  const date = slotDate(day)
  return Number.isNaN(koreanDayStart(date)) ? null : { date, time: `${hours}:${minutes}` }
}

/** Returns the slots of a `priceSn`, in the order of their locks. It need not be on sale any more. */
export const slotsOf = (priceSn: string): string[] => {
  // Without the limit of nights, which may have been another one when the stay was reserved.
  const stay = parseStay(priceSn)
  return stay ? nightDates(stay).map(daySlot) : [priceSn]
}
