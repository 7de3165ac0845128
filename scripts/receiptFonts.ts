import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { parsePo } from 'pofile-ts'
import subsetFont from 'subset-font'
import { LOCALES, type Locale } from '#contract/locales.ts'

/**
 * Writes the fonts of receipts (`server/pdf/fonts`): `node scripts/receiptFonts.ts <folder>`. Run it when
 * `tests/pdf/fonts.test.ts` reports a text without a glyph. The complete fonts are 340 MB, so they are installed for
 * this only, into a folder of its own: `npm install --prefix <folder> --save-exact` with the packages of `SOURCES`.
 */

const ROOT = resolve(import.meta.dirname, '..')
const TARGET = join(ROOT, 'server', 'pdf', 'fonts')

const SOURCES = {
  latin: '@expo-google-fonts/noto-sans@0.4.2',
  kr: '@expo-google-fonts/noto-sans-kr@0.4.3',
  jp: '@expo-google-fonts/noto-sans-jp@0.4.3',
  sc: '@expo-google-fonts/noto-sans-sc@0.4.3',
  tc: '@expo-google-fonts/noto-sans-tc@0.4.3',
} as const
type FontName = keyof typeof SOURCES

const FIRST_NOT_LATIN = 0x2000
/** Characters of names that no list of the national standards below has. */
const NAME_VARIANTS =
  '髙﨑𠮷濵邉邊德栁槗桒祐禎穣禮彅喆堃镕珅玥琀昇昕晟炜煊珺琪瑄璟皓祎翀芃芮芷荇菡蓥蘅贇赟靓韫頔颋骎黟鋆锜雩雱霈奭囍'

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset))

/** Letters of Latin, Greek and Cyrillic with combining marks, punctuation, currencies and signs. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2bb, 0x2bc],
  [0x300, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20a0, 0x20c0],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
].flatMap(([first = 0, last = 0]) => range(first, last))

/** Returns the Han characters of two-byte codes: `rows` is the range of the first byte. */
const hanOf = (encoding: string, rows: readonly [number, number], columnFirst = 0xa1): string[] => {
  const decoder = new TextDecoder(encoding)
  return range(...rows)
    .flatMap((row) =>
      range(columnFirst, 0xfe).map((column) =>
        decoder.decode(Uint8Array.of(row.codePointAt(0) ?? 0, column.codePointAt(0) ?? 0)),
      ),
    )
    .filter((text) => [...text].length === 1 && /\p{Script=Han}/u.test(text))
}

/** Returns all texts in `locale` below `value`, an object of a seed. */
const textsIn = (value: unknown, locale: Locale): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, field]) =>
        typeof field === 'string' ? (key === locale ? [field] : []) : textsIn(field, locale),
      )

/** Returns the characters of all texts of the application and the seeds in one language, without Latin letters. */
const charactersOf = (locale: Locale): Set<string> => {
  const catalogue = parsePo(readFileSync(join(ROOT, 'locales', `${locale}.po`), 'utf8')).items
  const seeds = globSync('server/db/seed/*.json', { cwd: ROOT }).flatMap((file) =>
    textsIn(JSON.parse(readFileSync(join(ROOT, file), 'utf8')), locale),
  )
  const all = [...catalogue.flatMap(({ msgstr }) => msgstr), ...seeds].join('')
  return new Set([...all.normalize('NFC')].filter((character) => (character.codePointAt(0) ?? 0) >= FIRST_NOT_LATIN))
}

/**
 * Each language has its own shapes for its texts and its common characters. Rarer characters of names are in one font
 * only: with the shapes of all four regions, the fonts would take 10 MB.
 */
const characterSets = (): Record<FontName, Set<string>> => {
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, charactersOf(locale)])) as Record<
    Locale,
    Set<string>
  >
  const kana = [...range(0x3000, 0x30ff), ...range(0xff01, 0xff9f)]
  const firstLevel = hanOf('euc-jp', [0xb0, 0xcf])
  const jp = new Set([...texts.jp, ...kana, ...firstLevel, ...NAME_VARIANTS])
  const simplified = new Set([...texts.chs, ...hanOf('gbk', [0xb0, 0xf7])])
  const rare = hanOf('big5', [0xa4, 0xc6], 0x40).filter((character) => !texts.cht.has(character) && !jp.has(character))
  return {
    latin: new Set(LATIN),
    kr: new Set([...range(0x3131, 0x318e), ...range(0xac00, 0xd7a3), ...texts.ko]),
    jp,
    // No single font has all of the variants.
    sc: new Set([...simplified, ...rare, ...NAME_VARIANTS]),
    tc: texts.cht,
  }
}

/** Tables of vertical text and of screens. */
const UNUSED_TABLES = ['STAT', 'gasp', 'vhea', 'vmtx', 'VORG', 'BASE', 'meta', 'DSIG']

/** Returns the path of the regular weight of a font package below `folder`. Throws what to install. */
const sourceOf = (folder: string, source: string): string => {
  const pattern = join('node_modules', source.replace(/@[^@]+$/, ''), '400Regular', '*.ttf')
  const [file] = globSync(pattern, { cwd: folder })
  if (file === undefined)
    throw new Error(`npm install --prefix ${folder} --save-exact ${Object.values(SOURCES).join(' ')}`)
  return join(folder, file)
}

const write = async (folder: string): Promise<void> => {
  for (const [name, characters] of Object.entries(characterSets()) as [FontName, Set<string>][]) {
    const font = await subsetFont(readFileSync(sourceOf(folder, SOURCES[name])), [...characters].join(''), {
      targetFormat: 'sfnt',
      noHinting: true,
      dropTables: UNUSED_TABLES,
      // Marks are placed on letters that have no precomposed character. No substitutions (`ccmp`, `liga`): a glyph would
      // stand for two characters, and a copied text would have the wrong one. No kerning: each document would take 20 ms
      // to read its pairs.
      keepFeatures: name === 'latin' ? ['mark', 'mkmk'] : [],
    })
    const packed = brotliCompressSync(font, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: font.length,
      },
    })
    writeFileSync(join(TARGET, `${name}.ttf.br`), packed)
    console.log(`${name}: ${characters.size} characters, ${font.length} bytes, ${packed.length} compressed`)
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) throw new Error('node scripts/receiptFonts.ts <folder of the fonts>')
await write(resolve(folder))
