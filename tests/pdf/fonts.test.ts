import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { drawable, MISSING, runsOf } from '#server/pdf/fonts.ts'
import { ROOT } from '../harness/documents.ts'
import { NAMES } from './names.ts'

/** The fonts of receipts have a glyph for every text and name. `scripts/receiptFonts.ts` writes them. */

/** Returns the characters of a text that no font has. */
const missingOf = (text: string, locale: Locale): string[] =>
  Array.from(drawable(text)).filter(
    (character) => character !== MISSING && runsOf(character, locale).some((run) => run.text === MISSING),
  )

const textsIn = (value: unknown, locale: Locale): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, field]) =>
        typeof field === 'string' && key === locale ? [field] : textsIn(field, locale),
      )

test.each(LOCALES)('every text of the application and the seeds in %s has its glyphs', (locale) => {
  const catalogue = parsePo(readFileSync(join(ROOT, 'locales', `${locale}.po`), 'utf8')).items
  const seeds = globSync('server/db/seed/*.json', { cwd: ROOT }).flatMap((file) =>
    textsIn(JSON.parse(readFileSync(join(ROOT, file), 'utf8')), locale),
  )
  const characters = [...new Set([...catalogue.flatMap(({ msgstr }) => msgstr), ...seeds].join(''))].join('')
  expect(characters.length).toBeGreaterThan(60)
  expect(missingOf(characters, locale)).toEqual([])
})

test.each(Object.entries(NAMES))('names of visitors from %s have their glyphs in every language', (_, names) => {
  expect(names.length).toBeGreaterThan(16)
  for (const locale of LOCALES) expect(missingOf(names.join(''), locale)).toEqual([])
})

test('a character of no font is replaced, and takes nothing around it along', () => {
  expect(runsOf('Anna ไ Lee', 'en').map(({ text }) => text)).toEqual(['Anna ', MISSING, ' Lee'])
})

test('a letter and its combining marks are drawn in one font', () => {
  for (const locale of LOCALES) expect(runsOf('Ẹ̀', locale)).toEqual([{ font: 'latin', text: 'Ẹ̀' }])
})

test('Han characters take the shapes of the language, and rarer ones those of another', () => {
  const fontOf = (text: string, locale: Locale) => runsOf(text, locale).map(({ font }) => font)
  expect([fontOf('合計', 'jp'), fontOf('合計', 'cht'), fontOf('合计', 'chs')]).toEqual([['jp'], ['tc'], ['sc']])
  expect(fontOf('𠮷', 'chs')).toEqual(['jp'])
  expect(fontOf('똠', 'jp')).toEqual(['kr'])
})

test('direction marks, joiners and decomposed letters do not reach the page', () => {
  expect(drawable('A\u202Ebc\u200D d\u00A0e\uFE0F \u1112\u1161\u11ab e\u0301')).toBe('Abc d e 한 é')
})
