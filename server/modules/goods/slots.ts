import { DAYS } from '#contract/codes.ts'
import {
  RESERVE_AHEAD_DAYS,
  RESERVE_CANCEL_HOURS,
  RESERVE_LEAD_MS,
  RESERVE_REQUEST_LEAD_MS,
  VOUCHER_CANCEL_DAYS,
} from '#contract/limits.ts'
import { koreanDate, koreanDayStart, koreanMidnight, koreanWeekday } from '#contract/rules/koreanCalendar.ts'
import { departurePriceSn, OPEN, readDeparture, readStay, slotsOf, stayPriceSn } from '#contract/rules/priceSn.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Goods, Option } from './store.ts'

/** What is on sale: the `priceSn` of the nights, departures and vouchers of an option, and when each is used. */

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** What a `priceSn` reserves. */
export interface Span {
  /** Stock rows that it takes, in the order of their locks. */
  slots: string[]
  /** Use `[startsAt, endsAt)`, ms UTC. */
  startsAt: number
  endsAt: number
  /** Until when it can be cancelled for a full refund, ms UTC; null for vouchers: the payment sets it. */
  cancelUntil: number | null
  /** Validity of a voucher in days. */
  validDays: number | null
}

const HORIZON_MS = RESERVE_AHEAD_DAYS * DAY_MS

const stay = ({ doc }: Goods, priceSn: string, now: number): Span | null => {
  const nights = readStay(priceSn)
  if (!nights) return null
  const [from, until] = [koreanDayStart(nights.arrival), koreanDayStart(nights.departure)]
  // A stay may begin today, at any hour.
  if (from < koreanMidnight(now) || from > now + HORIZON_MS) return null
  const startsAt = from + minutesOf(doc.checkIn ?? '15:00') * MINUTE_MS
  return {
    slots: slotsOf(priceSn),
    startsAt,
    endsAt: until + minutesOf(doc.checkOut ?? '11:00') * MINUTE_MS,
    cancelUntil: startsAt - RESERVE_CANCEL_HOURS.hotel * HOUR_MS,
    validDays: null,
  }
}

const departure = ({ doc }: Goods, option: Option, priceSn: string, now: number): Span | null => {
  const named = readDeparture(priceSn)
  if (!named || !option.doc.times?.includes(named.time)) return null
  const midnight = koreanDayStart(named.date)
  if (!(option.doc.weekdays ?? DAYS).includes(koreanWeekday(midnight))) return null
  const startsAt = midnight + minutesOf(named.time) * MINUTE_MS
  const leadMs = option.confirmation === 'request' ? RESERVE_REQUEST_LEAD_MS : RESERVE_LEAD_MS
  if (startsAt < now + leadMs || startsAt > now + HORIZON_MS) return null
  const hoursBefore = RESERVE_CANCEL_HOURS[doc.type === 'tour' ? 'tour' : 'activity']
  return {
    slots: [priceSn],
    startsAt,
    endsAt: startsAt + (doc.durationMinutes ?? 60) * MINUTE_MS,
    cancelUntil: startsAt - hoursBefore * HOUR_MS,
    validDays: null,
  }
}

/** Returns when a voucher ends: at the end of its last day in Korea, ms UTC. */
export const voucherEnd = (from: number, validDays: number): number => koreanMidnight(from) + (validDays + 1) * DAY_MS

/** Returns what a `priceSn` reserves of an option; null when it is malformed or not on sale at `now`. */
export const spanOf = (goods: Goods, option: Option, priceSn: string, now: number): Span | null => {
  const { type, validDays } = goods.doc
  if (type === 'hotel') return stay(goods, priceSn, now)
  if (type !== 'voucher') return departure(goods, option, priceSn, now)
  if (priceSn !== OPEN || validDays === null) return null
  return {
    slots: [OPEN],
    startsAt: now,
    endsAt: voucherEnd(now, validDays),
    cancelUntil: null,
    validDays,
  }
}

/** Returns whether a span takes one of the stock rows of a `priceSn`. */
export const sharesSlot = ({ slots }: Pick<Span, 'slots'>, priceSn: string): boolean =>
  slotsOf(priceSn).some((slot) => slots.includes(slot))

/**
 * Lists the `priceSn` of each night or departure of an option on the Korean days of `[from, until)` (ms UTC), or of its
 * voucher. Some may not be on sale: `spanOf` returns null for these.
 */
export const namesOf = (goods: Goods, option: Option, from: number, until: number): string[] => {
  if (goods.doc.type === 'voucher') return [OPEN]
  const names: string[] = []
  for (let day = koreanMidnight(from); day < until; day += DAY_MS) {
    const date = koreanDate(day)
    if (goods.doc.type === 'hotel') names.push(stayPriceSn({ arrival: date, departure: koreanDate(day + DAY_MS) }))
    else for (const time of option.doc.times ?? []) names.push(departurePriceSn({ date, time }))
  }
  return names
}

/** Returns for how many days from the payment a voucher can be cancelled; null for goods with a date. */
export const cancelDaysOf = ({ doc }: Goods): number | null => (doc.type === 'voucher' ? VOUCHER_CANCEL_DAYS : null)
