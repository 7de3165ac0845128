import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts'

/** Refuses a second declaration of what `contract/time.ts` declares, by its name and its value. */

const ROOT = resolve(import.meta.dirname, '..')
const FOLDERS = ['bench', 'contract', 'e2e', 'scripts', 'server', 'src', 'sw', 'tests']
const ONLY = 'contract/time.ts'

/** No literal stands for these; a minute and a second are also prices, counts and timeouts. */
const LITERALS = new Set([HOUR_MS, DAY_MS, KST_OFFSET_MS])
const UNITS = new Set([...LITERALS, SECOND_MS, MINUTE_MS, KST_OFFSET_MS / MINUTE_MS])
const UNIT_NAME = /^(?:kst|korea|day|hour|minute|second)s?(?:_?(?:offset|ms|minutes))*$/i

/** Whether a text has a number or a product that may be one of these. Parsing all files takes ten seconds. */
const hasCandidate = (code: string): boolean => /\* ?60|\d_?000\b|\de\d|\b540\b/.test(code)

interface Node {
  type: string
  start: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the parser's nodes, read by their type below
  [key: string]: any
}

/** Returns the value of a number or of a product of numbers. */
const valueOf = (node: Node | null): number | undefined => {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node?.type !== 'BinaryExpression' || node.operator !== '*') return undefined
  const [leftFactor, rightFactor] = [valueOf(node.left), valueOf(node.right)]
  return leftFactor === undefined || rightFactor === undefined ? undefined : leftFactor * rightFactor
}

/** Returns the durations that a file declares or writes out, each with its line. */
const durationsIn = (code: string, file: string): string[] => {
  if (!hasCandidate(code)) return []
  const lines: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (node !== null && typeof node === 'object') {
      const { type, start, id, init, ...rest } = node as Node
      const value = type === 'VariableDeclarator' ? valueOf(init) : valueOf(node as Node)
      const isNamed = type === 'VariableDeclarator' && id.type === 'Identifier' && UNIT_NAME.test(id.name)
      if (value !== undefined && (isNamed ? UNITS : LITERALS).has(value))
        lines.push(`${file}:${code.slice(0, start).split('\n').length}`)
      else for (const each of [id, init, ...Object.values(rest)]) visit(each)
    }
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  visit(program)
  return lines
}

test.each([
  'const DAY = 24 * 60 * 60 * 1000',
  'const later = now + 86_400_000',
  'const pauses = 7 * 3_600_000',
  'export const MINUTE_MS = 60_000',
  'const minuteMs = 60 * 1000',
  'const second = 1000',
  'const KOREA_MS = 9 * 60 * 60_000',
  'const KOREA_OFFSET_MINUTES = 9 * 60',
  'useNow(3600e3)',
])('refuses %s', (code) => {
  expect(durationsIn(code, 'planted.ts')).toEqual(['planted.ts:1'])
})

test.each(['const timeout = 60_000', 'const krw = 1000', 'const DAY_KRW = 60_000', 'const SECONDS_MAX = 5'])(
  'accepts %s',
  (code) => {
    expect(durationsIn(code, 'planted.ts')).toEqual([])
  },
)

test('a minute, an hour, a day and the offset of Korean time are declared once', () => {
  const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) => file !== ONLY && file !== 'tests/durations.test.ts' && !/\.gen\.tsx?$|(?:^|\/)\.build\//.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => durationsIn(readFileSync(join(ROOT, file), 'utf8'), file))).toEqual([])
})

test.each(['KST_OFFSET_MS', 'T00:00:00+09:00'])('outside tests, %s stands in the Korean calendar alone', (text) => {
  const files = globSync('{contract,scripts,server,src,sw}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => file !== ONLY && !/\.test\.tsx?$/.test(file),
  )
  expect(files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(text))).toEqual([
    'contract/rules/koreanCalendar.ts',
  ])
})
