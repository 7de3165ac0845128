import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { BCP47, LOCALES, type Locale } from '#contract/locales.ts'

/** Fonts of `server/pdf/fonts`, written by `scripts/receiptFonts.ts`. They take 7 MB: only the thread of receipts loads them. */
const FONT_NAMES = ['latin', 'kr', 'jp', 'sc', 'tc'] as const
export type FontName = (typeof FONT_NAMES)[number]

/**
 * The order in which fonts are searched for a character. Han characters have other shapes in each region, so the font
 * of the language comes before those of the others; no font but `latin` has Latin letters and digits.
 */
const SEARCH_ORDER: Record<Locale, readonly FontName[]> = {
  en: ['latin', 'kr', 'sc', 'jp', 'tc'],
  ko: ['latin', 'kr', 'sc', 'jp', 'tc'],
  chs: ['sc', 'latin', 'kr', 'jp', 'tc'],
  cht: ['tc', 'latin', 'kr', 'sc', 'jp'],
  jp: ['jp', 'latin', 'kr', 'sc', 'tc'],
}

/** Stands for a character that no font has (the “geta” of Japanese print). */
export const MISSING = '〓'
const MISSING_FONT: FontName = 'jp'

const loaded = new Map<FontName, Font>()

/** Returns a font; reads and decompresses it at its first use. */
const load = (name: FontName): Font => {
  const cached = loaded.get(name)
  if (cached) return cached
  const font = create(brotliDecompressSync(readFileSync(new URL(`fonts/${name}.ttf.br`, import.meta.url))))
  if (!('layout' in font)) throw new Error(`the font ${name} is a collection`)
  loaded.set(name, font)
  return font
}

/**
 * Returns a font for one document: with the tables of the loaded font, and a cache of glyphs of its own. At the end of
 * a document that cache holds parts of accented letters as glyphs without a character. A next document that used the
 * same cache would draw these glyphs for plain letters, which then could not be copied.
 */
export const openFont = (name: FontName): Font => Object.assign(Object.create(load(name)) as Font, { _glyphs: {} })

const hasAll = (font: Font, cluster: string): boolean =>
  Array.from(cluster).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

/** Control characters, direction marks, joiners and variation selectors: no font of ours has a glyph for them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu

/** Returns a text as it is drawn: composed, with plain spaces, without invisible characters. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Zs}\t\r\n]+/gu, ' ')
    .replaceAll(INVISIBLE, '')

const segmenters = Object.fromEntries(
  LOCALES.map((locale) => [locale, new Intl.Segmenter(BCP47[locale], { granularity: 'grapheme' })]),
) as Record<Locale, Intl.Segmenter>

/** Returns the characters that a reader sees; a letter with its combining marks is one. */
export const clustersOf = (text: string, locale: Locale): string[] =>
  Array.from(segmenters[locale].segment(text), ({ segment }) => segment)

/** A piece of text in one font. */
export interface Run {
  font: FontName
  text: string
}

const runOf = (cluster: string, locale: Locale): Run => {
  const font = SEARCH_ORDER[locale].find((name) => hasAll(load(name), cluster))
  return font ? { font, text: cluster } : { font: MISSING_FONT, text: MISSING }
}

/** Splits a `drawable` text into runs of one font each; a character that no font has becomes `MISSING`. */
export const runsOf = (text: string, locale: Locale): Run[] => {
  const runs: Run[] = []
  for (const cluster of clustersOf(text, locale)) {
    const run = runOf(cluster, locale)
    const last = runs.at(-1)
    if (last?.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}
