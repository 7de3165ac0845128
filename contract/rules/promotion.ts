import { DAY_MS } from '../time.ts'
import { koreanDate } from './koreanCalendar.ts'

/**
 * Returns the days left of a promotion at `now` (ms), today in Korea included; 0 when it has ended. `endDate`: its last
 * day, `2026-07-01`. A phone computes it where it shows one: its stored answer may be days old.
 */
export const promotionDaysLeft = ({ endDate }: { endDate: string }, now: number): number =>
  Math.max(0, Math.round((Date.parse(endDate) - Date.parse(koreanDate(now))) / DAY_MS) + 1)

interface Period {
  id: string
  /** Korean dates, both included. */
  startDate: string
  endDate: string
}

/** Returns at most `max` promotions that are in progress at `now` (ms) by the date in Korea, the last begun first. */
export const currentPromotions = <T extends Period>(all: readonly T[], now: number, max: number): T[] => {
  const today = koreanDate(now)
  return all
    .filter(({ startDate, endDate }) => startDate <= today && today <= endDate)
    .toSorted((a, b) => b.startDate.localeCompare(a.startDate) || a.id.localeCompare(b.id))
    .slice(0, max)
}
