import { DAYS } from '#contract/codes.ts'
import {
  RESERVE_AHEAD_DAYS,
  RESERVE_CANCEL_HOURS,
  RESERVE_LEAD_MS,
  RESERVE_REQUEST_LEAD_MS,
  STAY_NIGHTS_MAX,
  VOUCHER_CANCEL_DAYS,
} from '#contract/limits.ts'
import { koreanDate, koreanDayStart, koreanMidnight, koreanWeekday } from '#contract/rules/koreanCalendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Goods, Option } from './store.ts'

/**
 * Reads a `priceSn`. In Korean time, `20261201-20261203` names the nights of a stay (days of arrival and departure),
 * `20261201T1900` one departure; `open` is a voucher without a date.
 */

export const OPEN = 'open'

/** Returns the Korean day of an instant, as `20261201`. */
export const dayName = (at: number): string => koreanDate(at).replaceAll('-', '')

/** Returns the Korean midnight at which a day (`20261201`) begins, ms UTC; null for a date that does not exist. */
export const midnightOf = (day: string): number | null => {
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
  const at = koreanDayStart(iso)
  return /^\d{8}$/.test(day) && !Number.isNaN(at) ? at : null
}

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
  const [, first = '', last = ''] = /^(\d{8})-(\d{8})$/.exec(priceSn) ?? []
  const [from, until] = [midnightOf(first), midnightOf(last)]
  if (from === null || until === null) return null
  const nights = (until - from) / DAY_MS
  // A stay may begin today, at any hour.
  if (nights < 1 || nights > STAY_NIGHTS_MAX || from < koreanMidnight(now) || from > now + HORIZON_MS) return null
  const startsAt = from + minutesOf(doc.checkIn ?? '15:00') * MINUTE_MS
  return {
    slots: Array.from({ length: nights }, (_, night) => dayName(from + night * DAY_MS)),
    startsAt,
    endsAt: until + minutesOf(doc.checkOut ?? '11:00') * MINUTE_MS,
    cancelUntil: startsAt - RESERVE_CANCEL_HOURS.hotel * HOUR_MS,
    validDays: null,
  }
}

const departure = ({ doc }: Goods, option: Option, priceSn: string, now: number): Span | null => {
  const [, day = '', hours = '', minutes = ''] = /^(\d{8})T(\d{2})(\d{2})$/.exec(priceSn) ?? []
  const midnight = midnightOf(day)
  const clock = `${hours}:${minutes}`
  if (midnight === null || !option.doc.times?.includes(clock)) return null
  if (!(option.doc.weekdays ?? DAYS).includes(koreanWeekday(midnight))) return null
  const startsAt = midnight + minutesOf(clock) * MINUTE_MS
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

/** Returns the Korean date of a stock row, `2026-12-01`; meaningless for `open`. */
export const slotDate = (slot: string): string => `${slot.slice(0, 4)}-${slot.slice(4, 6)}-${slot.slice(6, 8)}`

/** Returns the Korean day of a stock row, `20261201`: of a night its own name; meaningless for `open`. */
export const slotDay = (slot: string): string => slot.slice(0, 8)

/** Returns the stock rows of a `priceSn` without checking whether it is still on sale. */
export const slotsOf = (priceSn: string): string[] => {
  const [, first = '', last = ''] = /^(\d{8})-(\d{8})$/.exec(priceSn) ?? []
  const [from, until] = [midnightOf(first), midnightOf(last)]
  if (from === null || until === null) return [priceSn]
  return Array.from({ length: (until - from) / DAY_MS }, (_, night) => dayName(from + night * DAY_MS))
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
    if (goods.doc.type === 'hotel') names.push(`${dayName(day)}-${dayName(day + DAY_MS)}`)
    else for (const time of option.doc.times ?? []) names.push(`${dayName(day)}T${time.replace(':', '')}`)
  }
  return names
}

/** Returns for how many days from the payment a voucher can be cancelled; null for goods with a date. */
export const cancelDaysOf = ({ doc }: Goods): number | null => (doc.type === 'voucher' ? VOUCHER_CANCEL_DAYS : null)
