import type { Catalogue } from '#contract/calls/main.ts'
import type { Locale } from '#contract/locales.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Records } from './docs.ts'
import { present } from './present.ts'
import * as store from './store.ts'
import { rememberVersion } from './version.ts'

export { readSeed } from './lists.ts'
export { productOf } from './store.ts'
export { seedCity } from './seed.ts'

/** What was read under one version, and its presentation in each language: read again when the version moves on. */
interface Kept {
  records: Records
  texts: Map<Locale, Catalogue>
}
const kept = new WeakMap<Database, Kept>()

const versions = new WeakMap<Database, () => Promise<string>>()

/** Which catalogue this is; answers that are shared are kept under it. A change is seen within half a second. */
export const catalogueVersion = (db: Database): Promise<string> => {
  const ask = versions.get(db) ?? rememberVersion(async () => (await store.version(db)) ?? '')
  versions.set(db, ask)
  return ask()
}

/** Is the city in its tables? Asks the database now. */
export const isSeeded = async (db: Database): Promise<boolean> => (await store.version(db)) !== undefined

const current = async (db: Database): Promise<Kept> => {
  const version = await catalogueVersion(db)
  const known = kept.get(db)
  if (known?.records.version === version) return known
  const fresh = { records: await store.readAll(db, version), texts: new Map<Locale, Catalogue>() }
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

export const termsOf = async (db: Database): Promise<Records['terms']> => (await current(db)).records.terms

/** Name and scene of an attraction in one language; undefined for one that left the catalogue. */
export const placeOf = async (db: Database, gdsUid: string, locale: Locale) =>
  (await catalogueIn(db, locale)).attractions.find((place) => place.gdsUid === gdsUid)

/** Refuses an attraction that the catalogue does not have. */
export const requirePlace = async (db: Database, gdsUid: string): Promise<void> => {
  const { records } = await current(db)
  if (!records.attractions.some(({ id }) => id === gdsUid)) throw new Refusal('E_NOT_FOUND')
}
