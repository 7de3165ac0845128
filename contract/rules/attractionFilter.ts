import type { Attraction } from '../calls/attraction.ts'
import { search, searchable, type Searchable } from './search.ts'

/** What a list of attractions is narrowed by; each part that is absent or empty narrows nothing. */
export interface AttractionFilter {
  keyword?: string | undefined
  category?: string | undefined
  group?: string | undefined
  /** District code. */
  area?: string | undefined
}

/** Searched text of places seen before: folding is most of the work. */
const folded = new WeakMap<Attraction, Searchable>()

const wordsOf = (place: Attraction): Searchable => {
  const known = folded.get(place)
  if (known !== undefined) return known
  const made = searchable([place.name], [place.district, place.address, place.addressKo])
  folded.set(place, made)
  return made
}

/**
 * The attractions of the category, group and area that have every word of the keyword in their name, district or
 * address; best first when there is a keyword, else in their order. The server finds by the same rule, in all languages.
 */
export const filterAttractions = <T extends Attraction>(
  list: readonly T[],
  { keyword, category, group, area }: AttractionFilter,
): T[] =>
  search(
    keyword ?? '',
    list.filter(
      (place) =>
        (!category || place.categories.some((one) => one === category)) &&
        (!group || place.passGroup === group) &&
        (!area || place.districtCd === area),
    ),
    wordsOf,
  )
