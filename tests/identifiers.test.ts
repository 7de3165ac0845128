import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

/**
 * Refuses declarations with names that say nothing (`docs/style.md`, section 1). Properties may have them, because they
 * may be fields of the API or of a database: `id-denylist` of the lint refuses these too, and has no option for them.
 */

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['bench', 'contract', 'e2e', 'scripts', 'server', 'src', 'sw', 'tests']
const REFUSED = new Set(
  [
    ['again', 'asked', 'begun', 'done', 'found', 'given', 'here', 'info', 'kept', 'known', 'late', 'left', 'look'],
    ['made', 'met', 'misc', 'more', 'other', 'others', 'part', 'parts', 'said', 'seen', 'shown', 'stuff', 'there'],
    ['things', 'told', 'util', 'words'],
  ].flat(),
)
/** Parsing a file takes longer than looking for the names. */
const ANYWHERE = new RegExp(`\\b(?:${[...REFUSED].join('|')})\\b`)

interface Node {
  type: string
  start: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the parser's nodes, read by their type below
  [key: string]: any
}

/** Returns the identifiers that a pattern declares. */
const namesIn = (pattern: Node | null): Node[] => {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((each: Node) => namesIn(each.type === 'RestElement' ? each : each.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}

const DECLARING =
  /^(?:VariableDeclarator|Function.*|TSDeclareFunction|Class.*|TS(?:TypeAlias|Interface|Enum)Declaration)$/

const declaredBy = (node: Node): Node[] => {
  const parameters = Array.isArray(node.params) ? node.params.flatMap(namesIn) : []
  if (DECLARING.test(node.type)) return [...namesIn(node.id), ...parameters]
  if (/^Import.*Specifier$/.test(node.type)) return namesIn(node.local)
  if (node.type === 'CatchClause') return namesIn(node.param)
  if (node.type === 'TSTypeParameter') return namesIn(node.name)
  return parameters
}

/** Returns the refused names that a file declares, each with its line. */
const refusedIn = (code: string, file: string): string[] => {
  if (!ANYWHERE.test(code)) return []
  const places: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (node !== null && typeof node === 'object') {
      for (const { name, start } of declaredBy(node as Node))
        if (REFUSED.has(name)) places.push(`${file}:${code.slice(0, start).split('\n').length} ${name}`)
      for (const each of Object.values(node)) visit(each)
    }
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  visit(program)
  return places
}

test.each([
  'const told = 1',
  'let { more: said } = value',
  'const { left } = row',
  'const sum = (parts = [1]) => parts.length',
  'for (const part of rows) {}',
  'new Promise((done) => done())',
  'const [{ kept }, ...here] = value',
  'function look() {}',
  'const of = (again = 1) => again',
  'class One { constructor(private asked: string) {} }',
  'type Listener = (again: boolean) => void',
  'interface One { listen(told: string): void }',
  'type said = string',
  'type Listed<told> = told[]',
  "import { one as kept } from './one.ts'",
  'try {} catch (told) {}',
])('refuses %s', (code) => {
  expect(refusedIn(code, 'planted.ts')).not.toEqual([])
})

test.each([
  'const answer = { told: 1, again() {} }',
  'interface Row { kept: number }',
  'const { said: text } = answer',
  'const rest = { left: row.left, ...(page.more && { more: true }) }',
])('accepts %s', (code) => {
  expect(refusedIn(code, 'planted.ts')).toEqual([])
})

test('no variable, parameter, function or type has a name of the list', () => {
  const files = globSync([`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, '*.ts'], { cwd: ROOT }).filter(
    (file) => !/\.gen\.tsx?$|(?:^|\/)(?:dist|\.build|node_modules)\//.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => refusedIn(readFileSync(join(ROOT, file), 'utf8'), file))).toEqual([])
})
