import { expect, test } from 'vitest'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { FORMS } from '#contract/rules/hanForms.gen.ts'
import { foldText, search } from '#contract/rules/search.ts'
import { searchTextById } from '#server/modules/catalogue/searchTextById.ts'
import { citySeed, seedCatalogue } from '#server/modules/catalogue/seed.ts'
import { HOSTILE, PLAIN, type Query } from './searchQueries.ts'

/** Returns at which place, from 1, a phone without a network finds the attraction that is meant; 0: not at all. */
const rankOffline = ({ locale, keyword, gdsUid }: Query): number =>
  filterAttractions(seedCatalogue(locale).attractions, { keyword }).findIndex((place) => place.gdsUid === gdsUid) + 1

/** The same for the server, which searches the texts of all languages. */
const rankOnServer = ({ keyword, gdsUid }: Query): number => {
  const { records } = citySeed()
  const searchText = searchTextById(records)
  return search(keyword, records.attractions, ({ id }) => searchText(id)).findIndex(({ id }) => id === gdsUid) + 1
}

const missing = (queries: readonly Query[], rankOf: (query: Query) => number, last: number): string[] =>
  queries.flatMap((query) => {
    const rank = rankOf(query)
    return rank > 0 && rank <= last ? [] : [`${query.locale} ${query.keyword}: ${rank}`]
  })

const WHERE = [
  { where: 'offline', rankOf: rankOffline },
  { where: 'on the server', rankOf: rankOnServer },
]
test.each(WHERE)(
  '$where, at least 95 %% of 80 plain keywords in five languages find what is meant first',
  ({ rankOf }) => {
    expect(PLAIN).toHaveLength(80)
    const misses = missing(PLAIN, rankOf, 1)
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(4)
  },
)

test.each(WHERE)(
  '$where, at least 90 %% of 20 hostile keywords find what is meant among the first three',
  ({ rankOf }) => {
    expect(HOSTILE).toHaveLength(20)
    const misses = missing(HOSTILE, rankOf, 3)
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(2)
  },
)

test('the table of Han forms has every traditional and Japanese form in our data', () => {
  const pairs = ['樂乐', '臺台', '駅驿', '廣广', '広广', '餅饼', '鐵铁', '鉄铁']
  for (const [form = '', simplified] of pairs) expect(foldText(form)).toBe(simplified)
  expect(new Set(FORMS).size).toBe([...FORMS].length)
})
