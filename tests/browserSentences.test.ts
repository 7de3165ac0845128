import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Browser tests find elements by English sentences of the catalogue. This test finds a reworded sentence without a
 * browser.
 */

const ROOT = new URL('..', import.meta.url)

/** Returns the sentences that `translate('…')` or `(await loadTranslator('cht'))('…')` look up. */
const lookedUp = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:\btranslate(?:OnPhone|OnDesktop)?|\bloadTranslator\('\w+'\)\))\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g,
    ),
  ].map(([, single, double = '']) => (single ?? double).replaceAll(String.raw`\'`, "'"))

test('every sentence that a browser test looks up is in the catalogue', async () => {
  const catalogue = (await readFile(new URL('locales/en.po', ROOT), 'utf8')).replaceAll('"\n"', '')
  const sentences = new Set(
    [...catalogue.matchAll(/^msg(?:id|str) (".*")$/gm)].map(([, text = '']) => JSON.parse(text)),
  )
  const files = (await readdir(new URL('e2e/', ROOT), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const all = await Promise.all(
    files.map(async (name) =>
      lookedUp(await readFile(new URL(`e2e/${name}`, ROOT), 'utf8')).map((sentence) => ({ name, sentence })),
    ),
  )
  expect(all.flat().length).toBeGreaterThan(100)
  expect(all.flat().filter(({ sentence }) => !sentences.has(sentence))).toEqual([])
})
