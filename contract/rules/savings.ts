import type { Attraction } from '../calls/attraction.ts'
import type { MyPass } from '../calls/mypage.ts'

export interface Savings {
  /** Tickets of the places visited, KRW, as far as their prices are known. */
  ticketsKrw: number
  /** The price of every place visited is known and confirmed. */
  isExact: boolean
  /** What the holder paid for the pass, KRW; null when somebody else paid, or it is unknown. */
  paidKrw: number | null
}

type Place = Pick<Attraction, 'gdsUid' | 'adultPrice' | 'adultPriceConfirmedYn'>

/**
 * Returns what the visits with a pass would have cost by the adult tickets of `places`; null while they cost nothing,
 * or no price is known. A price without `adultPriceConfirmedYn` counts as approximate.
 */
export const savingsOf = (
  { admissions, paidPrice = null }: Pick<MyPass, 'admissions' | 'paidPrice'>,
  places: readonly Place[],
): Savings | null => {
  const visited = admissions.map(({ gdsUid }) => places.find((place) => place.gdsUid === gdsUid))
  const ticketsKrw = visited.reduce((sum, place) => sum + (place?.adultPrice ?? 0), 0)
  if (ticketsKrw === 0) return null
  return { ticketsKrw, isExact: visited.every((place) => place?.adultPriceConfirmedYn === 'Y'), paidKrw: paidPrice }
}
