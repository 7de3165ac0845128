import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { ERRORS } from '#contract/errors.ts'
import { SETTING_NAMES } from '#server/config.ts'
import { GATEWAYS } from '#server/outside/payment/registry.ts'
import { addressesOfScreens } from '../e2e/harness/routeFiles.ts'
import * as documents from './harness/documents.ts'
import { clausesOf, FOLDERS, read, ROOT } from './harness/documents.ts'

/** What documents name must exist, and what exists must be named. */

const coverage = read('docs/spec-coverage.md')
const DOCUMENTS = [
  ...globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }),
  'tests/README.md',
  'src/sync/README.md',
  'src/sync/SPEC.md',
]

const rowsUnder = (heading: RegExp): string[][] => documents.rowsUnder(coverage, heading)
const bare = (cell = ''): string => cell.replaceAll('`', '')

/** Returns the paths in a text: what stands in backticks and begins with a folder of the repository. */
const paths = (text: string): string[] =>
  [...text.matchAll(new RegExp(`\`((?:${FOLDERS.join('|')})/[^\`\\s*<]*)\``, 'g'))].map((match) => match[1] ?? '')

test.each(DOCUMENTS)('%s names only files that exist, and links only to such', (document) => {
  const text = read(document)
  const resolved = (target: string) => join(document, '..', target)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map((match) => resolved(match[1] ?? ''))
  const isThere = (path: string) => ['', '.ts', '.tsx'].some((end) => existsSync(join(ROOT, path + end)))
  expect([...paths(text), ...links].filter((path) => !isThere(path))).toEqual([])
})

test.each(['docs/spec-coverage.md', 'tests/README.md'])('each test that %s names exists in its file', (document) => {
  const named = [...read(document).matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>| \||$)/gm)]
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(([, file = '', name = '']) => !read(file).includes(name))
  expect(missing.map(([, file, name]) => `${file} › ${name}`)).toEqual([])
})

test('each statement says where it is built, or that it is not', () => {
  for (const point of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const rows = rowsUnder(new RegExp(`^${point}\\. `))
    expect(rows.length).toBeGreaterThan(4)
    for (const [, statement, where, held] of rows) {
      expect(where, statement).toMatch(/^(?:`[^`]+`(?:<br>`[^`]+`)*|not yet|—)$/)
      if (where !== 'not yet') expect(held, statement).not.toBe('')
    }
  }
})

test('each clause of the specification has a row in its chapter, and each row names existing clauses', () => {
  const clauses = clausesOf(read('docs/spec.md'))
  expect(clauses.length).toBeGreaterThan(300)
  expect(new Set(clauses).size).toBe(clauses.length)
  const named = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((chapter) =>
    rowsUnder(new RegExp(`^${chapter}\\. `)).flatMap(([cell = '']) =>
      cell.split(', ').map((clause) => (clause.startsWith(`${chapter}.`) ? clause : `${clause} in chapter ${chapter}`)),
    ),
  )
  expect(named.filter((clause) => !clauses.includes(clause))).toEqual([])
  expect(clauses.filter((clause) => !named.includes(clause))).toEqual([])
})

test('the specification names the 76 addresses of the table, each once', () => {
  const chapter = read('docs/spec.md').split('\n### Addresses\n')[1]?.split('\n### ')[0] ?? ''
  const added = new Set(['/gate', '/desk'])
  const addresses = [...chapter.matchAll(/`(\/[^`]*)`/g)]
    .map((match) => match[1] ?? '')
    .filter((one) => !added.has(one))
  expect(addresses.toSorted()).toEqual(
    rowsUnder(/^The \d+ addresses/)
      .map(([address]) => bare(address))
      .toSorted(),
  )
})

test('the table has the 76 addresses of the specification, and names every route file', () => {
  const rows = rowsUnder(/^The \d+ addresses/)
  expect(new Set(rows.map(([address]) => address)).size).toBe(76)
  const files = globSync('src/routes/**/*.tsx', { cwd: ROOT }).filter((file) => !/\/-|\.test\./.test(file))
  expect(files.filter((file) => !coverage.includes(`\`${file}\``))).toEqual([])
  const notYet = rows.filter(([, where]) => where === 'not yet').map(([address]) => bare(address))
  expect(addressesOfScreens.filter((address) => notYet.includes(address))).toEqual([])
})

test('the table has the 77 calls of the specification, and those it calls built are in the contract', () => {
  const specified = rowsUnder(/^The \d+ calls/)
  expect(new Set(specified.map(([call]) => call)).size).toBe(77)
  const listed = (rows: string[][]) =>
    rows.flatMap(([call, , name]) => (name === 'not yet' ? [] : [`${bare(name)} ${bare(call)}`])).toSorted()
  const built = [...CALLS].filter(([, call]) => !call.addition)
  expect(listed(specified)).toEqual(built.map(([name, { method, path }]) => `${name} ${method} ${path}`).toSorted())
})

test('error codes in documents are in the contract', () => {
  const named = DOCUMENTS.flatMap((document) => [...read(document).matchAll(/`(E_[A-Z_]+)`/g)].map(([, code]) => code))
  expect(named.filter((code) => !Object.hasOwn(ERRORS, code ?? ''))).toEqual([])
})

test('the README has each setting of the server, and no other', () => {
  const used = [...SETTING_NAMES, ...GATEWAYS.flatMap(({ settingNames }) => settingNames)]
  const table = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z\d_]+)`/g)].map((match) => match[1] ?? ''))
  expect([...new Set(named)].toSorted()).toEqual([...new Set(used)].toSorted())
})

test('each command in a document is a script, and each decision has a number of its own', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`npm run ([\w:-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const numbers = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).map((file) => file.slice(15, 19))
  expect(numbers.length).toBe(new Set(numbers).size)
})

test('each dependency is in the credits with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const credits = read('docs/credits.md')
  const missing = Object.keys(dependencies).filter((name) => {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }
    const row = credits.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    return row?.split('|').at(-2)?.trim() !== license
  })
  expect(missing).toEqual([])
})
