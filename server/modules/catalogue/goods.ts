import type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import {
  allGoods,
  allOptions,
  presentOption,
  type Goods as GoodsRow,
  type GoodsDoc,
  type Option,
} from '#server/modules/goods/service.ts'
import type { Database } from '#server/db/connect.ts'
import { hotelCategory } from './codes.ts'
import type { ProductDoc, Records } from './docs.ts'
import { detailUid, districtName, inArea } from './areas.ts'
import { photosIn, sceneOf } from './present.ts'
import { lowestPrice } from '#contract/rules/dayPrice.ts'
import { koreanDate } from '#contract/rules/koreanCalendar.ts'
import { createSearch } from '#contract/rules/search.ts'
import { messageTexts, searchTextOf } from './searchText.ts'

/** Hotels, tours, activities, vouchers and passes in one list. */

const NOWHERE = { districtCd: null, district: null, lat: null, lon: null }
const NO_HOURS = { checkIn: null, checkOut: null }

/** Goods on sale, with their options on sale. */
interface Row extends GoodsRow {
  options: Option[]
}

/** Presents goods in one language at `now` (ms); the price is the lowest of any option and day on sale. */
const present = (row: Row, { attractions, photos }: Records, locale: Locale, now: number): GoodsDetail => {
  const { doc } = row
  const options = row.options.map((option) => presentOption(option, locale))
  return {
    gdsUid: row.gdsUid,
    gdsTycd: row.gdsTycd,
    kind: doc.type,
    name: doc.name[locale],
    nameKo: doc.name.ko,
    summary: doc.summary[locale],
    gdsCategoryCd: doc.stars === null ? (doc.category ?? null) : hotelCategory(doc.stars),
    districtCd: doc.district,
    district: doc.district === null ? null : districtName(doc.district, locale),
    lat: doc.lat,
    lon: doc.lon,
    price: Math.min(...options.map((option) => lowestPrice(doc.type, option, now))),
    stars: doc.stars,
    durationMinutes: doc.durationMinutes,
    validDays: doc.validDays,
    sampleYn: doc.sample ? 'Y' : 'N',
    checkIn: doc.checkIn,
    checkOut: doc.checkOut,
    options,
    stops: doc.attractionIds.flatMap((id) => {
      const place = attractions.find((one) => one.id === id)
      return place ? [{ gdsUid: id, name: place.name[locale], scene: sceneOf(place) }] : []
    }),
    ...photosIn(photos.get(row.gdsUid), locale),
  }
}

const presentPass = (doc: ProductDoc, locale: Locale): GoodsDetail => {
  const price = doc.discountedKrw ?? doc.priceKrw
  return {
    gdsUid: doc.id,
    gdsTycd: GOODS_TYPE.pass,
    kind: 'pass',
    name: doc.name[locale],
    nameKo: doc.name.ko,
    summary: doc.summary[locale],
    gdsCategoryCd: null,
    ...NOWHERE,
    price,
    stars: null,
    durationMinutes: null,
    validDays: null,
    sampleYn: doc.sample ? 'Y' : 'N',
    ...NO_HOURS,
    options: [
      {
        gdsDtlUid: detailUid(doc.id),
        optionNm: doc.windowText[locale],
        price,
        people: 1,
        times: null,
        weekdays: null,
        confirmation: 'instant',
      },
    ],
    stops: [],
  }
}

interface Item {
  detail: GoodsDetail
  /** Source of its search text, in all languages. */
  row: Row | ProductDoc
}

const isRow = (row: Row | ProductDoc): row is Row => 'gdsUid' in row
const find = createSearch<Row | ProductDoc>((row) =>
  isRow(row)
    ? searchTextOf(row.doc.name, [row.doc.summary, messageTexts(`code.goods.${row.doc.type}`)], row.doc.district)
    : searchTextOf(row.name, [row.summary, messageTexts('code.goods.pass')]),
)

interface CachedGoods {
  rows: Row[]
  /** The day in Korea that `items` are of: lowest prices depend on it. */
  date: string
  items: Map<Locale, Item[]>
}
/** Rows are cached per version of the catalogue, their presentation also per language and day. */
const goodsCache = new WeakMap<Records, Promise<CachedGoods>>()

const read = async (db: Database, { isStopped, confirmedOnly }: Records): Promise<Row[]> => {
  if (isStopped) return []
  const options = (await allOptions(db)).filter(({ onSale }) => onSale)
  return (await allGoods(db))
    .filter(({ onSale, doc }) => onSale && !(confirmedOnly && doc.sample))
    .map((row) => ({ ...row, options: options.filter(({ gdsUid }) => gdsUid === row.gdsUid) }))
    .filter((row) => row.options.length > 0)
}

const rowsOf = (db: Database, records: Records): Promise<CachedGoods> => {
  const cachedGoods = goodsCache.get(records)
  if (cachedGoods) return cachedGoods
  const reading = read(db, records).then((rows) => ({ rows, date: '', items: new Map<Locale, Item[]>() }))
  goodsCache.set(records, reading)
  // Do not cache a failure.
  reading.catch(() => goodsCache.delete(records))
  return reading
}

/** Returns the goods on sale of `records`, without their options, in all languages. */
export const goodsDocs = async (db: Database, records: Records): Promise<readonly GoodsDoc[]> =>
  (await rowsOf(db, records)).rows.map(({ doc }) => doc)

/** In which language, and when (ms): prices depend on the day. */
export interface View {
  locale: Locale
  now: number
}

const itemsIn = async (db: Database, records: Records, { locale, now }: View): Promise<Item[]> => {
  const cached = await rowsOf(db, records)
  const date = koreanDate(now)
  if (cached.date !== date) Object.assign(cached, { date, items: new Map<Locale, Item[]>() })
  const { rows, items } = cached
  const cachedItems = items.get(locale)
  if (cachedItems) return cachedItems
  const presented = [
    ...rows.map((row) => ({ row, detail: present(row, records, locale, now) })),
    ...records.products.map((row) => ({ row, detail: presentPass(row, locale) })),
  ]
  items.set(locale, presented)
  return presented
}

/** An absent or empty field matches all. */
export interface GoodsFilter {
  gdsTycd?: string | undefined
  gdsCategoryCd?: string | undefined
  areaCd?: string | undefined
  searchKeyword?: string | undefined
}

const headOf = ({
  checkIn: _in,
  checkOut: _out,
  options: _options,
  stops: _stops,
  photos: _photos,
  ...head
}: GoodsDetail): Goods => head

/**
 * Returns the goods on sale and the pass products of `records`, also those off sale, that match the filter; with a
 * keyword, the best match first.
 */
export const goodsIn = async (
  db: Database,
  records: Records,
  view: View,
  { gdsTycd, gdsCategoryCd, areaCd, searchKeyword }: GoodsFilter,
): Promise<Goods[]> => {
  const fitting = (await itemsIn(db, records, view)).filter(
    ({ detail }) =>
      (!gdsTycd || detail.gdsTycd === gdsTycd) &&
      (!gdsCategoryCd || detail.gdsCategoryCd === gdsCategoryCd) &&
      inArea(detail.districtCd, areaCd),
  )
  const byRow = new Map(fitting.map(({ row, detail }) => [row, detail]))
  return find(
    searchKeyword,
    fitting.map(({ row }) => row),
  ).flatMap((row) => {
    const detail = byRow.get(row)
    return detail ? [headOf(detail)] : []
  })
}

/** Returns one of the items that `goodsIn` lists without a filter, with its options; undefined for any other id. */
export const goodsItem = async (
  db: Database,
  records: Records,
  view: View,
  gdsUid: string,
): Promise<GoodsDetail | undefined> =>
  (await itemsIn(db, records, view)).find(({ detail }) => detail.gdsUid === gdsUid)?.detail
