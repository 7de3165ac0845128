import type { Searchable } from '#contract/rules/search.ts'
import type { Records } from './docs.ts'
import { messageTexts, searchTextOf } from './searchText.ts'

/** Search texts of attractions, courses and passes. */

const createIndex = (records: Records): Map<string, Searchable> => {
  const { attractions, courses, products } = records
  const names = new Map(attractions.map(({ id, name }) => [id, name]))
  return new Map([
    ...attractions.map(
      (doc) =>
        [
          doc.id,
          searchTextOf(
            doc.name,
            [doc.address, ...doc.categories.map((one) => messageTexts(`code.category.${one}`)), doc.description],
            doc.district,
          ),
        ] as const,
    ),
    ...courses.map(
      (doc) =>
        [
          doc.id,
          searchTextOf(doc.name, [
            doc.summary,
            doc.companionText,
            doc.lengthText,
            ...doc.days.flatMap((day) => day.attractionIds.map((id) => names.get(id))),
          ]),
        ] as const,
    ),
    ...products.map(
      (doc) =>
        [doc.id, searchTextOf(doc.name, [{ en: doc.passType }, doc.summary, doc.windowText, doc.mediumNote])] as const,
    ),
  ])
}

const searchTextCache = new WeakMap<Records, Map<string, Searchable>>()
const NOTHING: Searchable = { names: [], spaced: '', tight: '' }

/** Returns a lookup of search texts by id, cached per version of the catalogue. An unknown id matches nothing. */
export const searchTextById = (records: Records): ((id: string) => Searchable) => {
  const index = searchTextCache.get(records) ?? createIndex(records)
  searchTextCache.set(records, index)
  return (id) => index.get(id) ?? NOTHING
}
