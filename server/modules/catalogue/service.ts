import type { AttractionDetail } from '#contract/calls/attraction.ts'
import type { Goods } from '#contract/calls/goodsItem.ts'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import type { Locale } from '#contract/locales.ts'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { isFreeWithPass } from '#contract/rules/course.ts'
import { search } from '#contract/rules/search.ts'
import type { TermsCode } from '#contract/terms.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/deps.ts'
import { hashOf } from '#server/modules/seed/service.ts'
import { stockState } from '#server/modules/stock/service.ts'
import type { Records } from './docs.ts'
import { searchTextById } from './searchTextById.ts'
import { goodsDocs, goodsIn } from './goods.ts'
import type { DatedList } from './groupLists.ts'
import { detailUid, inArea } from './areas.ts'
import { confirmedOf } from './offer.ts'
import { present } from './present.ts'
import * as store from './store.ts'
import { catalogueCacheKey, countMark } from './version.ts'

export { isSaleStopped, productOf, setSaleStop } from './store.ts'
export { changeCatalogue } from './change.ts'
export { groupListOf, listInForce, type DatedList } from './groupLists.ts'
export { maySell } from './offer.ts'
export { catalogueCacheKey, catalogueVersion, forgetVersion } from './version.ts'
export { citySeed, seedCity, type CitySeed } from './seed.ts'
export { receiptPlaceName } from './receiptPlaces.ts'
export { districtName, inArea, METRO, readSeed, stationOf } from './areas.ts'
export type { FaqDoc, NoticeDoc, PromotionDoc, ReceiptPlaceDoc, TravelDoc, VenueDoc } from './contents.ts'
export type { Records } from './docs.ts'
export { headOf, hoursOf, sceneOf } from './present.ts'
export { fill } from './fill.ts'
export { searchTextOf } from './searchText.ts'

/** Records, with their presentation cached per language. */
interface Edition {
  records: Records
  texts: Map<Locale, Catalogue>
}
/** Everything that was read under one cache key. */
interface CachedCatalogue {
  all: Edition
  confirmed: Edition
  groupLists: readonly DatedList[]
}
const listCache = new WeakMap<Database, CachedCatalogue>()

/** Returns true when the catalogue was seeded; queries the database, not the cache. */
export const isSeeded = async (db: Database): Promise<boolean> => (await store.version(db)) !== undefined

const edition = (records: Records): Edition => ({ records, texts: new Map() })

const current = async (db: Database): Promise<CachedCatalogue> => {
  const key = await catalogueCacheKey(db)
  const entry = listCache.get(db)
  if (entry?.all.records.version === key) return entry
  const records = await store.readAll(db, key)
  const { soldOut, counted, mark } = await stockState(db)
  countMark(db, mark)
  const products = records.products.map((doc) => {
    const option = detailUid(doc.id)
    const isOnSale = doc.onSale && !records.isStopped
    // A card product without tracked stock is sold out: its cards are countable.
    const isGone = soldOut.has(option) || (isOnSale && doc.medium === 'card' && !counted.has(option))
    return { ...doc, onSale: isOnSale, soldOut: doc.soldOut || isGone }
  })
  const all = { ...records, products }
  const fresh = { all: edition(all), confirmed: edition(confirmedOf(all)), groupLists: await store.groupLists(db) }
  listCache.set(db, fresh)
  return fresh
}

const textsOf = ({ records, texts }: Edition, locale: Locale): Catalogue => {
  const catalogue = texts.get(locale)
  if (catalogue) return catalogue
  const presented = present(records, locale)
  texts.set(locale, presented)
  return presented
}

type Selling = Pick<Deps, 'db' | 'config'>
const offered = async ({ db, config }: Selling): Promise<Edition> => {
  const { all, confirmed } = await current(db)
  return config.payment.movesMoney ? confirmed : all
}

/** Returns the catalogue that is offered, in one language; without samples where money moves. */
export const catalogueIn = async (deps: Selling, locale: Locale): Promise<Catalogue> =>
  textsOf(await offered(deps), locale)

/** Returns the records that are offered, in all languages. */
export const offeredRecords = async (deps: Selling): Promise<Records> => (await offered(deps)).records

/** Returns the goods that are offered, without their options, in all languages. */
export const offeredGoods = async (deps: Selling) => goodsDocs(deps.db, await offeredRecords(deps))

/** Returns the whole catalogue in one language: purchases need the names of what is no longer offered, too. */
const everythingIn = async (db: Database, locale: Locale): Promise<Catalogue> =>
  textsOf((await current(db)).all, locale)

/** Returns all records, in all languages, including what is not offered. */
export const recordsOf = async (db: Database): Promise<Records> => (await current(db)).all.records

/** Returns every group list that was ever in force, oldest first; the last one is in force. */
export const groupListsOf = async (db: Database): Promise<readonly DatedList[]> => (await current(db)).groupLists

/** Returns the legal texts, in all languages. */
export const termsOf = async (db: Database): Promise<Records['terms']> => (await recordsOf(db)).terms

/**
 * Returns the present version of each text that a member consents to: its date and a hash over all languages. Call
 * in the transaction that stores the consent. Throws `E_TERMS_REQUIRED` when a text does not exist.
 */
export const consentVersions = async <Code extends TermsCode>(
  db: Database | Tx,
  codes: readonly Code[],
): Promise<Record<Code, string>> => {
  const docs = await store.readTerms(db, codes)
  const versions = new Map(docs.map((doc) => [doc.id, `${doc.effectiveDate} ${hashOf(doc)}`]))
  return Object.fromEntries(
    codes.map((code) => {
      const version = versions.get(code)
      if (version === undefined) throw new Refusal('E_TERMS_REQUIRED')
      return [code, version]
    }),
  ) as Record<Code, string>
}

export interface PlaceFilter {
  keyword?: string | undefined
  category?: string | undefined
  /** District or city. */
  area?: string | undefined
  /** `A`, `B`, or `free` for both. */
  group?: string | undefined
  /** Separated by commas; a place must have all of them. */
  facilities?: string | undefined
}

/** Finds attractions; the keyword may be in any language. An absent or empty filter matches all. */
export const findPlaces = async (
  db: Database,
  locale: Locale,
  { keyword, category, area, group, facilities }: PlaceFilter,
): Promise<AttractionDetail[]> => {
  const { attractions } = await everythingIn(db, locale)
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
  const textById = searchTextById(await recordsOf(db))
  return search(keyword, fitting, ({ gdsUid }) => textById(gdsUid))
}

export interface CourseFilter {
  keyword?: string | undefined
  theme?: string | undefined
  days?: string | undefined
  /** `free`: every stop is in group A or B. */
  group?: string | undefined
}

/** Finds courses; the keyword may be in any language. An absent or empty filter matches all. */
export const findCourses = async (
  db: Database,
  locale: Locale,
  { keyword, theme, days, group }: CourseFilter,
): Promise<Course[]> => {
  const { attractions, courses } = await everythingIn(db, locale)
  const places = new Map(attractions.map((place) => [place.gdsUid, place]))
  const fitting = courses.filter(
    (one) =>
      (!theme || one.companion === theme) &&
      (!days || one.length === days) &&
      (!group || (group === 'free' && isFreeWithPass(one, places))),
  )
  if (!keyword) return fitting
  const textById = searchTextById(await recordsOf(db))
  return search(keyword, fitting, ({ id }) => textById(id))
}

/** Finds pass products on offer; without a keyword all of them. */
export const findProducts = async (deps: Selling, locale: Locale, keyword: string | undefined): Promise<Product[]> => {
  const { products } = await catalogueIn(deps, locale)
  if (!keyword) return products
  const textById = searchTextById(await offeredRecords(deps))
  return search(keyword, products, ({ gdsUid }) => textById(gdsUid))
}

/** Finds goods on offer other than passes. */
export const findGoods = async (
  deps: Selling & Pick<Deps, 'clock'>,
  locale: Locale,
  keyword: string | undefined,
): Promise<Goods[]> =>
  (
    await goodsIn(deps.db, await offeredRecords(deps), { locale, now: deps.clock() }, { searchKeyword: keyword })
  ).filter(({ kind }) => kind !== 'pass')

/** Returns an attraction in one language; undefined for one that left the catalogue. */
export const placeOf = async (db: Database, gdsUid: string, locale: Locale) =>
  (await everythingIn(db, locale)).attractions.find((place) => place.gdsUid === gdsUid)

/** Throws `E_NOT_FOUND` for an attraction that is not in the catalogue. */
export const requirePlace = async (db: Database, gdsUid: string): Promise<void> => {
  const { attractions } = await recordsOf(db)
  if (!attractions.some(({ id }) => id === gdsUid)) throw new Refusal('E_NOT_FOUND')
}
