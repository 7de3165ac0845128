import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { LANGUAGE_SAMPLES } from './harness/languages.ts'

/** A button or page that a text names in quotation marks must exist under that name in the reader's language. */

const FOLDER = fileURLToPath(new URL('../locales/', import.meta.url))
/** Returns the names in quotation marks; “A＞B” is two. An apostrophe within a word is no quotation mark. */
const quoted = (text: string): string[] =>
  [...text.matchAll(/“([^”]*)”|(?<!\p{L})‘([^’]*)’|「([^」]*)」|『([^』]*)』/gu)].flatMap((match) =>
    (match.slice(1).find((name) => name !== undefined) ?? '').split('＞'),
  )

const textsOf = async (locale: Locale): Promise<string[]> => {
  const filename = `${FOLDER}${locale}.po`
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  return Object.values(catalogue).map(({ translation = '' }) => translation)
}

test('names in the quotation marks of each language are found', () => {
  expect(quoted('Open “My Pass”, don’t wait; ‘내 패스’에서 「マイパス」 「會員中心＞禮物」')).toEqual([
    'My Pass',
    '내 패스',
    'マイパス',
    '會員中心',
    '禮物',
  ])
})

test.each(LOCALES)('in %s, no text quotes a name that is not a label in the same language', async (locale) => {
  const texts = await textsOf(locale)
  const labels = new Set([...texts, ...LANGUAGE_SAMPLES[locale].foreignLabels])
  const names = texts.flatMap(quoted)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !labels.has(name))).toEqual([])
})
