import type { AttractionDetail } from '#contract/calls/attraction.ts'
import { bubbleOf, type Bubble } from '#contract/rules/bubble.ts'
import { metresBetween } from '#contract/rules/distance.ts'
import { toMap, type MapPoint } from '#contract/rules/mapProjection.ts'
import type { MapSearch } from './mapSearch.ts'

/** A place as the map and its list show it. */
export interface MapPlace extends MapPoint {
  /** `gdsUid`. */
  key: string
  place: AttractionDetail
  bubble: Bubble | null
  /** From the visitor's position, straight; null while it is not known. */
  metres: number | null
}

interface Position {
  lat: number
  lon: number
}

const isEnterable = (bubble: Bubble | null): boolean => bubble === 'step1' || bubble === 'step2'

/**
 * Returns the places that pass the filters, with their tier at `now` (ms UTC): the nearest first where the visitor's
 * position is known, else in the order of the catalogue.
 */
export const mapPlaces = (
  list: readonly AttractionDetail[],
  { category, group, free, open }: MapSearch,
  now: number,
  position: Position | null,
): MapPlace[] => {
  const places = list
    .filter(
      (place) =>
        (!category || place.categories.includes(category)) &&
        (!group || place.passGroup === group) &&
        (!free || place.passGroup !== null),
    )
    .map((place): MapPlace => ({
      key: place.gdsUid,
      ...toMap(place),
      place,
      bubble: bubbleOf(place, now),
      metres: position && metresBetween(position, place),
    }))
    .filter(({ bubble }) => !open || isEnterable(bubble))
  return position ? places.toSorted((a, b) => (a.metres ?? 0) - (b.metres ?? 0)) : places
}

/** Returns the points without the outermost tenth on each side: the city, not the temple in the mountains. */
export const corePoints = (places: readonly MapPoint[]): MapPoint[] => {
  if (places.length < 10) return [...places]
  const edge = Math.floor(places.length / 10)
  const range = (axis: 'x' | 'y'): [number, number] => {
    const sorted = places.map((each) => each[axis]).toSorted((a, b) => a - b)
    return [sorted.at(edge) ?? 0, sorted.at(-1 - edge) ?? 0]
  }
  const [[west, east], [north, south]] = [range('x'), range('y')]
  return places.filter(({ x, y }) => x >= west && x <= east && y >= north && y <= south)
}
