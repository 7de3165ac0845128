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
  type GoodsBadgeDoc,
  type NoticeDoc,
  type PromotionDoc,
  type ReceiptPlaceDoc,
  type TravelDoc,
  type VenueDoc,
} from './contents.ts'
import type { AttractionDoc, CourseDoc, ProductDoc, Records, TermsDoc } from './docs.ts'
import { recordGroups } from './groupLists.ts'
import { readSeed } from './areas.ts'
import { present } from './present.ts'
import { ATTRACTION_SEED, contentSeed, COURSE_SEED, PRODUCT_SEED, productRow, TERMS_SEED } from './seedKinds.ts'
import * as store from './store.ts'
import { versionOf } from './version.ts'

/** Everything that a release seeds into the catalogue; `records.version` is its hash. */
export interface CitySeed extends ReturnType<typeof seedOfGoods> {
  records: Records
}

interface Category {
  id: string
  name: Texts
}

const items = <T>(name: string): T[] => readSeed<{ items: T[] }>(name).items

/** Reads the items of a seed file and adds the names of their categories, which the file lists. */
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
  goodsBadges: items<GoodsBadgeDoc>('goodsbadges'),
})

const readRecords = (): Records => {
  const { effectiveDate, items: clauses } = readSeed<{
    effectiveDate: string
    /** A text that was changed later has its own date. */
    items: (Omit<TermsDoc, 'effectiveDate'> & Partial<Pick<TermsDoc, 'effectiveDate'>>)[]
  }>('terms')
  const records = {
    attractions: items<AttractionDoc>('attractions'),
    courses: items<CourseDoc>('courses'),
    // Card passes too: without cards that an operator has loaded they are sold out.
    products: readSeed<{ passes: Omit<ProductDoc, 'onSale'>[] }>('goods').passes.map((doc) => ({
      ...doc,
      onSale: true,
    })),
    terms: clauses.map((one) => ({ ...one, effectiveDate: one.effectiveDate ?? effectiveDate })),
    ...readContents(),
  }
  // Goods have their own tables, but this version covers them too.
  const all = [records, readSeed('goods'), readSeed('availability')]
  const version = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  return { version, isStopped: false, confirmedOnly: false, photos: new Map(), ...records }
}

let current: CitySeed | undefined
/** Returns the seed of this release, read once. */
export const citySeed = (): CitySeed => (current ??= { records: readRecords(), ...seedOfGoods() })

/** Returns the seed's catalogue in one language; the prerendered shells are drawn with it. */
export const seedCatalogue = (locale: Locale): Catalogue => present(citySeed().records, locale)

/** Applies all kinds of records. Leaves records that an operator changed, and returns them as `kind id`. */
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
 * Applies the seed to the catalogue in one transaction, unless the same seed was applied last. `now` in ms UTC. Returns
 * the records that it left because an operator had changed them, as `kind id`.
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
    // Groups were changed by SQL since the last start: a new version makes running processes read them.
    const revision = (state?.revision ?? 0) + (isApplied ? 1 : 0)
    await store.setState(tx, { revision, version: versionOf(version, revision), seedVersion: version, at: now })
    return edited
  })
