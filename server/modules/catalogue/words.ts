import { LOCALES, type Texts } from '#contract/locales.ts'
import { search, searchable, type Searchable } from '#contract/rules/search.ts'
import { say } from '#server/texts.ts'
import { CITIES, cityOf, DISTRICTS } from './lists.ts'

/** Words of a record in all five languages: what travellers copy from signs and guides is found in any of them. */

/** A sentence of the catalogues in every language. */
export const saidTexts = (id: string): Texts =>
  Object.fromEntries(LOCALES.map((locale) => [locale, say(locale, id)])) as Texts

type Text = Partial<Texts>
const all = (texts: readonly (Text | null | undefined)[]): string[] =>
  texts.flatMap((text) => Object.values(text ?? {}))

/** By a name, and by other texts; `districtCd` adds the names of the district and its city. */
export const wordsOf = (
  name: Text,
  texts: readonly (Text | null | undefined)[],
  districtCd?: string | null,
): Searchable =>
  searchable(
    new Set(all([name])),
    all([...texts, districtCd ? DISTRICTS[districtCd] : null, districtCd ? CITIES[cityOf(districtCd)] : null]),
  )

/** Makes the search of one kind of record: words are folded once for each record. */
export const searchOf = <T extends object>(words: (record: T) => Searchable) => {
  const known = new WeakMap<T, Searchable>()
  const of = (record: T): Searchable => {
    const made = known.get(record) ?? words(record)
    known.set(record, made)
    return made
  }
  return (keyword: string | undefined, list: readonly T[]): T[] => search(keyword ?? '', list, of)
}
