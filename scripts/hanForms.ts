/**
 * Writes the forms of Han characters by which searches compare: traditional, Taiwanese and Japanese forms become the
 * simplified one. Only characters that stand in our data, in any form, are in the table. Run by hand after the data has
 * new characters: `npx node scripts/hanForms.ts`; a test fails until then.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { ConverterFactory } from 'opencc-js/core'
import { from, to } from 'opencc-js/preset'

const SEEDS = new URL('../server/db/seed/', import.meta.url)
const TARGET = new URL('../contract/rules/hanForms.gen.ts', import.meta.url)
/** All Han characters that dictionaries of common use have. */
const FIRST = 0x4e00
const LAST = 0x9fff

const { jp, tw } = from
const { cn } = to
if (!jp || !tw || !cn) throw new Error('OpenCC lacks a table')
const fromJapanese = ConverterFactory(jp, cn)
const fromTraditional = ConverterFactory(tw, cn)
const simplified = (character: string): string => {
  const form = fromTraditional(character)
  return form === character ? fromJapanese(character) : form
}

const texts = readdirSync(SEEDS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readFileSync(new URL(name, SEEDS), 'utf8'))
const used = new Set(texts.flatMap((text) => text.match(/\p{sc=Han}/gu) ?? []).map(simplified))

const forms = Array.from({ length: LAST - FIRST + 1 }, (_, nth) => String.fromCodePoint(FIRST + nth))
  .map((character) => [character, simplified(character)] as const)
  .filter(([character, form]) => form !== character && [...form].length === 1 && used.has(form))

writeFileSync(
  TARGET,
  [
    '/* Written by scripts/hanForms.ts from the tables of OpenCC (Apache-2.0). */',
    `export const FORMS = '${forms.map(([character]) => character).join('')}'`,
    `export const SIMPLIFIED = '${forms.map(([, form]) => form).join('')}'`,
    '',
  ].join('\n'),
)
