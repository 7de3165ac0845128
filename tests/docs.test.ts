import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS } from '#contract/calls/index.ts'
import { ERRORS } from '#contract/errors.ts'

/** Documents rot where nothing turns red. What they name must be there; what is there must be named. */

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const coverage = read('docs/spec-coverage.md')
const DOCUMENTS = [...globSync('docs/**/*.md', { cwd: ROOT }), 'README.md', 'tests/README.md', 'src/sync/README.md']

/** Cells of each row of the tables under a heading. */
const rowsUnder = (heading: RegExp): string[][] => {
  const part = coverage.split(/^## /m).find((each) => heading.test(each)) ?? ''
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))
}
const bare = (cell = ''): string => cell.replaceAll('`', '')

/** Paths of this repository in a text: what stands in backticks and begins with a folder of ours. */
const FOLDERS = 'contract|server|src|sw|tests|e2e|bench|docs|scripts|locales|public'
const paths = (text: string): string[] =>
  [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`\\s*<]*)\``, 'g'))].map((match) => match[1] ?? '')

test.each(DOCUMENTS)('%s names only files that exist, and links only to such', (document) => {
  const text = read(document)
  const here = (target: string) => join(document, '..', target)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map((match) => here(match[1] ?? ''))
  const isThere = (path: string) => ['', '.ts', '.tsx'].some((end) => existsSync(join(ROOT, path + end)))
  expect([...paths(text), ...links].filter((path) => !isThere(path))).toEqual([])
})

test.each(['docs/spec-coverage.md', 'tests/README.md'])('each test that %s names stands in its file', (document) => {
  const named = [...read(document).matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>| \||$)/gm)]
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter(([, file = '', name = '']) => !read(file).includes(name))
  expect(missing.map(([, file, name]) => `${file} › ${name}`)).toEqual([])
})

test('each promise of the phone is a row of its own, and named where it is held', () => {
  const table = read('tests/README.md').split('## Promise → test')[1]?.split('\n## ')[0] ?? ''
  const rows = table.split('\n').filter((line) => line.startsWith('| P'))
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(Array.from({ length: 13 }, (_, nth) => `P${nth + 1}`))
  const unnamed = rows.flatMap((row) => {
    const promise = row.split('|')[1]?.trim() ?? ''
    const files = [...row.matchAll(/`([^`]+)` ›/g)].map((match) => match[1] ?? '')
    return files.some((file) => new RegExp(`/\\*\\* .*\\b${promise}\\b`).test(read(file))) ? [] : [promise]
  })
  expect(unnamed).toEqual([])
})

test('each statement says where it is built, or that it is not', () => {
  for (const point of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const rows = rowsUnder(new RegExp(`^${point}\\. `))
    expect(rows.length).toBeGreaterThan(4)
    for (const [statement, where, held] of rows) {
      expect(where, statement).toMatch(/^(?:`[^`]+`(?:<br>`[^`]+`)*|not yet|—)$/)
      if (where !== 'not yet') expect(held, statement).not.toBe('')
    }
  }
})

test('the 76 addresses of the specification, and every route file', () => {
  const rows = rowsUnder(/^The \d+ addresses/)
  expect(new Set(rows.map(([address]) => address)).size).toBe(76)
  const files = globSync('src/routes/**/*.tsx', { cwd: ROOT }).filter((file) => !/\/-|\.test\./.test(file))
  expect(files.filter((file) => !coverage.includes(`\`${file}\``))).toEqual([])
})

test('the 77 calls of the specification; what is built is a row of the contract, and the other way round', () => {
  const specified = rowsUnder(/^The \d+ calls/)
  const added = rowsUnder(/^Additions/)
  expect(new Set(specified.map(([call]) => call)).size).toBe(77)
  const listed = (rows: string[][]) =>
    rows.flatMap(([call, , name]) => (name === 'not yet' ? [] : [`${bare(name)} ${bare(call)}`])).toSorted()
  const built = (addition: boolean) =>
    [...CALLS]
      .filter(([, call]) => (call.addition ?? false) === addition)
      .map(([name, { method, path }]) => `${name} ${method} ${path}`)
      .toSorted()
  expect(listed(specified)).toEqual(built(false))
  expect(listed(added)).toEqual(built(true))
})

test('the counts above the tables are those of the tables', () => {
  for (const heading of [/^The \d+ addresses/, /^The \d+ calls/]) {
    const done = rowsUnder(heading).filter((cells) => cells.at(-1) !== 'not yet').length
    const part = coverage.split(/^## /m).find((each) => heading.test(each))
    expect(part).toContain(`${done} are built, ${rowsUnder(heading).length - done} are not yet`)
  }
})

test('codes of errors that a document names are in the contract', () => {
  const named = DOCUMENTS.flatMap((document) => [...read(document).matchAll(/`(E_[A-Z_]+)`/g)].map(([, code]) => code))
  expect(named.filter((code) => !Object.hasOwn(ERRORS, code ?? ''))).toEqual([])
})

test('each setting of the server is in the README, and no other', () => {
  const used = [...read('server/config.ts').matchAll(/\benv\.([A-Z][A-Z_]+)/g)].map((match) => match[1] ?? '')
  const table = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? ''
  const named = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ''))
  expect([...new Set(named)].toSorted()).toEqual([...new Set(used)].toSorted())
})

test('each command of the README is a script, and each decision has a number of its own', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const commands = [...read('README.md').matchAll(/`npm run ([\w:-]+)/g)].map((match) => match[1] ?? '')
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const numbers = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).map((file) => file.slice(15, 19))
  expect(numbers.length).toBe(new Set(numbers).size)
})

test('each library that is carried stands in the credits with its licence', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const credits = read('docs/credits.md')
  const missing = Object.keys(dependencies).filter((name) => {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }
    const row = credits.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
    return row?.split('|').at(-2)?.trim() !== license
  })
  expect(missing).toEqual([])
})
