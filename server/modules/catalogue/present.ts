import type { Attraction, AttractionDetail } from '#contract/calls/attraction.ts'
import type { Hours } from '#contract/calls/fields.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { FACILITIES, type Facility } from '#contract/codes.ts'
import { LOCALES, type Locale, type Texts } from '#contract/locales.ts'
import { metresBetween } from '#contract/rules/distance.ts'
import { sceneOfAttraction, sceneOfCourse } from '#contract/rules/scene.ts'
import type { AttractionDoc, CourseDoc, PhotoDoc, ProductDoc, Records } from './docs.ts'
import { cityOf, detailUid, districtName, METRO } from './areas.ts'

const NEARBY_MAX = 4

/** Returns the scene of an attraction, by its id, categories and setting. */
export const sceneOf = (doc: AttractionDoc) =>
  sceneOfAttraction({ id: doc.id, categories: doc.categories, setting: doc.setting })
/** Returns the group of an attraction; null when no pass admits to it. */
export const groupOf = (doc: AttractionDoc) => (doc.pass.included ? doc.pass.group : null)

/**
 * Street names have no Chinese or Japanese form, and a half-translated address is no use: all languages other than
 * English get Korean.
 */
const addressIn = (address: Texts, locale: Locale): string => (locale === 'en' ? address.en : address.ko)

/** Adds `alwaysYn` to opening hours. */
export const hoursOf = (hours: Hours): Hours => ({ ...hours, alwaysYn: hours.always ? 'Y' : 'N' })

const aliasesOf = (name: Texts, locale: Locale): string[] => {
  const names = new Set(LOCALES.map((each) => name[each]))
  return [...names].filter((each) => each !== name[locale] && each !== name.ko)
}

const head = (doc: AttractionDoc, locale: Locale): Attraction => ({
  gdsUid: doc.id,
  name: doc.name[locale],
  nameKo: doc.name.ko,
  aliases: aliasesOf(doc.name, locale),
  ...(doc.shortName && { shortName: doc.shortName[locale] }),
  categories: doc.categories,
  passGroup: groupOf(doc),
  adultPrice: doc.price.adultKrw,
  adultPriceConfirmedYn: doc.price.certainty === 'approx' ? 'N' : 'Y',
  districtCd: doc.district,
  district: districtName(doc.district, locale),
  address: addressIn(doc.address, locale),
  addressKo: doc.address.ko,
  lat: doc.lat,
  lon: doc.lon,
  hours: hoursOf(doc.hours),
  lastEntry: doc.lastEntry,
  dayOff: { code: doc.dayOff.code, text: doc.dayOff.text[locale] },
  reservationRequired: doc.reservationRequired,
  reservationYn: doc.reservationRequired ? 'Y' : 'N',
  scene: sceneOf(doc),
  visitMinutes: doc.visitMinutes,
})

const way = ({ gettingThere }: AttractionDoc, locale: Locale): AttractionDetail['gettingThere'] => {
  const { stationId, exit, mode, minutes, text } = gettingThere
  const line = METRO.find(({ stations }) => stations.some(({ id }) => id === stationId))
  const station = line?.stations.find(({ id }) => id === stationId)
  return {
    text: text[locale],
    line: line ? { id: line.id, name: line.name[locale], color: line.color } : null,
    station: station?.name[locale] ?? null,
    exit,
    mode,
    minutes,
  }
}

/** Derives the facilities of a place from its facts. */
const facilitiesOf = (doc: AttractionDoc): Facility[] => {
  const both = doc.setting === 'both' || doc.setting === 'mixed'
  const holds: Record<Facility, boolean> = {
    indoor: both || doc.setting === 'indoor',
    outdoor: both || doc.setting === 'outdoor',
    metro_walk: doc.gettingThere.mode === 'walk' && doc.gettingThere.stationId !== null,
    no_reservation: !doc.reservationRequired,
    infants_free: doc.ageNotes.some(({ code }) => code === 'infant36') || doc.price.adultKrw === 0,
    no_admission_fee: doc.price.adultKrw === 0,
  }
  return FACILITIES.filter((facility) => holds[facility])
}

/** Returns the photos of a record in one language, to spread into what is presented: nothing without photos. */
export const photosIn = (photos: readonly PhotoDoc[] | undefined, locale: Locale): Pick<AttractionDetail, 'photos'> =>
  photos ? { photos: photos.map((photo) => ({ ...photo, alt: photo.alt[locale] })) } : {}

const detail = (doc: AttractionDoc, { attractions: all, photos }: Records, locale: Locale): AttractionDetail => ({
  ...head(doc, locale),
  description: doc.description[locale],
  setting: doc.setting === 'both' ? 'mixed' : doc.setting,
  facilities: facilitiesOf(doc),
  website: doc.website,
  phone: doc.phone,
  ...(doc.reservation && { reservation: { ...doc.reservation, text: doc.reservation.text[locale] } }),
  ageNotes: doc.ageNotes.map((note) => note.text[locale]),
  gettingThere: way(doc, locale),
  ...(doc.film && { film: doc.film }),
  ...photosIn(photos.get(doc.id), locale),
  nearby: all
    .filter((place) => place.id !== doc.id)
    .map((place) => ({
      gdsUid: place.id,
      name: place.name[locale],
      scene: sceneOf(place),
      metres: metresBetween(doc, place),
    }))
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, NEARBY_MAX),
})

const course = (doc: CourseDoc, cover: AttractionDoc | undefined, locale: Locale): Course => ({
  id: doc.id,
  name: doc.name[locale],
  summary: doc.summary[locale],
  companion: doc.companion,
  companionText: doc.companionText[locale],
  length: doc.length,
  lengthText: doc.lengthText[locale],
  scene: sceneOfCourse(doc.id, cover ? sceneOf(cover) : 'harbour'),
  days: doc.days.map(({ day, attractionIds }) => ({ day, gdsUids: attractionIds })),
})

const product = (doc: ProductDoc, places: Product['places'], locale: Locale): Product => ({
  gdsUid: doc.id,
  gdsDtlUid: detailUid(doc.id),
  passType: doc.passType,
  medium: doc.medium,
  name: doc.name[locale],
  summary: doc.summary[locale],
  mediumNote: doc.mediumNote[locale],
  windowHours: doc.windowHours,
  windowText: doc.windowText[locale],
  allowance: doc.groupRule,
  price: doc.priceKrw,
  discounted: doc.discountedKrw,
  saleYn: doc.onSale ? 'Y' : 'N',
  soldOutYn: doc.soldOut ? 'Y' : 'N',
  sampleYn: doc.sample ? 'Y' : 'N',
  places,
})

/** Strips a place to the fields of lists. */
export const headOf = ({
  gettingThere: _way,
  nearby: _nearby,
  description: _text,
  ageNotes: _notes,
  website: _site,
  phone: _phone,
  setting: _setting,
  facilities: _facilities,
  film: _film,
  photos: _photos,
  ...rest
}: AttractionDetail): Attraction => rest

/** Presents the records in one language, as the calls return them. */
export const present = (records: Records, locale: Locale): Catalogue => {
  const { attractions, courses, products, version } = records
  const included = attractions.filter((doc) => groupOf(doc) !== null)
  const places = {
    A: attractions.filter((doc) => groupOf(doc) === 'A').length,
    B: attractions.filter((doc) => groupOf(doc) === 'B').length,
  }
  return {
    version,
    attractions: attractions.map((doc) => detail(doc, records, locale)),
    courses: courses.map((doc) =>
      course(
        doc,
        attractions.find(({ id }) => id === doc.coverAttractionId),
        locale,
      ),
    ),
    products: products.map((doc) => product(doc, places, locale)),
    goodsBadges: records.goodsBadges.map(({ id, badge, until }) => ({ kind: id, badge, until })),
    benefit: {
      freePlaces: places.A + places.B,
      discountPlaces: records.venues.length,
      discountSampleYn: records.venues.some(({ discount }) => discount.sample) ? 'Y' : 'N',
      districts: new Set(included.map((doc) => doc.district).filter((district) => cityOf(district) === 'busan')).size,
    },
  }
}
