import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'

/**
 * `node scripts/copyEnglish.ts`: copies the English texts of catalogues and seeds to each language that lacks them, so
 * that the product runs in a new language before its texts are translated. Run it after `npm run messages`.
 */

/** An object of texts only, which keeps its layout: on one line or on several. */
const FLAT_OBJECT = /\{(?:\s*"\w+": "(?:[^"\\]|\\.)*",?)+\s*\}/g

/** Returns a seed with its English texts under `locale` where there is none. */
export const fillSeed = (seed: string, locale: Locale): string =>
  seed.replaceAll(FLAT_OBJECT, (object) => {
    const english = /"en": ("(?:[^"\\]|\\.)*")/.exec(object)?.[1]
    if (english === undefined || object.includes(`"${locale}": `)) return object
    const [, end = ''] = /(\s*)\}$/.exec(object) ?? []
    const [, gap = ' '] = /(\s+)"en": /.exec(object) ?? []
    return `${object.slice(0, -end.length - 1)},${gap}"${locale}": ${english}${end}}`
  })

/**
 * Returns an English message with the plural category `one` written as `=1`: languages without that category (Korean,
 * Japanese, Chinese) would show the form `other` for 1.
 */
export const withExactOne = (english: string): string => english.replaceAll(/(, plural, )one \{/g, '$1=1 {')

const fillCatalogue = async (folder: string, locale: Locale): Promise<void> => {
  const { parse, serialize } = formatter({ lineNumbers: false })
  const read = async (of: Locale) => {
    const filename = join(folder, `${of}.po`)
    const text = readFileSync(filename, 'utf8')
    return { filename, text, entries: await parse(text, { locale: of, sourceLocale: DEFAULT_LOCALE, filename }) }
  }
  const [english, own] = await Promise.all([read(DEFAULT_LOCALE), read(locale)])
  const empty = Object.entries(own.entries).filter(([, { translation }]) => !translation)
  if (empty.length === 0) return
  for (const [id, entry] of empty) entry.translation = withExactOne(english.entries[id]?.translation ?? '')
  const options = { locale, sourceLocale: DEFAULT_LOCALE, filename: own.filename, existing: own.text }
  writeFileSync(own.filename, await serialize(own.entries, options))
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const seeds = join(root, 'server/db/seed')
  for (const locale of LOCALES.filter((one) => one !== DEFAULT_LOCALE)) {
    await fillCatalogue(join(root, 'locales'), locale)
    for (const file of readdirSync(seeds)) {
      const seed = readFileSync(join(seeds, file), 'utf8')
      const filled = fillSeed(seed, locale)
      if (filled !== seed) writeFileSync(join(seeds, file), filled)
    }
  }
}
