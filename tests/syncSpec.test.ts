import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

/** Compares `src/sync/SPEC.md` with the names of the tests that hold its promises and rules. */

const ROOT = resolve(import.meta.dirname, '..')
const LETTERS = ['P', 'M', 'O', 'S', 'L', 'G']
const TESTS = ['{contract,src,sw}/**/*.test.{ts,tsx}', 'tests/{offline,gate}/**/*.test.{ts,tsx}']

interface Rule {
  id: string
  /** “(held by reading)” with a reason: the rule has no test. */
  isRead: boolean
}

/** Returns the promises and rules in document order: lines that begin with `- **P1 …` or `- **O5**`. */
const rulesOf = (spec: string): Rule[] =>
  [...spec.matchAll(/^- \*\*([A-Z]\d+)\b.*$/gm)].map(([line = '', id = '']) => ({
    id,
    isRead: /\(held by reading\) because \S/.test(line),
  }))

interface Node {
  type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the parser's nodes, read by their type below
  [key: string]: any
}

/** Returns the identifier that a callee such as `test.each(…)` begins with. */
const rootOf = (callee: Node): string | undefined => {
  const inner: Node | undefined = callee.object ?? callee.callee ?? callee.tag
  return inner ? rootOf(inner) : callee.name
}

const textOf = (argument: Node | undefined): string | undefined => {
  if (argument?.type === 'TemplateLiteral') return argument.quasis.map((quasi: Node) => quasi.value.cooked).join('${…}')
  return typeof argument?.value === 'string' ? argument.value : undefined
}

/** Returns the names of the tests and groups of a file. */
const namesOf = (code: string, file: string): string[] => {
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (node !== null && typeof node === 'object') {
      const { type, callee, arguments: args } = node as Node
      const name = type === 'CallExpression' ? textOf(args[0]) : undefined
      if (name !== undefined && ['test', 'it', 'describe'].includes(rootOf(callee) ?? '')) names.push(name)
      for (const each of Object.values(node)) visit(each)
    }
  }
  visit(parseSync(file, code).program)
  return names
}

/** Returns the ids at the end of a name: `… (O4)`, `… (P1, O5)`. */
const idsOf = (name: string): string[] => /\(([A-Z]\d+(?:, [A-Z]\d+)*)\)$/.exec(name)?.[1]?.split(', ') ?? []

/** Returns ids that are missing, doubled, or out of order: 1, 2, 3 … under each letter. */
const misnumbered = (rules: readonly Rule[]): string[] => {
  const expected = LETTERS.flatMap((letter) =>
    rules.filter(({ id }) => id.startsWith(letter)).map((_, nth) => `${letter}${nth + 1}`),
  )
  return rules.flatMap(({ id }, nth) => (id === expected[nth] ? [] : [id]))
}
const unheld = (rules: readonly Rule[], held: ReadonlySet<string>): string[] =>
  rules.flatMap(({ id, isRead }) => (held.has(id) || isRead ? [] : [id]))
/** Returns rules marked “(held by reading)” that have a test. */
const readInVain = (rules: readonly Rule[], held: ReadonlySet<string>): string[] =>
  rules.flatMap(({ id, isRead }) => (held.has(id) && isRead ? [id] : []))
const unknown = (rules: readonly Rule[], held: ReadonlySet<string>): string[] => {
  const ruleIds = new Set(rules.map(({ id }) => id))
  return [...held].filter((id) => !ruleIds.has(id))
}

const rules = rulesOf(readFileSync(join(ROOT, 'src/sync/SPEC.md'), 'utf8'))
const names = TESTS.flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }).flatMap((file) => namesOf(readFileSync(join(ROOT, file), 'utf8'), file)),
)
const held = new Set(names.flatMap(idsOf))

test('the ids of SPEC.md count up from 1 under each letter, without gaps and doubles', () => {
  expect(LETTERS.filter((letter) => !rules.some(({ id }) => id.startsWith(letter)))).toEqual([])
  expect(misnumbered(rules)).toEqual([])
})

test('each promise and rule is named by a test, or says why it is held by reading alone', () => {
  expect(unheld(rules, held)).toEqual([])
  expect(readInVain(rules, held)).toEqual([])
})

test('each id in the name of a test is in SPEC.md', () => {
  expect(names.length).toBeGreaterThan(500)
  expect(unknown(rules, held)).toEqual([])
})

test('a gap, a double, a rule without a test, a missing reason and an unknown id are found', () => {
  const spec = (...lines: string[]) => rulesOf(lines.map((line) => `- **${line}`).join('\n'))
  expect(misnumbered(spec('P1 One.** a', 'O1** b', 'O2** c'))).toEqual([])
  expect(misnumbered(spec('O1** a', 'O3** b'))).toEqual(['O3'])
  expect(misnumbered(spec('O1** a', 'O1** b'))).toEqual(['O1'])
  const some = spec('O1** a', 'O2** b. (held by reading) because c.', 'O3** d. (held by reading)')
  expect(unheld(some, new Set(['O1']))).toEqual(['O3'])
  expect(readInVain(some, new Set(['O1', 'O2']))).toEqual(['O2'])
  expect(unknown(some, new Set(['O1', 'O4']))).toEqual(['O4'])
  const code = `
    describe.each(['a'])('one (O1)', () => test('two (P1, O2)', run))
    test.each<string>([['three (O3)']])(\`four \${n} (O4)\`, run)
    load('five (O5)') // test('six (O6)')
  `
  expect(namesOf(code, 'planted.test.ts').flatMap(idsOf).toSorted()).toEqual(['O1', 'O2', 'O4', 'P1'])
  expect(['(O1) in front', 'seven (O1).', 'P-256 (x)'].flatMap(idsOf)).toEqual([])
})
