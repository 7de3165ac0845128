import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { setTimeout as setTimer } from 'node:timers/promises'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { MINUTE_MS } from '#contract/time.ts'
import { baseOfChange, changedSince } from './changes.ts'
import { dependentsOf, orderTests, readGraph } from './graph.ts'

/**
 * Checks a change within two minutes: format, lint, types, the rules of the repository (`tests/*.test.ts`), and the
 * tests that reach what was changed since the branch left `main`; `--since <commit>` compares with another commit.
 * Tests start in the order of their distance from the change, the nearest before the rules. The last lines name the
 * tests for which the time did not suffice. `npm test` runs everything.
 */

const ROOT = resolve(import.meta.dirname, '../..')
/** From the start: no test starts after the first, and a running one is given up after the second. */
interface TimeLimit {
  lastStartMs: number
  endMs: number
}
/** For the nearest tests, so that some are run even where types and rules take all the time. */
const NEAR: TimeLimit = { lastStartMs: 0.5 * MINUTE_MS, endMs: 0.8 * MINUTE_MS }
const ALL: TimeLimit = { lastStartMs: 1.5 * MINUTE_MS, endMs: 1.8 * MINUTE_MS }
/** Rules that take longer than all others together; they run when a change reaches them. */
const SLOW_RULES = new Set(['tests/faultRuns.test.ts'])
/** Not `buddhist` and `persian`, which repeat tests of these projects under other calendars. */
const PROJECTS = ['plain', 'served', 'races']

const elapsedMs = (): number => performance.now()

const run = (name: string, command: string, args: string[]): Promise<boolean> =>
  new Promise((resolveStep) => {
    const lines: Buffer[] = []
    const child = spawn(command, args, { cwd: ROOT })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => lines.push(chunk))
    const end = (code: number | null, reason = '') => {
      console.log(`${name.padEnd(8)} ${code === 0 ? 'ok' : 'FAILED'}, after ${Math.round(elapsedMs() / 1000)} s`)
      if (code !== 0) console.log(Buffer.concat(lines).toString() + reason)
      resolveStep(code === 0)
    }
    child.on('error', ({ message }) => end(127, message))
    child.on('close', (code) => end(code))
  })

/** Vitest would start the slowest files first; here the order is that of the specifications. */
class InOrder {
  sort(specifications: TestSpecification[]): TestSpecification[] {
    return specifications
  }
  shard(specifications: TestSpecification[]): TestSpecification[] {
    return specifications
  }
}

interface Outcome {
  ok: boolean
  /** Files of which not every test was run. */
  leftOut: string[]
}

const fileOf = ({ moduleId }: { moduleId: string }): string => relative(ROOT, moduleId).replaceAll('\\', '/')

/** Whether each test of a file was run, or is never run. */
const isWhole = (module: TestModule): boolean =>
  module.state() !== 'queued' &&
  module.state() !== 'pending' &&
  [...module.children.allTests()].every((test) => {
    const { state } = test.result()
    return state === 'passed' || state === 'failed' || test.options.mode !== 'run'
  })

/** Runs test files; with a time limit, those that fit. */
const runTests = async (vitest: Vitest, files: readonly string[], limit?: TimeLimit): Promise<Outcome> => {
  if (limit && elapsedMs() > limit.lastStartMs) return { ok: true, leftOut: [...files] }
  const order = new Map(files.map((file, index) => [file, index]))
  const specifications = (await vitest.globTestSpecifications([...files]))
    .filter((one) => PROJECTS.includes(one.project.name) && order.has(fileOf(one)))
    .toSorted((a, b) => (order.get(fileOf(a)) ?? 0) - (order.get(fileOf(b)) ?? 0))
  if (specifications.length === 0) return { ok: true, leftOut: [] }
  const end = new AbortController()
  if (limit) {
    const cancel = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), limit.lastStartMs - elapsedMs())
    end.signal.addEventListener('abort', () => clearTimeout(cancel))
  }
  const timeUp = limit
    ? setTimer(limit.endMs - elapsedMs(), undefined, { signal: end.signal }).catch(() => undefined)
    : new Promise<never>(() => undefined)
  await Promise.race([vitest.runTestSpecifications(specifications), timeUp])
  end.abort()
  const modules = vitest.state.getTestModules().filter((module) => order.has(fileOf(module)))
  const whole = new Set(modules.filter(isWhole).map(fileOf))
  return {
    ok: modules.every((module) => module.state() !== 'failed') && vitest.state.getUnhandledErrors().length === 0,
    leftOut: files.filter((file) => !whole.has(file)),
  }
}

const since = process.argv.indexOf('--since')
const base = since === -1 ? await baseOfChange() : (process.argv[since + 1] ?? 'HEAD')
const changed = await changedSince(base)
const distances = dependentsOf(readGraph(ROOT), changed)
const rules = globSync('tests/*.test.{ts,tsx}', { cwd: ROOT }).filter((file) => !SLOW_RULES.has(file))
const touched = orderTests(distances, changed).filter(
  (file) => !rules.includes(file) && !/^tests\/(?:faults|ha)\//.test(file),
)
console.log(`${changed.length} files changed since ${base.slice(0, 8)}, ${touched.length} test files reach them.`)

const vitest = await createVitest('test', {
  root: ROOT,
  watch: false,
  // After it, a test that was given up is ended.
  teardownTimeout: 5_000,
  reporters: [['default', { summary: false }]],
  sequence: { sequencer: InOrder },
})
await vitest.standalone()
const runAllTests = async () => {
  const near = await runTests(vitest, touched, NEAR)
  const ruled = await runTests(vitest, rules)
  const far = await runTests(vitest, near.leftOut, ALL)
  return { rules: ruled.ok, tests: near.ok && far.ok, leftOut: far.leftOut }
}
// Format and lint are over before the compiler has read its files.
const [format, lint, types, tests] = await Promise.all([
  run('format', 'oxfmt', ['--check']),
  run('lint', 'oxlint', ['--deny-warnings']),
  run('types', 'tsc', ['-b']),
  runAllTests(),
])
await vitest.close()

const failed = Object.entries({ format, lint, types, rules: tests.rules, tests: tests.tests }).filter(([, ok]) => !ok)
if (tests.leftOut.length > 0)
  console.log(
    `\nNot run, because two minutes were over: ${tests.leftOut.length} test files, farthest from the change:\n${tests.leftOut.join('\n')}`,
  )
console.log(
  `\n${touched.length - tests.leftOut.length} of ${touched.length} test files that reach the change were run, in ${Math.round(elapsedMs() / 1000)} s.`,
)
console.log(failed.length === 0 ? 'ok' : `FAILED: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
