import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromiumPath } from './browser.ts'
import { playwrightFailures, vitestFailures, type PlaywrightReport, type VitestReport } from './failures.ts'

/**
 * Runs all checks in sequence; a failed step does not stop the later ones. `--no-browser` skips the browser tests,
 * `--no-faults` the kill tests and the recipe. Failures are listed again at the end, where the last page of a log shows
 * them. The last line is the total.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface Outcome extends Count {
  /** One line for each failure. */
  failures: string[]
}
interface Step {
  name: string
  command: string[]
  /** Reads the report that the step wrote; without one the step counts as one test. */
  outcome?: () => Promise<Outcome>
}

const ROOT = join(import.meta.dirname, '..')
const REPORTS = '.build/reports'
const flag = (name: string) => process.argv.includes(name)
const report = async (name: string) => JSON.parse(await readFile(`${REPORTS}/${name}.json`, 'utf8')) as unknown

const vitestOutcome = async (name: string): Promise<Outcome> => {
  const tests = (await report(name)) as VitestReport & {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    success: boolean
  }
  return {
    passed: tests.numPassedTests,
    failed: tests.numFailedTests + (tests.success || tests.numFailedTests > 0 ? 0 : 1),
    skipped: tests.numPendingTests + tests.numTodoTests,
    failures: vitestFailures(tests, process.cwd()),
  }
}

const playwrightOutcome = async (): Promise<Outcome> => {
  const tests = (await report('e2e')) as PlaywrightReport & {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const { expected, unexpected, flaky, skipped } = tests.stats
  // A flaky test is a bug: it counts as failed.
  return { passed: expected, failed: unexpected + flaky, skipped, failures: playwrightFailures(tests) }
}

const vitest = (name: string, args: string[]): Step => ({
  name,
  command: [
    'vitest',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORTS}/${name}.json`,
  ],
  outcome: () => vitestOutcome(name),
})

/** Hundreds of processes of a run load the same modules: they are compiled once. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, '.build/compile') }

const run = (command: string[]): Promise<number> =>
  new Promise((resolve) => {
    const [bin = '', ...args] = command
    const child = spawn(bin, args, { stdio: 'inherit', env })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })

const browser = !flag('--no-browser')
if (browser && chromiumPath() === null) {
  console.error(
    'No Chromium was found: install one (on Debian `apt-get install chromium`), set CHROME_PATH, or pass --no-browser.',
  )
  process.exit(1)
}

const steps: Step[] = [
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'build', command: ['node', 'scripts/build/build.ts'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  vitest('unit', []),
  ...(flag('--no-faults')
    ? []
    : [
        vitest('faults', ['--config', 'tests/faults/vitest.config.ts']),
        { name: 'recipe', command: ['node', 'scripts/recipes.ts', '--drawn'] },
      ]),
  ...(browser ? [{ name: 'browser', command: ['playwright', 'test'], outcome: playwrightOutcome }] : []),
]

await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
const failures: string[] = []
for (const step of steps) {
  console.log(`\n── ${step.name}`)
  const started = Date.now()
  const code = await run(step.command)
  const reported = step.outcome ? await step.outcome().catch(() => null) : null
  const count = reported ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] }
  if (code !== 0 && count.failed === 0) count.failed = 1
  if (count.failed > 0 && count.failures.length === 0)
    count.failures.push(`${step.command.join(' ')} ended with ${code}`)
  failures.push(...count.failures.map((failure) => `${step.name}: ${failure}`))
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  lines.push(
    `${step.name.padEnd(10)} ${count.failed === 0 ? 'ok    ' : 'FAILED'} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped, ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`)
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
