import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { NEWS } from '#server/modules/news/kinds.ts'
import { OFFER_PATHS } from '#server/modules/news/offer.ts'
import { LANGUAGE_SAMPLES } from './harness/languages.ts'

/** Where news and pushes lead, and which screens the seeded texts name. */

const tree = await readFile('src/routeTree.gen.ts', 'utf8')
const screens = new Set([...tree.matchAll(/fullPath: '(\/[^']*?)\/?'/g)].map(([, path = '']) => path || '/'))

test.each(Object.entries(NEWS))('news of the kind %s leads to a screen that exists', (_, { path }) => {
  expect([...screens]).toContain(path)
})

test.each(OFFER_PATHS)('an offer may lead to %s, which exists', (path) => {
  expect([...screens]).toContain(path)
})

/** Seeded texts that tell people where to go. Terms are left out: they also quote names of states. */
const LEADING = ['faq', 'notices', 'promotions', 'support']

/** Returns the texts of one language below a value, each with its place. */
const textsOf = (value: unknown, locale: Locale, place: string): [place: string, text: string][] => {
  if (typeof value === 'string') return place.endsWith(`.${locale}`) ? [[place, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, locale, `${place}.${key}`))
}

/** Returns the labels of navigation, My Page and the sign-in screens in one language. */
const entriesOf = async (locale: Locale): Promise<Set<string>> =>
  new Set(
    (await readFile(`locales/${locale}.po`, 'utf8'))
      .split('\n\n')
      .filter((block) =>
        /^#: src\/routes\/(?:-navigation\.ts|myPage\/(?:index|-parts\/myPageScreen)\.tsx|login\/)/m.test(block),
      )
      .map((block) => /^msgstr "(.+)"$/m.exec(block)?.[1] ?? ''),
  )

test.each(LOCALES)('in %s a seeded text names no screen that does not exist', async (locale) => {
  const patterns = LANGUAGE_SAMPLES[locale].screenNames
  const entries = await entriesOf(locale)
  const seeds = await Promise.all(
    LEADING.map(async (name) =>
      textsOf(JSON.parse(await readFile(`server/db/seed/${name}.json`, 'utf8')), locale, name),
    ),
  )
  const names = seeds
    .flat()
    .flatMap(([place, text]) =>
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => ({ place, name: name.trim() }))),
    )
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter(({ name }) => !entries.has(name))).toEqual([])
})
