import type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import type { Locale } from '#contract/locales.ts'
import { allGoods, optionsOf, type Goods as Row } from '#server/modules/goods/service.ts'
import type { Database } from '#server/db/connect.ts'
import { hotelCategory } from './codes.ts'
import type { ProductDoc, Records } from './docs.ts'
import { detailUid, districtName, inArea } from './lists.ts'
import { sceneOf } from './present.ts'
import { saidTexts, searchOf, wordsOf } from './words.ts'

/** Hotels, tours, activities, vouchers and passes as one kind of list. */

const NOWHERE = { districtCd: null, district: null, lat: null, lon: null }
const NO_HOURS = { checkIn: null, checkOut: null }

/** One item in one language; its price is that of the cheapest option. */
const present = async (db: Database, row: Row, { attractions }: Records, locale: Locale): Promise<GoodsDetail> => {
  const { doc } = row
  const options = await optionsOf(db, row.gdsUid, locale)
  return {
    gdsUid: row.gdsUid,
    gdsTycd: row.gdsTycd,
    kind: doc.type,
    name: doc.name[locale],
    summary: doc.summary[locale],
    gdsCategoryCd: doc.stars === null ? null : hotelCategory(doc.stars),
    districtCd: doc.district,
    district: doc.district === null ? null : districtName(doc.district, locale),
    lat: doc.lat,
    lon: doc.lon,
    price: Math.min(...options.map(({ price }) => price)),
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
  }
}

const presentPass = (doc: ProductDoc, locale: Locale): GoodsDetail => {
  const price = doc.discountedKrw ?? doc.priceKrw
  return {
    gdsUid: doc.id,
    gdsTycd: GOODS_TYPE.pass,
    kind: 'pass',
    name: doc.name[locale],
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
  /** What it is found by, in all languages. */
  row: Row | ProductDoc
}

const isRow = (found: Row | ProductDoc): found is Row => 'gdsUid' in found
const find = searchOf<Row | ProductDoc>((found) =>
  isRow(found)
    ? wordsOf(found.doc.name, [found.doc.summary, saidTexts(`code.goods.${found.doc.type}`)], found.doc.district)
    : wordsOf(found.name, [found.summary, saidTexts('code.goods.pass')]),
)

/** Rows are read once for each version of the catalogue, and presented once for each language. */
const rows = new WeakMap<Records, Promise<Row[]>>()
const items = new WeakMap<Records, Map<Locale, Promise<Item[]>>>()

const rowsOf = (db: Database, records: Records): Promise<Row[]> => {
  const known = rows.get(records)
  if (known) return known
  const read = allGoods(db)
  rows.set(records, read)
  read.catch(() => rows.delete(records))
  return read
}

const make = async (db: Database, records: Records, locale: Locale): Promise<Item[]> => {
  const onSale = (await rowsOf(db, records)).filter((row) => row.onSale)
  const presented = await Promise.all(
    onSale.map(async (row) => ({ row, detail: await present(db, row, records, locale) })),
  )
  return [
    ...presented.filter(({ detail }) => detail.options.length > 0),
    ...records.products.map((row) => ({ row, detail: presentPass(row, locale) })),
  ]
}

const itemsIn = (db: Database, records: Records, locale: Locale): Promise<Item[]> => {
  const known = items.get(records) ?? new Map<Locale, Promise<Item[]>>()
  items.set(records, known)
  const made = known.get(locale) ?? make(db, records, locale)
  known.set(locale, made)
  made.catch(() => known.delete(locale))
  return made
}

export interface GoodsFilter {
  gdsTycd?: string | undefined
  gdsCategoryCd?: string | undefined
  areaCd?: string | undefined
  searchKeyword?: string | undefined
}

const headOf = ({ checkIn: _in, checkOut: _out, options: _options, stops: _stops, ...head }: GoodsDetail): Goods => head

/** Goods on sale; best first when there is a keyword. */
export const goodsIn = async (
  db: Database,
  records: Records,
  locale: Locale,
  { gdsTycd, gdsCategoryCd, areaCd, searchKeyword }: GoodsFilter,
): Promise<Goods[]> => {
  const fitting = (await itemsIn(db, records, locale)).filter(
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

/** One item with its options; undefined for one that is not on sale. */
export const goodsItem = async (
  db: Database,
  records: Records,
  locale: Locale,
  gdsUid: string,
): Promise<GoodsDetail | undefined> =>
  (await itemsIn(db, records, locale)).find(({ detail }) => detail.gdsUid === gdsUid)?.detail
