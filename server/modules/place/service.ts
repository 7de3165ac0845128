import type { ReceiptPlace } from '#contract/calls/receiptplace.ts'
import type { Venue } from '#contract/calls/venue.ts'
import type { Locale } from '#contract/locales.ts'
import { createSearch } from '#contract/rules/search.ts'
import type { Database } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import {
  districtName,
  hoursOf,
  inArea,
  offeredRecords,
  recordsOf,
  stationOf,
  searchTextOf,
  type ReceiptPlaceDoc,
  type VenueDoc,
} from '#server/modules/catalogue/service.ts'
import { translate } from '#server/texts.ts'

/** Exchange desks for card passes, and partners that give a discount. */

const presentDesk = (doc: ReceiptPlaceDoc, locale: Locale): ReceiptPlace => ({
  id: doc.id,
  name: doc.name[locale],
  kind: doc.kind,
  mainYn: doc.main ? 'Y' : 'N',
  districtCd: doc.district,
  district: districtName(doc.district, locale),
  lat: doc.lat,
  lon: doc.lon,
  hours: hoursOf(doc.hours),
  whereInside: doc.whereInside[locale],
  requires: doc.requires[locale],
  station: stationOf(doc.stationId, locale),
  approxYn: doc.hoursCertainty === 'approx' ? 'Y' : 'N',
})

/** Returns the exchange desks of an area, main desks first. */
export const receiptPlaces = async (
  db: Database,
  locale: Locale,
  areaCd: string | undefined,
): Promise<ReceiptPlace[]> =>
  (await recordsOf(db)).receiptPlaces
    .filter((doc) => inArea(doc.district, areaCd))
    .map((doc) => presentDesk(doc, locale))

/** Returns one exchange desk in one language; undefined for an unknown id. */
export const receiptPlaceOf = async (db: Database, locale: Locale, id: string): Promise<ReceiptPlace | undefined> => {
  const doc = (await recordsOf(db)).receiptPlaces.find((one) => one.id === id)
  return doc && presentDesk(doc, locale)
}

const find = createSearch<VenueDoc>((doc) => searchTextOf(doc.name, [doc.discount.text], doc.district))

const presentVenue = (doc: VenueDoc, locale: Locale): Venue => ({
  venueUid: doc.id,
  name: doc.name[locale],
  nameKo: doc.name.ko,
  type: doc.type,
  typeText: translate(locale, `code.venue.${doc.type}`),
  districtCd: doc.district,
  district: districtName(doc.district, locale),
  lat: doc.lat,
  lon: doc.lon,
  discount: {
    percent: doc.discount.percent,
    text: doc.discount.text[locale],
    sampleYn: doc.discount.sample ? 'Y' : 'N',
  },
})

export interface VenueFilter {
  venueTycd?: string | undefined
  areaCd?: string | undefined
  searchKeyword?: string | undefined
}

/** Returns the partners that match the filter; with a keyword its matches, best first. */
export const venues = async (
  deps: Pick<Deps, 'db' | 'config'>,
  locale: Locale,
  { venueTycd, areaCd, searchKeyword }: VenueFilter,
): Promise<Venue[]> => {
  const fitting = (await offeredRecords(deps)).venues.filter(
    (doc) => (!venueTycd || doc.type === venueTycd) && inArea(doc.district, areaCd),
  )
  return find(searchKeyword, fitting).map((doc) => presentVenue(doc, locale))
}
