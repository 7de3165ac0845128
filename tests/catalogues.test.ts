import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { beforeAll, expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { LANGUAGE_SAMPLES } from './harness/languages.ts'

/** Every sentence of the sources is in every catalogue, no other is, and placeholders match. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
type Catalogue = Record<
  string,
  { message?: string; translation?: string; obsolete?: boolean; origin?: [file: string, line?: number][] }
>
const catalogues: Record<string, Catalogue> = {}
let extracted: Catalogue = {}

beforeAll(async () => {
  const config = getConfig({ cwd: ROOT })
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('no catalogue in lingui.config.ts')
  for (const locale of LOCALES) catalogues[locale] = ((await catalog.read(locale)) ?? {}) as Catalogue
  extracted = ((await catalog.collect()) ?? {}) as Catalogue
}, 120_000)

/** Values that stand for one in the sentence of another language: `9折` names what is paid, `10% off` what is not. */
const STANDS_FOR: Record<string, string> = { pays: 'percent' }
/** Returns names in braces and numbered tags: `{name}`, `{count, plural, …}`, `<0>`. */
export const placeholders = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(/\{\s*(\w+)\s*[,}]|(<\/?\d+\/?>)/g)].map(
        (match) => STANDS_FOR[match[1] ?? ''] ?? match[1] ?? match[2] ?? '',
      ),
    ),
  ].toSorted()

const sentence = (id: string, entry: Catalogue[string] | undefined): string =>
  entry?.message ?? entry?.translation ?? id

test.each(LOCALES)('the catalogue of %s holds every sentence of the sources and nothing else', (locale) => {
  const held = Object.entries(catalogues[locale] ?? {}).filter(([, { obsolete }]) => !obsolete)
  const missing = Object.keys(extracted).filter((id) => !held.some(([heldId]) => heldId === id))
  const stale = held.map(([id]) => id).filter((id) => !(id in extracted))
  const empty = held.filter(([, { translation }]) => !translation).map(([id, entry]) => sentence(id, entry))
  expect({ missing: missing.map((id) => sentence(id, extracted[id])), stale, empty }).toEqual({
    missing: [],
    stale: [],
    empty: [],
  })
})

test('the English catalogue is equal to the sources', () => {
  const held = Object.entries(catalogues.en ?? {}).filter(([, { obsolete }]) => !obsolete)
  expect(held.map(([id, { translation }]) => [id, translation])).toEqual(
    held.map(([id, entry]) => [id, sentence(id, extracted[id] ?? entry)]),
  )
  expect(held.length).toBeGreaterThan(900)
})

test.each(LOCALES.filter((locale) => locale !== 'en'))(
  '%s keeps the placeholders of the English sentence',
  (locale) => {
    const different = Object.entries(catalogues[locale] ?? {}).filter(([id, { translation }]) => {
      const english = catalogues.en?.[id]
      return translation && String(placeholders(translation)) !== String(placeholders(english?.translation ?? ''))
    })
    expect(different.map(([, { translation }]) => translation)).toEqual([])
  },
)

/**
 * “One field needs your attention”: an English `one` form without the number needs an `=1` form, because other
 * languages use one form for all numbers.
 */
test.each(LOCALES.filter((locale) => locale !== 'en'))(
  '%s has an =1 form where the English form for one lacks the number',
  (locale) => {
    const own = Object.entries(catalogues.en ?? {})
      .filter(([, { translation = '' }]) => /, plural,/.test(translation))
      .filter(([, { translation = '' }]) => !/ one \{[^}]*#/.test(translation))
    expect(own.length).toBeGreaterThan(3)
    expect(own.map(([id]) => catalogues[locale]?.[id]?.translation).filter((text) => !text?.includes('=1 {'))).toEqual(
      [],
    )
  },
)

test('screens take the name of a code from its own entry, not from a copy', () => {
  const codes = Object.entries(catalogues.en ?? {}).filter(([id]) => /^code\.(?:category|facility|gender)\./.test(id))
  expect(codes.length).toBeGreaterThan(20)
  const names = new Set(codes.map(([, { translation }]) => translation))
  const copies = Object.entries(catalogues.en ?? {}).filter(
    ([id, { translation }]) => !id.startsWith('code.') && names.has(translation),
  )
  expect(copies.map(([, { translation }]) => translation)).toEqual([])
})

/** The specification gives the first words of these messages (spec 8.21 to 8.23); the rest is ours. */
test.each([
  'Please enter your email address according to the correct format',
  'Password does not match',
  'Please enter at least 5 characters',
])('a message of the form begins “%s”', (beginning) => {
  expect(
    Object.values(extracted)
      .map((entry) => entry.message ?? '')
      .concat(Object.keys(extracted)),
  ).toContainEqual(expect.stringMatching(new RegExp(`^${beginning}[.,]`)))
})

/** As their makers write them. */
const WALLET_NAMES = new Set(['Apple 钱包', 'Google 钱包', 'Apple 錢包', 'Google 錢包'])

/** Chinese has no spaces between Han and Latin letters; product names keep the space within a proper name. */
test.each(['chs', 'cht'] as const)(
  'in %s, no space stands between a Chinese character and a Latin letter or number',
  (locale) => {
    const spaced = Object.values(catalogues[locale] ?? {})
      .map(({ translation = '' }) => translation)
      .filter((text) => /[\p{sc=Han}，。：；？！] (?=[\w{₩#])|[\w}%] (?=\p{sc=Han})/u.test(text))
    expect(spaced.filter((text) => !text.startsWith('{passType} ') && !WALLET_NAMES.has(text))).toEqual([])
  },
)

/** Refusals of a purchase or booking that come before any payment. */
const UNCHARGED =
  /^error\.E_(?:SOLD_OUT|NOT_ON_SALE|PRICE_CHANGED|QUOTE_EXPIRED|HOLD_OVER|HOLDS|NO_ROOM|RESERVE_DATE|COUPON|PROMO_CODE|POINTS|PAYMENT_METHOD|GATEWAY)$/
test.each(LOCALES)('in %s, each refusal before a payment says that nothing was charged', (locale) => {
  const texts = Object.entries(catalogues[locale] ?? {}).filter(([id]) => UNCHARGED.test(id))
  expect(texts.length).toBeGreaterThanOrEqual(13)
  const { notCharged } = LANGUAGE_SAMPLES[locale]
  expect(texts.filter(([, { translation = '' }]) => !notCharged.test(translation))).toEqual([])
})

/** The chat also closes at lunch and opens again the same day; the hours of a place say that its day is over. */
test.each(['ko', 'chs', 'cht', 'jp'] as const)(
  'in %s, a live chat that is closed does not say that the day is over',
  (locale) => {
    const textIn = (file: string): string | undefined => {
      const [id] =
        Object.entries(extracted).find(
          ([, entry]) => entry.message === 'Closed now' && entry.origin?.some(([origin]) => origin.endsWith(file)),
        ) ?? []
      return id && catalogues[locale]?.[id]?.translation
    }
    expect(textIn('liveChatScreen.tsx')).toBeTruthy()
    expect(textIn('attraction/hours.ts')).toBeTruthy()
    expect(textIn('liveChatScreen.tsx')).not.toBe(textIn('attraction/hours.ts'))
  },
)

/** Text between tags that is not translated. Punctuation, digits, units of the pass and the brand are exempt. */
const WORDS = /^\s*(?=.*\p{L}{2})(?!(?:Harbor Pass|KRW|QR|24H|48H|Big3|Big5|EN)\s*$)[^<>{}]+$/u
/** Returns texts in JSX that no catalogue contains. */
export const literals = (source: string): string[] =>
  [
    ...source
      .replaceAll(/<(Trans|Plural)\b[\s\S]*?<\/\1>/g, '')
      .matchAll(/<[a-zA-Z][\w.]*(?:\s[^<>]*)?(?<!=)>([^<>{}]+)<\//g),
  ]
    .map((match) => match[1] ?? '')
    .filter((text) => WORDS.test(text))
    .map((text) => text.trim())

test('no screen has an untranslated text', () => {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.') && !file.includes('.gen.'),
  )
  const untranslated = files.flatMap((file) =>
    literals(readFileSync(`${ROOT}src/${file}`, 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(untranslated).toEqual([])
})

test('the searches of this file find what they look for', () => {
  expect(literals('<p>Hello there</p><p><Trans>Known <b>word</b></Trans></p><b>{name}</b>')).toEqual(['Hello there'])
  expect(placeholders('{n, plural, one {# day} other {# days}} <0>of</0> {name}')).toEqual(['</0>', '<0>', 'n', 'name'])
})
