import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-en'
import { getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { CODE_TYPES } from '#contract/codes.ts'
import { openApiOf } from '#server/http/openapi.ts'

/**
 * `docs/glossary.md` explains each abbreviated name of a call or a column, and no name that does not exist. A name is
 * an abbreviation when a part of it (`gds`, `Dtl`, `Uid`) is not an English word.
 */

const ROOT = resolve(import.meta.dirname, '..')
const glossary = readFileSync(resolve(ROOT, 'docs/glossary.md'), 'utf8')

const COMMON_WORDS = new Set(dictionary['commonWords-en'])
/** English words that are missing from the list of common words. */
const RARE_WORDS = new Set(
  'args bytes credential cursor endpoint expiring hash refundable refunded resend retry skew unread widths'.split(' '),
)
/** Common words that are abbreviations here. */
const SHORT_PARTS = new Set('cd eng etc fri id iss ko lat lon mo mon ms num ord ps sat sns sun thu tue wed'.split(' '))

const partsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
const isEnglish = (word: string): boolean => !SHORT_PARTS.has(word) && (COMMON_WORDS.has(word) || RARE_WORDS.has(word))
const isAbbreviation = (name: string): boolean => !partsOf(name).every(isEnglish)

/** Returns the names of all fields, and of parameters of path and query, in a document with schemas. */
const fieldsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  const { properties, name, in: place } = node as { properties?: object; name?: unknown; in?: unknown }
  return [
    ...(typeof properties === 'object' ? Object.keys(properties) : []),
    ...(typeof name === 'string' && (place === 'query' || place === 'path') ? [name] : []),
    ...Object.values(node).flatMap(fieldsIn),
  ]
}
const wireNames = new Set(fieldsIn(openApiOf(CALLS, 'http://localhost')))

const schemas = await Promise.all(
  globSync('server/db/schema/*.ts', { cwd: ROOT }).map((file) => import(resolve(ROOT, file)) as Promise<object>),
)
const tables = schemas.flatMap((schema) => Object.values(schema).filter((value) => is(value, PgTable)))
const columnNames = new Set(tables.flatMap((table) => Object.keys(getTableColumns(table))))

/** Returns the names in backticks in the first cell of each row under a heading of the glossary. */
const entriesUnder = (heading: string): string[] => {
  const section = glossary.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''))
}
const sorted = (names: Iterable<string>): string[] => [...names].toSorted()

test('the rule distinguishes abbreviations from words', () => {
  expect(['gdsDtlUid', 'psTycd', 'engNm', 'ntnCd', 'lat', 'uid'].filter(isAbbreviation)).toHaveLength(6)
  expect(['orderNumber', 'validUntil', 'districts', 'credential'].filter(isAbbreviation)).toEqual([])
  expect(wireNames.size).toBeGreaterThan(350)
  expect(columnNames.size).toBeGreaterThan(200)
})

test('each abbreviated name of the calls has one entry, and each entry is such a name', () => {
  expect(sorted(entriesUnder('2. Names on the wire'))).toEqual(sorted([...wireNames].filter(isAbbreviation)))
})

test('each abbreviated name that only the database has, has one entry', () => {
  const names = [...columnNames].filter((name) => isAbbreviation(name) && !wireNames.has(name))
  expect(sorted(entriesUnder('3. Names of the database alone'))).toEqual(sorted(names))
})

test('each part that is not English is explained once, and each code list', () => {
  const abbreviations = new Set([...wireNames, ...columnNames].flatMap(partsOf).filter((word) => !isEnglish(word)))
  expect(sorted(entriesUnder('1. Parts of names').map((entry) => entry.toLowerCase()))).toEqual(sorted(abbreviations))
  expect(sorted(entriesUnder('4. Code lists'))).toEqual(sorted(CODE_TYPES))
})
