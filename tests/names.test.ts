import { describe, expect, test } from 'vitest'
import { LOCALES, type Texts } from '#contract/locales.ts'
import { readSeed } from '#server/modules/catalogue/service.ts'

const { items } = readSeed<{ items: { id: string; name: Texts }[] }>('venues')

/**
 * Returns all characters of a legacy two-byte encoding. Each encoding has its own script and hardly any character of
 * the others.
 */
const charactersOf = (label: string, rows: [number, number], cells: [number, number][]): Set<string> => {
  const decoder = new TextDecoder(label)
  const all = new Set<string>()
  for (let row = rows[0]; row <= rows[1]; row += 1)
    for (const [from, to] of cells)
      for (let cell = from; cell <= to; cell += 1) all.add(decoder.decode(Uint8Array.of(row, cell)))
  return all
}

/** GB 2312, Big5 without its Hong Kong rows, JIS X 0208. */
const SCRIPTS: Partial<Record<keyof Texts, Set<string>>> = {
  chs: charactersOf('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]),
  cht: charactersOf(
    'big5',
    [0xa4, 0xf9],
    [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  ),
  jp: charactersOf('euc-jp', [0xb0, 0xf4], [[0xa1, 0xfe]]),
}
/** In Korean names (伽倻), and in none of these encodings. */
const KOREAN = new Set(['倻'])

test('the encodings distinguish the scripts', () => {
  const has = (locale: keyof Texts, text: string) => [...text].map((one) => SCRIPTS[locale]?.has(one))
  expect(has('chs', '汤湯泽澤')).toEqual([true, false, true, false])
  expect(has('cht', '汤湯泽澤')).toEqual([false, true, false, true])
  expect(has('jp', '沢泽館馆')).toEqual([true, false, true, false])
})

test.each(LOCALES)('each of 111 partners has a name of its own in %s, in the script of that language', (locale) => {
  const names = items.map(({ name }) => name[locale])
  expect(new Set(names.filter((name) => name?.trim() === name && name !== '')).size).toBe(111)
  const strange = names.filter((name) =>
    [...name].some((one) => {
      if (/\p{Script=Hangul}/u.test(one)) return locale !== 'ko'
      if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(one)) return locale !== 'jp'
      if (!/\p{Script=Han}/u.test(one)) return false
      return !SCRIPTS[locale]?.has(one) && !KOREAN.has(one)
    }),
  )
  expect(strange).toEqual([])
})

/**
 * Mainland China has a word for outlets; Taiwan uses the English one. No brand is so well known that its Latin name
 * alone would do.
 */
const LATIN_IN_TAIWAN = new Set(['v-lotte-premium-outlets-dongbusan', 'v-shinsegae-premium-outlets-busan'])

test.each(['venues', 'attractions'])(
  '%s: Chinese names say what each place is, and have the same foreign brand in both scripts',
  (seed) => {
    const named = readSeed<{ items: { id: string; name: Texts }[] }>(seed).items
    const latin = (name: string): string => (name.match(/[A-Za-z]+/g) ?? []).join(' ')
    expect(named.length).toBeGreaterThan(50)
    expect(named.flatMap(({ name: { chs, cht } }) => [chs, cht].filter((one) => !/\p{Script=Han}/u.test(one)))).toEqual(
      [],
    )
    const apart = named.filter(({ name: { chs, cht } }) => latin(chs) !== latin(cht)).map(({ id }) => id)
    expect(new Set(apart)).toEqual(seed === 'venues' ? LATIN_IN_TAIWAN : new Set())
  },
)

test('a partner that is named after its place uses the place’s name as it is translated elsewhere', () => {
  /** Removes the suffix for a district, county or city. */
  const bare = (name: string): string => name.replace(/[구군시区區郡市]$/u, '')
  const { lines } = readSeed<{ lines: { stations: { name: Texts }[] }[] }>('metro')
  const places = [
    ...Object.values(readSeed<Record<string, Texts>>('districts')),
    ...lines.flatMap(({ stations }) => stations.map(({ name }) => name)),
  ]
  const checkedNames = new Set<string>()
  const wrong: string[] = []
  for (const place of places)
    for (const { name } of items) {
      const korean = bare(place.ko)
      if (korean.length < 2 || !name.ko.startsWith(korean)) continue
      checkedNames.add(name.ko)
      for (const locale of ['chs', 'cht', 'jp'] as const)
        if (!name[locale].includes(bare(place[locale]))) wrong.push(name[locale])
    }
  expect(checkedNames.size).toBeGreaterThan(30)
  // Guide books write the noodles this way, and the station 伽倻.
  expect(wrong).toEqual(['伽耶ミルミョン本店'])
})

describe('short names of attractions', () => {
  const places = readSeed<{ items: { id: string; name: Texts; shortName?: Texts; pass: { included: boolean } }[] }>(
    'attractions',
  ).items.filter(({ pass }) => pass.included)
  /** Width in ems, roughly: a Han, Hangul or kana character is one wide, any other about a half. */
  const width = (text: string): number =>
    [...text].reduce(
      (sum, one) => sum + (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}ー]/u.test(one) ? 1 : 0.58),
      0,
    )
  /** A porthole of five in a row on a phone of 360 px holds two lines of this width. */
  const LINE_EM = 4.7

  test.each(LOCALES)('a name of a place that passes include fits on two lines under a porthole in %s', (locale) => {
    const tooLong = places.flatMap(({ name, shortName = name }) => {
      const text = shortName[locale]
      return width(text) > 2 * LINE_EM ? [text] : []
    })
    expect(tooLong).toEqual([])
  })

  test.each(LOCALES)('no two places have the same in %s', (locale) => {
    const texts = places.map(({ name, shortName = name }) => shortName[locale])
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})
