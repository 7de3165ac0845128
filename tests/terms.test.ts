import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { LOCALES, type Locale, type Texts } from '#contract/locales.ts'
import { LANGUAGE_SAMPLES } from './harness/languages.ts'

/** Each thing has one term (locales/GLOSSARY.md); catalogues and seeds use none of its variants. */

const ROOT = new URL('..', import.meta.url)

/** Returns the sentences of the catalogue and of the seeds, each with its place. */
const sentencesOf = async (locale: Locale): Promise<[place: string, text: string][]> => {
  const catalogue = await readFile(new URL(`locales/${locale}.po`, ROOT), 'utf8')
  const messages = catalogue
    .split('\n\n')
    .slice(1)
    .map((block): [string, string] => [
      /^msgid "(.*)"$/m.exec(block)?.[1] ?? '',
      block.slice(block.indexOf('\nmsgstr ')),
    ])
  const files = (await readdir(new URL('server/db/seed/', ROOT))).filter((name) => name.endsWith('.json'))
  const walk = (value: unknown, place: string): [string, string][] => {
    if (typeof value === 'string') return place.endsWith(`.${locale}`) ? [[place, value]] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, `${place}.${key}`))
  }
  const seeds = await Promise.all(
    files.map(async (name) => walk(JSON.parse(await readFile(new URL(`server/db/seed/${name}`, ROOT), 'utf8')), name)),
  )
  return [...messages, ...seeds.flat()]
}

test.each(LOCALES)('in %s, texts use the terms of the glossary', async (locale) => {
  const { variants } = LANGUAGE_SAMPLES[locale]
  const sentences = await sentencesOf(locale)
  expect(sentences.length).toBeGreaterThan(1500)
  expect(sentences.filter(([, text]) => variants?.test(text))).toEqual([])
})

/** Returns the rendering of an English term; the English one where the glossary has none yet. */
const termIn = async (locale: Locale, english: string): Promise<string> => {
  const [columns = [], ...rows] = (await readFile(new URL('locales/GLOSSARY.md', ROOT), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const row = rows.find((cells) => cells[columns.indexOf('en')] === english)
  if (!row) throw new Error(`the glossary has no term ${english}`)
  return row[columns.indexOf(locale)] || english
}

const readSeed = async <T>(name: string): Promise<T[]> =>
  (JSON.parse(await readFile(new URL(`server/db/seed/${name}.json`, ROOT), 'utf8')) as { items: T[] }).items

/** A discount starts no time, and yet a pass that was used for one is not refunded (decision 0067). */
test.each(LOCALES)(
  'in %s, the texts about the activation of a pass say that a discount ends refunds too',
  async (locale) => {
    const faq = await readSeed<{ id: string; answer: Texts }>('faq')
    const terms = await readSeed<{ id: string; sections: { order: number; body: Texts }[] }>('terms')
    const texts = [
      ...['faq-04', 'faq-19'].map((wanted) => faq.find(({ id }) => id === wanted)?.answer),
      terms.find(({ id }) => id === 'refund')?.sections.find(({ order }) => order === 2)?.body,
    ].map((text) => text?.[locale])
    const [discount, refund] = await Promise.all(['discount', 'refund'].map((english) => termIn(locale, english)))
    for (const text of texts) {
      expect(text).toContain(discount)
      expect(text).toContain(refund)
    }
  },
)

test('a unit for sale has the same number in every language', async () => {
  const { units } = JSON.parse(await readFile(new URL('server/db/seed/availability.json', ROOT), 'utf8')) as {
    units: Record<string, Record<Locale, string>>
  }
  const counted = Object.entries(units).filter(([, { en }]) => /\d/.test(en))
  const different = counted.filter(([, { en, ...translations }]) => {
    const count = /\d+/.exec(en)?.[0] ?? ''
    return Object.values(translations).some((text) => !text.includes(count))
  })
  expect(counted.length).toBeGreaterThan(0)
  expect(different).toEqual([])
})

test('goods whose unit names a number of people are for that many', async () => {
  const { units, departures } = JSON.parse(
    await readFile(new URL('server/db/seed/availability.json', ROOT), 'utf8'),
  ) as { units: Record<string, Record<Locale, string>>; departures: Record<string, { unit?: string; people?: number }> }
  const counted = Object.entries(departures).flatMap(([goods, { unit = 'person', people }]) => {
    const count = /\d+/.exec(units[unit]?.en ?? '')?.[0]
    return count === undefined ? [] : [{ goods, people, named: Number(count) }]
  })
  expect(counted.length).toBeGreaterThan(0)
  expect(counted.filter(({ people, named }) => people !== named)).toEqual([])
})
