import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BCP47, LOCALE_NAMES, LOCALES, type Locale } from '#contract/locales.ts'
import { read, ROOT } from './harness/documents.ts'

/** What a language needs besides what the compiler asks for: seeded texts, styles, documents. */

/** Returns the places of texts that a language lacks, below a value of the seed. */
const missingTexts = (value: unknown, place: string): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const isText = entries.some(([key]) => key === 'en') || entries.some(([key]) => LOCALES.some((one) => one === key))
  if (!isText)
    return entries.flatMap(([key, inner]) => {
      const id = Array.isArray(value) && typeof inner === 'object' && inner !== null && 'id' in inner && inner.id
      return missingTexts(inner, `${place} ${typeof id === 'string' ? id : key}`)
    })
  const texts = new Map<string, unknown>(entries)
  return LOCALES.filter((locale) => !String(texts.get(locale) ?? '').trim()).map((locale) => `${place}.${locale}`)
}

const seeds = readdirSync(`${ROOT}/server/db/seed`).filter((file) => file.endsWith('.json'))

describe('seeded texts', () => {
  test.each(seeds)('%s has each text in every language', (file) => {
    expect(missingTexts(JSON.parse(read(`server/db/seed/${file}`)), file)).toEqual([])
  })

  test('a text that is missing or empty is found, and named by its place', () => {
    const all = Object.fromEntries(LOCALES.map((locale) => [locale, 'text']))
    const { ko: _, ...withoutKorean } = all
    const seed = {
      items: [
        { id: 'faq-1', answer: withoutKorean, order: 1 },
        { id: 'faq-2', answer: all },
      ],
      hours: {},
    }
    expect(missingTexts(seed, 'faq.json')).toEqual(['faq.json items faq-1 answer.ko'])
    expect(missingTexts([{ ...all, jp: ' ' }, { en: 'only' }], 'x')).toEqual([
      'x 0.jp',
      ...LOCALES.filter((locale) => locale !== 'en').map((locale) => `x 1.${locale}`),
    ])
  })
})

/** Scripts that need a font of their own and no letter spacing; their lines break by rules of their own. */
const EAST_ASIAN = new Set(['Kore', 'Jpan', 'Hans', 'Hant'])
const styles = read('src/ui/languages.css').replaceAll(/\/\*[^]*?\*\//g, '')

/** Returns the properties that `languages.css` sets for a language. */
const stylesOf = (locale: Locale): Set<string> => {
  const tag = BCP47[locale]
  const matches = (selector: string): boolean =>
    [...selector.matchAll(/:lang\(([\w-]+)\)/g)].some(([, range = '']) => tag === range || tag.startsWith(`${range}-`))
  return new Set(
    [...styles.matchAll(/([^{}]+)\{([^}]*)\}/g)]
      .filter(([, selector = '']) => matches(selector))
      .flatMap(([, , body = '']) => [...body.matchAll(/([\w-]+):/g)].map(([, property = '']) => property)),
  )
}

describe('styles', () => {
  const scriptOf = (locale: Locale) => new Intl.Locale(BCP47[locale]).maximize().script ?? ''

  test.each(LOCALES.filter((locale) => scriptOf(locale) !== 'Latn'))('%s has a font of its own', (locale) => {
    expect([...stylesOf(locale)]).toContain('--font')
  })

  test.each(LOCALES.filter((locale) => EAST_ASIAN.has(scriptOf(locale))))(
    '%s has no letter spacing, and rules for breaking lines',
    (locale) => {
      const properties = [...stylesOf(locale)]
      expect(properties).toEqual(expect.arrayContaining(['--tight', '--tighter']))
      expect(properties.filter((one) => ['word-break', 'line-break'].includes(one))).not.toEqual([])
    },
  )
})

describe('documents', () => {
  test.each(['1.29', '9.1'])('clause %s of the specification has the languages, in their order', (clause) => {
    const text = read('docs/spec.md')
      .split('\n')
      .find((line) => line.startsWith(`- **${clause}** `))
    const [list = ''] = text?.split(';') ?? []
    expect([...list.matchAll(/`([a-z]+)`/g)].map(([, locale]) => locale)).toEqual([...LOCALES])
  })

  test.each(LOCALES)('the glossary of terms has a column for %s', (locale) => {
    const header = read('locales/GLOSSARY.md')
      .split('\n')
      .find((line) => line.startsWith('| term |'))
    expect(header?.split('|').map((cell) => cell.trim())).toContain(locale)
  })

  test('README and glossary name every language', () => {
    const readme = read('README.md')
    expect(LOCALES.filter((locale) => !readme.includes(LOCALE_NAMES[locale]))).toEqual([])
    const line = read('docs/glossary.md')
      .split('\n')
      .find((each) => each.startsWith('Languages have short names'))
    expect(LOCALES.filter((locale) => !line?.includes(`\`${locale}\``))).toEqual([])
  })
})
