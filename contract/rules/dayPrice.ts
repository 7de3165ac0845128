import { DAYS, type Day, type GoodsKind } from '../codes.ts'
import { RESERVE_AHEAD_DAYS } from '../limits.ts'
import { addDays, koreanDate, koreanDayStart, koreanWeekday } from './koreanCalendar.ts'

/**
 * The price of one unit on one day. Days are Korean dates (`2026-12-01`); of a hotel the date is that of the night's
 * evening. Precedence: a season, else the weekend, else the plain price. Only one of them applies to a day, so that the
 * price of a day in a season is the same on all its weekdays.
 */

/** Days `[from, until]`, both included, with a percentage or an amount (KRW) on top of the plain price. */
export interface Season {
  from: string
  until: string
  /** Whole percent; negative: cheaper. Exactly one of the two is given. */
  percent?: number | undefined
  amountKrw?: number | undefined
}

export interface PriceRules {
  /** Whole percent on top of the plain price on weekends; null: weekends cost the plain price. */
  weekendPercent: number | null
  /** No day is in two of them. */
  seasons: Season[]
}

/** Prices by percentage are rounded to this, KRW; a half is rounded up. */
export const PRICE_STEP_KRW = 100
export const PERCENT_MIN = -90
export const PERCENT_MAX = 300

const HOTEL_WEEKEND: readonly Day[] = ['fri', 'sat']
const DATED_WEEKEND: readonly Day[] = ['sat', 'sun']

/** Returns a price (KRW) with a percentage on top, rounded to `PRICE_STEP_KRW`. */
export const addPercent = (price: number, percent: number): number =>
  Math.floor((price * (100 + percent) + PRICE_STEP_KRW * 50) / (PRICE_STEP_KRW * 100)) * PRICE_STEP_KRW

/** Returns the price (KRW) of one unit on a day of a season, from its plain price; at least 0. */
export const seasonPrice = (price: number, { percent, amountKrw = 0 }: Season): number =>
  percent === undefined ? Math.max(0, price + amountKrw) : addPercent(price, percent)

/** Returns whether prices of the weekend apply: Friday and Saturday nights of hotels, else Saturdays and Sundays. */
export const isWeekend = (kind: GoodsKind, date: string): boolean =>
  (kind === 'hotel' ? HOTEL_WEEKEND : DATED_WEEKEND).includes(koreanWeekday(koreanDayStart(date)))

/** Returns the price of one unit on a Korean date, KRW, from its plain price. A voucher has no day and always costs it. */
export const priceOn = (kind: GoodsKind, price: number, rules: PriceRules | undefined, date: string): number => {
  if (!rules || kind === 'voucher') return price
  const season = rules.seasons.find(({ from, until }) => from <= date && date <= until)
  if (season) return seasonPrice(price, season)
  const percent = isWeekend(kind, date) ? rules.weekendPercent : null
  return percent === null ? price : addPercent(price, percent)
}

/**
 * Returns the lowest price of one unit on any day on which it is on sale at `now` (ms): from today for
 * `RESERVE_AHEAD_DAYS` days, on `weekdays` if it has some. Sold-out days count too.
 */
export const lowestPrice = (
  kind: GoodsKind,
  {
    price,
    priceRules,
    weekdays,
  }: { price: number; priceRules?: PriceRules | undefined; weekdays: readonly Day[] | null },
  now: number,
): number => {
  if (!priceRules || kind === 'voucher') return price
  const today = koreanDate(now)
  const dates = Array.from({ length: RESERVE_AHEAD_DAYS }, (_, days) => addDays(today, days)).filter((date) =>
    (weekdays ?? DAYS).includes(koreanWeekday(koreanDayStart(date))),
  )
  return dates.length === 0 ? price : Math.min(...dates.map((date) => priceOn(kind, price, priceRules, date)))
}

/** Returns two seasons that share a day; null when none do. */
export const overlappingSeasons = (seasons: readonly Season[]): [Season, Season] | null => {
  const sorted = seasons.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (const [nth, season] of sorted.entries()) {
    const next = sorted[nth + 1]
    if (next && next.from <= season.until) return [season, next]
  }
  return null
}

/** Nights or units of one price, for “2 nights × ₩120,000”. */
export interface PriceGroup {
  price: number
  nights: number
}

/** Groups the nights of a stay by their price, in the order in which each price first occurs. */
export const priceGroups = (nightPrices: readonly number[]): PriceGroup[] => {
  const groups = new Map<number, number>()
  for (const price of nightPrices) groups.set(price, (groups.get(price) ?? 0) + 1)
  return [...groups].map(([price, nights]) => ({ price, nights }))
}
