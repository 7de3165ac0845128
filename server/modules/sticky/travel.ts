import type { TravelInfo } from '#contract/calls/stickyArea.ts'
import type { Locale } from '#contract/locales.ts'
import { metresBetween } from '#contract/rules/distance.ts'
import { createSearch } from '#contract/rules/search.ts'
import type { Database } from '#server/db/connect.ts'
import { districtName, recordsOf, searchTextOf, type TravelDoc } from '#server/modules/catalogue/service.ts'

/** Travel information. */

const NEARBY_MAX = 4
const find = createSearch<TravelDoc>((doc) =>
  searchTextOf(doc.title, [doc.body, doc.categoryText, doc.period], doc.district),
)

const present = (doc: TravelDoc, locale: Locale): TravelInfo => ({
  id: doc.id,
  touristTycd: doc.category,
  category: doc.categoryText[locale],
  title: doc.title[locale],
  districtCd: doc.district,
  district: districtName(doc.district, locale),
  period: doc.period?.[locale] ?? null,
})

export interface TravelFilter {
  touristTycd?: string | undefined
  searchKeyword?: string | undefined
}

/** Returns the travel information of a category; with a keyword its matches, best first. */
export const travelInfos = async (
  db: Database,
  locale: Locale,
  { touristTycd, searchKeyword }: TravelFilter,
): Promise<TravelInfo[]> => {
  const fitting = (await recordsOf(db)).travel.filter((doc) => !touristTycd || doc.category === touristTycd)
  return find(searchKeyword, fitting).map((doc) => present(doc, locale))
}

/** Returns one entry with the nearest attractions; undefined for an unknown id. */
export const travelInfo = async (db: Database, locale: Locale, id: string) => {
  const doc = (await recordsOf(db)).travel.find((one) => one.id === id)
  if (!doc) return undefined
  const { attractions } = await recordsOf(db)
  return {
    ...present(doc, locale),
    body: doc.body[locale],
    lat: doc.lat,
    lon: doc.lon,
    nearby: attractions
      .map((place) => ({ gdsUid: place.id, name: place.name[locale], metres: metresBetween(doc, place) }))
      .toSorted((a, b) => a.metres - b.metres)
      .slice(0, NEARBY_MAX),
  }
}
