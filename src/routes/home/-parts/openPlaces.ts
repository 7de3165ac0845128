import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Scene } from '#contract/rules/scene.ts'
import { entrySpan, nextSpan } from '#contract/rules/openHours.ts'
import type { PassOffer } from '#contract/rules/passOffer.ts'

interface OpenPlaces {
  /** False: none can be entered any more, and the places are in the order in which they open. */
  open: boolean
  places: AttractionDetail[]
}

/**
 * Returns the places that a pass can enter at `now` (ms UTC), or if there is none those that open first. Omits places that
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
  const open = covered.filter((place) => entrySpan(place, now))
  if (open.length > 0) return { open: true, places: open }
  const first = (place: AttractionDetail): number => nextSpan(place, now)?.from ?? Number.MAX_SAFE_INTEGER
  return { open: false, places: covered.toSorted((a, b) => first(a) - first(b)) }
}

/**
 * Orders places so that neighbours look different: first one place of each scene, in their order, then those whose
 * scene is shown already, in this list or elsewhere in view (`shownScenes`).
 */
export const newScenesFirst = <T extends { scene: Scene }>(
  places: readonly T[],
  shownScenes: readonly Scene[],
): T[] => {
  const scenes = new Set<Scene>(shownScenes)
  const repeated: T[] = []
  const unlike = places.filter((place) => {
    const isNew = !scenes.has(place.scene)
    scenes.add(place.scene)
    if (!isNew) repeated.push(place)
    return isNew
  })
  return [...unlike, ...repeated]
}
