import type { Searchable } from '#contract/rules/search.ts'
import type { Records } from './docs.ts'
import { saidTexts, wordsOf } from './words.ts'

/** Search texts of attractions, courses and passes. */

const made = (records: Records): Map<string, Searchable> => {
  const { attractions, courses, products } = records
  const names = new Map(attractions.map(({ id, name }) => [id, name]))
  return new Map([
    ...attractions.map(
      (doc) =>
        [
          doc.id,
          wordsOf(
            doc.name,
            [doc.address, ...doc.categories.map((one) => saidTexts(`code.category.${one}`)), doc.description],
            doc.district,
          ),
        ] as const,
    ),
    ...courses.map(
      (doc) =>
        [
          doc.id,
          wordsOf(doc.name, [
            doc.summary,
            doc.companionText,
            doc.lengthText,
            ...doc.days.flatMap((day) => day.attractionIds.map((id) => names.get(id))),
          ]),
        ] as const,
    ),
    ...products.map(
      (doc) =>
        [doc.id, wordsOf(doc.name, [{ en: doc.passType }, doc.summary, doc.windowText, doc.mediumNote])] as const,
    ),
  ])
}

const kept = new WeakMap<Records, Map<string, Searchable>>()
const NOTHING: Searchable = { names: [], spaced: '', tight: '' }

/** Returns a lookup of search texts by id, cached per version of the catalogue. An unknown id matches nothing. */
export const wordsById = (records: Records): ((id: string) => Searchable) => {
  const words = kept.get(records) ?? made(records)
  kept.set(records, words)
  return (id) => words.get(id) ?? NOTHING
}
