import type { Attraction } from '../calls/attraction.ts'
import { search, searchable, type Searchable } from './search.ts'

/** Filters of a list of attractions; an absent or empty one is ignored. */
export interface AttractionFilter {
  keyword?: string | undefined
  category?: string | undefined
  group?: string | undefined
  /** District code. */
  area?: string | undefined
}

/** Caches the folded text of each place: folding is most of the work of a search. */
const folded = new WeakMap<Attraction, Searchable>()

const wordsOf = (place: Attraction): Searchable => {
  const cachedText = folded.get(place)
  if (cachedText !== undefined) return cachedText
  const { name, nameKo = name, shortName = name, aliases = [] } = place
  const searchText = searchable([name, shortName, nameKo, ...aliases], [place.district, place.address, place.addressKo])
  folded.set(place, searchText)
  return searchText
}

/**
 * Returns the attractions of the category, group and area whose name, district or address contains every word of the
 * keyword: best match first when there is a keyword, else in list order. Names count in all languages; the server applies
 * the same rule to all texts in all languages.
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
