import type { MyPass } from '#contract/calls/mypage.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useNow } from '#data/clock.ts'
import { nextOf } from './nextOf.ts'
import { sortPlaces, type PlaceAnswer } from '../../-shared/attraction/sortPlaces.ts'

const PLACES_MAX = 3

/**
 * Returns the three places that `pass` enters now and whose last entry comes first; while all are closed, those that
 * open first. Empty for null, and while the catalogue is not loaded.
 */
export const useNextPlaces = (pass: MyPass | null): PlaceAnswer[] => {
  const { data } = useCatalogue()
  const now = useNow(MINUTE_MS)
  if (!pass || !data) return []
  const { now: open, later } = sortPlaces(pass, data.attractions, now)
  return nextOf(open ?? later ?? [], PLACES_MAX)
}
