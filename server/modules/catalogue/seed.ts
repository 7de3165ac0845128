import { createHash } from 'node:crypto'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { GOODS_SEED, OPTION_SEED, seedOfGoods } from '#server/modules/goods/service.ts'
import { applySeed, type SeedKind } from '#server/modules/seed/service.ts'
import {
  CONTENT_KINDS,
  type Contents,
  type FaqDoc,
  type NoticeDoc,
  type PromotionDoc,
  type ReceiptPlaceDoc,
  type TravelDoc,
  type VenueDoc,
} from './contents.ts'
import type { AttractionDoc, CourseDoc, ProductDoc, Records, TermsDoc } from './docs.ts'
import { recordGroups } from './groupLists.ts'
import { readSeed } from './lists.ts'
import { present } from './present.ts'
import { ATTRACTION_SEED, contentSeed, COURSE_SEED, PRODUCT_SEED, productRow, TERMS_SEED } from './seedKinds.ts'
import * as store from './store.ts'
import { versionOf } from './version.ts'

/** All that one release seeds of the city. `records.version` is a hash of it. */
export interface CitySeed extends ReturnType<typeof seedOfGoods> {
  records: Records
}

interface Category {
  id: string
  name: Texts
}

const items = <T>(name: string): T[] => readSeed<{ items: T[] }>(name).items

/** Records whose category is an id of their file, with its name. */
const categorised = <T extends { category: string }>(name: string): (T & { categoryText: Texts })[] => {
  const { categories, items: all } = readSeed<{ categories: Category[]; items: T[] }>(name)
  return all.map((doc) => {
    const category = categories.find(({ id }) => id === doc.category)
    if (!category) throw new Error(`${name} has no category ${doc.category}`)
    return { ...doc, categoryText: category.name }
  })
}

const readContents = (): Contents => ({
  notices: items<NoticeDoc>('notices'),
  faqs: categorised<Omit<FaqDoc, 'categoryText'>>('faq'),
  promotions: items<PromotionDoc>('promotions'),
  travel: categorised<Omit<TravelDoc, 'categoryText'>>('travelinfo'),
  receiptPlaces: items<ReceiptPlaceDoc>('receiptplaces').toSorted((a, b) => Number(b.main) - Number(a.main)),
  venues: items<VenueDoc>('venues'),
})

const readRecords = (): Records => {
  const { effectiveDate, items: clauses } = readSeed<{
    effectiveDate: string
    /** A text that has changed since has a date of its own. */
    items: (Omit<TermsDoc, 'effectiveDate'> & Partial<Pick<TermsDoc, 'effectiveDate'>>)[]
  }>('terms')
  const records = {
    attractions: items<AttractionDoc>('attractions'),
    courses: items<CourseDoc>('courses'),
    // The screen of a card's voucher is not built yet, and a new installation has no cards: an operator puts them on sale.
    products: readSeed<{ passes: Omit<ProductDoc, 'onSale'>[] }>('goods').passes.map((doc) => ({
      ...doc,
      onSale: doc.medium !== 'card',
    })),
    terms: clauses.map((one) => ({ ...one, effectiveDate: one.effectiveDate ?? effectiveDate })),
    ...readContents(),
  }
  // Goods stand in tables of their own and are shown under this version too.
  const all = [records, readSeed('goods'), readSeed('availability')]
  const version = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  return { version, isStopped: false, confirmedOnly: false, ...records }
}

let current: CitySeed | undefined
/** What this release seeds. */
export const citySeed = (): CitySeed => (current ??= { records: readRecords(), ...seedOfGoods() })

/** The catalogue of the seed in one language: what the prerendered screens are drawn with. */
export const seedCatalogue = (locale: Locale): Catalogue => present(citySeed().records, locale)

/** Applies every kind of record. What an operator changed is left, and listed as `kind id`. */
const applyAll = async (tx: Tx, { records, goods, options }: CitySeed): Promise<string[]> => {
  const all: string[] = []
  const apply = async <Row extends object>(kind: SeedKind<Row>, rows: Row[]): Promise<void> => {
    const { edited } = await applySeed(tx, kind, rows)
    all.push(...edited.map((id) => `${kind.kind} ${id}`))
  }
  await apply(GOODS_SEED, goods)
  await apply(OPTION_SEED, options)
  await apply(
    ATTRACTION_SEED,
    records.attractions.map((doc, sort) => ({
      gdsUid: doc.id,
      sort,
      passGroup: doc.pass.included ? doc.pass.group : null,
      doc,
    })),
  )
  await apply(
    COURSE_SEED,
    records.courses.map((doc, sort) => ({ id: doc.id, sort, doc })),
  )
  await apply(PRODUCT_SEED, records.products.map(productRow))
  await apply(
    TERMS_SEED,
    records.terms.map((doc, sort) => ({ code: doc.id, sort, doc })),
  )
  for (const kind of CONTENT_KINDS)
    await apply(
      contentSeed(kind),
      records[kind].map((doc, sort) => ({ kind, id: doc.id, sort, doc })),
    )
  return all
}

/**
 * Brings the city to the seed, all or nothing, unless this very seed was applied last. `now` in ms UTC. Returns the
 * records that it left as an operator changed them.
 */
export const seedCity = (db: Database, now: number, seed: CitySeed = citySeed()): Promise<string[]> =>
  db.transaction(async (tx) => {
    await store.insertState(tx, now)
    const state = await store.lockState(tx)
    const { version } = seed.records
    const isApplied = state?.seedVersion === version
    const edited = isApplied ? [] : await applyAll(tx, seed)
    const isRegrouped = await recordGroups(tx, now)
    if (isApplied && !isRegrouped) return edited
    // Groups that were changed by SQL since the last start: processes that are running read them under a new version.
    const revision = (state?.revision ?? 0) + (isApplied ? 1 : 0)
    await store.setState(tx, { revision, version: versionOf(version, revision), seedVersion: version, at: now })
    return edited
  })
