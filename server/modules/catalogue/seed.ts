import { createHash } from 'node:crypto'
import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import type { AttractionDoc, CourseDoc, ProductDoc, Records, TermsDoc } from './docs.ts'
import { readSeed } from './lists.ts'
import { present } from './present.ts'
import * as store from './store.ts'

const readRecords = (): Records => {
  const { effectiveDate, items } = readSeed<{ effectiveDate: string; items: Omit<TermsDoc, 'effectiveDate'>[] }>(
    'terms',
  )
  const records = {
    attractions: readSeed<{ items: AttractionDoc[] }>('attractions').items,
    courses: readSeed<{ items: CourseDoc[] }>('courses').items,
    // Card passes need pickup desks, which are not there yet: shown as coming.
    products: readSeed<{ passes: Omit<ProductDoc, 'onSale'>[] }>('goods').passes.map((doc) => ({
      ...doc,
      onSale: doc.medium === 'mobile',
    })),
    terms: items.map((one) => ({ ...one, effectiveDate })),
  }
  const version = createHash('sha256').update(JSON.stringify(records)).digest('hex').slice(0, 16)
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
