import { LOCALES, type Texts } from '#contract/locales.ts'
import { searchable, type Searchable } from '#contract/rules/search.ts'
import { translate } from '#server/texts.ts'
import { CITIES, cityOf, DISTRICTS } from './areas.ts'

/** Search texts in every language: travellers search for what they copied from signs and guides in any of them. */

/** Returns a message of the server's catalogues in every language. */
export const messageTexts = (id: string): Texts =>
  Object.fromEntries(LOCALES.map((locale) => [locale, translate(locale, id)])) as Texts

type Text = Partial<Texts>
const all = (texts: readonly (Text | null | undefined)[]): string[] =>
  texts.flatMap((text) => Object.values(text ?? {}))

/**
 * Builds the search text of a record from its name and other texts; `districtCd` adds the names of district and city.
 */
export const searchTextOf = (
  name: Text,
  texts: readonly (Text | null | undefined)[],
  districtCd?: string | null,
): Searchable =>
  searchable(
    new Set(all([name])),
    all([...texts, districtCd ? DISTRICTS[districtCd] : null, districtCd ? CITIES[cityOf(districtCd)] : null]),
  )
