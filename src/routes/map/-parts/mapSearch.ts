import { readSearch, type AttractionsSearch } from '../../-shared/attraction/search.ts'

/** Filters and selection of the map. All are in the address, so that back, reload and a shared link restore them. */
export interface MapSearch extends Pick<AttractionsSearch, 'category' | 'group' | 'free'> {
  /** Only places that visitors can enter now. */
  open?: true
  /** `gdsUid` of the selected place. */
  place?: string
}

const PLACE_MAX = 80

/** Reads the search parameters and drops invalid ones. */
export const readMapSearch = (search: Record<string, unknown>): MapSearch => {
  const { category, group, free } = readSearch(search)
  const { open, place } = search
  return {
    ...(category && { category }),
    ...(group && { group }),
    ...(free && { free }),
    ...(open === true && { open }),
    ...(typeof place === 'string' && place !== '' && place.length <= PLACE_MAX && { place }),
  }
}
