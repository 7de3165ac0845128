import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Goods } from '#contract/calls/goodsItem.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import type { Locale } from '#contract/locales.ts'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { search } from '#contract/rules/search.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import { soldOutOptions } from '#server/modules/stock/service.ts'
import { isFree } from './courses.ts'
import type { Records } from './docs.ts'
import { wordsById } from './finder.ts'
import { goodsIn } from './goods.ts'
import { detailUid, inArea } from './lists.ts'
import { present } from './present.ts'
import * as store from './store.ts'
import { rememberVersion } from './version.ts'

export { productOf } from './store.ts'
export { seedCity } from './seed.ts'
export { receiptPlaceName } from './receiptPlaces.ts'
export { districtName, inArea, METRO, readSeed, stationOf } from './lists.ts'
export type { FaqDoc, NoticeDoc, PromotionDoc, ReceiptPlaceDoc, TravelDoc, VenueDoc } from './contents.ts'
export { headOf, metres } from './present.ts'
export { fill } from './fill.ts'
export { searchOf, wordsOf } from './words.ts'

/** What was read under one version, and its presentation in each language: read again when the version moves on. */
interface Kept {
  records: Records
  texts: Map<Locale, Catalogue>
}
const kept = new WeakMap<Database, Kept>()

const versions = new WeakMap<Database, () => Promise<string>>()

/**
 * Which catalogue this is and which options are sold out; answers that are shared are kept under it. A change is seen
 * within half a second.
 */
export const catalogueVersion = (db: Database): Promise<string> => {
  const ask =
    versions.get(db) ?? rememberVersion(async () => [await store.version(db), ...(await soldOutOptions(db))].join(' '))
  versions.set(db, ask)
  return ask()
}

/** Is the city in its tables? Asks the database now. */
export const isSeeded = async (db: Database): Promise<boolean> => (await store.version(db)) !== undefined

const current = async (db: Database): Promise<Kept> => {
  const version = await catalogueVersion(db)
  const known = kept.get(db)
  if (known?.records.version === version) return known
  const records = await store.readAll(db, version)
  const gone = new Set(await soldOutOptions(db))
  const products = records.products.map((doc) => ({ ...doc, soldOut: doc.soldOut || gone.has(detailUid(doc.id)) }))
  const fresh = { records: { ...records, products }, texts: new Map<Locale, Catalogue>() }
  kept.set(db, fresh)
  return fresh
}

/** The catalogue in one language. */
export const catalogueIn = async (db: Database, locale: Locale): Promise<Catalogue> => {
  const { records, texts } = await current(db)
  const known = texts.get(locale)
  if (known) return known
  const made = present(records, locale)
  texts.set(locale, made)
  return made
}

/** The records as they are, in all languages. */
export const recordsOf = async (db: Database): Promise<Records> => (await current(db)).records

export const termsOf = async (db: Database): Promise<Records['terms']> => (await current(db)).records.terms

export interface PlaceFilter {
  keyword?: string | undefined
  category?: string | undefined
  /** District or city. */
  area?: string | undefined
  /** `A`, `B`, or `free` for both. */
  group?: string | undefined
  /** Separated by commas; a place has all of them. */
  facilities?: string | undefined
}

/** Attractions in one language, found by words in any; what is absent or empty narrows nothing. */
export const findPlaces = async (
  db: Database,
  locale: Locale,
  { keyword, category, area, group, facilities }: PlaceFilter,
): Promise<AttractionDetail[]> => {
  const { attractions } = await catalogueIn(db, locale)
  const wanted = (facilities ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const fitting = filterAttractions(attractions, { category, group: group === 'free' ? '' : group }).filter(
    (place) =>
      inArea(place.districtCd, area) &&
      (group !== 'free' || place.passGroup !== null) &&
      wanted.every((facility) => place.facilities.some((one) => one === facility)),
  )
  if (!keyword) return fitting
  const words = wordsById(await recordsOf(db))
  return search(keyword, fitting, ({ gdsUid }) => words(gdsUid))
}

export interface CourseFilter {
  keyword?: string | undefined
  theme?: string | undefined
  days?: string | undefined
  /** `free`: every stop takes the pass. */
  group?: string | undefined
}

export const findCourses = async (
  db: Database,
  locale: Locale,
  { keyword, theme, days, group }: CourseFilter,
): Promise<Course[]> => {
  const { attractions, courses } = await catalogueIn(db, locale)
  const places = new Map(attractions.map((place) => [place.gdsUid, place]))
  const fitting = courses.filter(
    (one) =>
      (!theme || one.companion === theme) &&
      (!days || one.length === days) &&
      (!group || (group === 'free' && isFree(one, places))),
  )
  if (!keyword) return fitting
  const words = wordsById(await recordsOf(db))
  return search(keyword, fitting, ({ id }) => words(id))
}

export const findProducts = async (db: Database, locale: Locale, keyword: string | undefined): Promise<Product[]> => {
  const { products } = await catalogueIn(db, locale)
  if (!keyword) return products
  const words = wordsById(await recordsOf(db))
  return search(keyword, products, ({ gdsUid }) => words(gdsUid))
}

/** Goods that are no passes. */
export const findGoods = async (db: Database, locale: Locale, keyword: string | undefined): Promise<Goods[]> =>
  (await goodsIn(db, await recordsOf(db), locale, { searchKeyword: keyword })).filter(({ kind }) => kind !== 'pass')

/** Name and scene of an attraction in one language; undefined for one that left the catalogue. */
export const placeOf = async (db: Database, gdsUid: string, locale: Locale) =>
  (await catalogueIn(db, locale)).attractions.find((place) => place.gdsUid === gdsUid)

/** Refuses an attraction that the catalogue does not have. */
export const requirePlace = async (db: Database, gdsUid: string): Promise<void> => {
  const { records } = await current(db)
  if (!records.attractions.some(({ id }) => id === gdsUid)) throw new Refusal('E_NOT_FOUND')
}
