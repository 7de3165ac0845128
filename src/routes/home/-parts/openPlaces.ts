import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { nextSpan, openSpan } from '#contract/rules/openHours.ts'
import type { PassOffer } from '#contract/rules/passOffer.ts'

interface OpenPlaces {
  /** False: all are closed, and the places are in the order in which they open. */
  open: boolean
  places: AttractionDetail[]
}

/**
 * Returns the places that a pass opens at `now` (ms UTC), or if all are closed those that open first. Omits places that
 * the member's own passes have visited, because they admit only once, and those that they do not include.
 */
export const openPlaces = (
  list: readonly AttractionDetail[],
  offerOf: (place: AttractionDetail) => PassOffer | null,
  now: number,
): OpenPlaces => {
  const covered = list.filter((place) => {
    const kind = offerOf(place)?.kind
    return place.passGroup !== null && kind !== 'visited' && kind !== 'notIncluded'
  })
  const open = covered.filter((place) => openSpan(place, now))
  if (open.length > 0) return { open: true, places: open }
  const first = (place: AttractionDetail): number => nextSpan(place, now)?.from ?? Number.MAX_SAFE_INTEGER
  return { open: false, places: covered.toSorted((a, b) => first(a) - first(b)) }
}
