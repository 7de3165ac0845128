import type { Attraction } from '../calls/attraction.ts'

/** What a list of attractions is narrowed by; each part that is absent or empty narrows nothing. */
export interface AttractionFilter {
  keyword?: string | undefined
  category?: string | undefined
  group?: string | undefined
  /** District code. */
  area?: string | undefined
}

/** One spelling for full and half width, capitals and accents: `ＳＫＹ` and `sky` are the same word. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()

/** Searched text of places seen before: folding is most of the work. */
const folded = new WeakMap<Attraction, string>()

const textOf = (place: Attraction): string => {
  const known = folded.get(place)
  if (known !== undefined) return known
  const text = foldText([place.name, place.district, place.address, place.addressKo].join(' '))
  folded.set(place, text)
  return text
}

/**
 * The attractions that have every word of the keyword in their name, district or address, and are of the category,
 * group and area. The order stays. The phone's mirror and the server's list answer by this one rule; the server, which
 * has all languages, says the names in others too (`alsoSaid`, folded).
 */
export const filterAttractions = <T extends Attraction>(
  list: readonly T[],
  filter: AttractionFilter,
  alsoSaid: (place: T) => string = () => '',
): T[] => {
  const words = foldText(filter.keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return list.filter((place) => {
    if (filter.category && !place.categories.some((category) => category === filter.category)) return false
    if (filter.group && place.passGroup !== filter.group) return false
    if (filter.area && place.districtCd !== filter.area) return false
    if (words.length === 0) return true
    const text = `${textOf(place)} ${alsoSaid(place)}`
    return words.every((word) => text.includes(word))
  })
}
