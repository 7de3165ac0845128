import { createHash } from 'node:crypto'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale, Texts } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import type { Contents, FaqDoc, NoticeDoc, PromotionDoc, ReceiptPlaceDoc, TravelDoc, VenueDoc } from './contents.ts'
import type { AttractionDoc, CourseDoc, ProductDoc, Records, TermsDoc } from './docs.ts'
import { readSeed } from './lists.ts'
import { present } from './present.ts'
import * as store from './store.ts'

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
    items: Omit<TermsDoc, 'effectiveDate'>[]
  }>('terms')
  const records = {
    attractions: items<AttractionDoc>('attractions'),
    courses: items<CourseDoc>('courses'),
    products: readSeed<{ passes: Omit<ProductDoc, 'onSale'>[] }>('goods').passes.map((doc) => ({
      ...doc,
      onSale: true,
    })),
    terms: clauses.map((one) => ({ ...one, effectiveDate })),
    ...readContents(),
  }
  // Goods stand in tables of their own and are shown under this version too.
  const all = [records, readSeed('goods'), readSeed('availability')]
  const version = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  return { version, ...records }
}

let records: Records | undefined

/** The catalogue of the seed in one language: what the prerendered screens are drawn with. */
export const seedCatalogue = (locale: Locale): Catalogue => present((records ??= readRecords()), locale)

/** Writes the city into its tables, all or nothing, unless this very seed is there. `now` in ms UTC. */
export const seedCity = async (db: Database, now: number): Promise<void> => {
  records ??= readRecords()
  const seed = records
  await db.transaction(async (tx) => {
    if ((await store.version(tx)) === seed.version) return
    await store.replaceAll(tx, seed, now)
  })
}
