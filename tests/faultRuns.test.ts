import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { NUMBERS, RUNS } from '../scripts/faultRuns.ts'

/** A file that no run includes, or a number that no file reads, would go unnoticed: the long run would still pass. */

const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules/.bin/vitest')
const FILES = RUNS.flatMap(({ files }) => files)

/** Returns the files that the test runner would run. */
const listed = async (...args: string[]): Promise<string[]> => {
  // `--json` comes last: an argument after it would be its output file.
  const { stdout } = await promisify(execFile)(VITEST, ['list', ...args, '--filesOnly', '--json'], { cwd: ROOT })
  return (JSON.parse(stdout) as { file: string }[]).map(({ file }) => relative(ROOT, file)).toSorted()
}

test.each(RUNS)('each of $files is run, in one project', async ({ options, files }) => {
  expect(await listed(...options, ...files)).toEqual(files.toSorted())
})

test('each race is part of a run', async () => {
  const races = await listed('--project', 'races')
  expect(races.length).toBeGreaterThan(5)
  expect(races.filter((file) => !FILES.includes(file))).toEqual([])
})

/** Returns the numbers that the environment can raise, with their defaults. */
const numbersIn = (file: string): [name: string, daily: number][] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/process\.env\.(\w+) \?\? (\d+)/g)].map(
    ([, name = '', daily]) => [name, Number(daily)],
  )

test('each setting of a number is read by a test file of a run, and each test file that reads one belongs to a run', () => {
  const read = FILES.flatMap(numbersIn)
  expect(new Set(read.map(([name]) => name))).toEqual(new Set(Object.keys(NUMBERS)))
  for (const [name, daily] of read) expect(Number(NUMBERS[name as keyof typeof NUMBERS]), name).toBeGreaterThan(daily)
  const readers = globSync('{tests,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  expect(readers.filter((file) => numbersIn(file).length > 0 && !FILES.includes(file))).toEqual([])
})
