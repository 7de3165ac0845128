import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { chromiumPath } from './browser.ts'

/**
 * All checks, one after the other. A failed step does not hide the later ones.
 * `--no-browser` leaves out the browser, `--no-faults` the kills. The last line counts everything.
 */

interface Count {
  passed: number
  failed: number
  skipped: number
}
interface Step {
  name: string
  command: string[]
  /** Reads the counts from the report that the step wrote; without one the step itself counts as one. */
  count?: () => Promise<Count>
}

const REPORTS = '.build/reports'
const flag = (name: string) => process.argv.includes(name)

const vitestCount = (file: string) => async (): Promise<Count> => {
  const report = JSON.parse(await readFile(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    success: boolean
  }
  const failed = report.numFailedTests + (report.success || report.numFailedTests > 0 ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}

const playwrightCount = async (): Promise<Count> => {
  const { stats } = JSON.parse(await readFile(`${REPORTS}/e2e.json`, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  // A flaky test is a bug: it counts as failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
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
  count: vitestCount(`${REPORTS}/${name}.json`),
})

const run = (command: string[]): Promise<number> =>
  new Promise((done) => {
    const [bin = '', ...args] = command
    const child = spawn(bin, args, { stdio: 'inherit', env: process.env })
    child.on('error', () => done(127))
    child.on('close', (code) => done(code ?? 1))
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
  ...(flag('--no-faults') ? [] : [vitest('faults', ['--config', 'tests/faults/vitest.config.ts'])]),
  ...(browser ? [{ name: 'browser', command: ['playwright', 'test'], count: playwrightCount }] : []),
]

await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total: Count = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
for (const step of steps) {
  console.log(`\n── ${step.name}`)
  const started = Date.now()
  const code = await run(step.command)
  const counted = step.count ? await step.count().catch(() => null) : null
  const count = counted ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  if (code !== 0 && count.failed === 0) count.failed = 1
  total.passed += count.passed
  total.failed += count.failed
  total.skipped += count.skipped
  lines.push(
    `${step.name.padEnd(10)} ${count.failed === 0 ? 'ok    ' : 'FAILED'} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped, ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 ? 0 : 1)
