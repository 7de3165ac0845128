import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import fc from 'fast-check'
import type { FailedHistory } from '../../scripts/faultRuns.ts'
import type { Step } from './steps.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '.build/histories')

interface Histories {
  /** File of the test that runs them. */
  file: string
  arbitrary: fc.Arbitrary<Step[]>
  count: number
  /** A random one, or that of `MODEL_SEED`, if omitted. */
  seed?: number
  /** Throws if a promise is broken. */
  run: (steps: readonly Step[]) => Promise<unknown>
  /** Folder for a failing history. */
  folder?: string
}

/** The failing history that `npm run faults -- --replay <file>` runs again, in place of random ones. */
export const replayed = (): FailedHistory<Step> | null => {
  const { MODEL_REPLAY: path } = process.env
  return path === undefined ? null : (JSON.parse(readFileSync(path, 'utf8')) as FailedHistory<Step>)
}

/** Runs random histories. Writes the first that fails to a file, and throws with the command that runs it again. */
export const runHistories = async (histories: Histories): Promise<void> => {
  const { file, arbitrary, count, run, folder = FOLDER } = histories
  const { seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31)) } = histories
  const property = fc.asyncProperty(arbitrary, async (steps) => void (await run(steps)))
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: true,
  })
  if (!failed) return
  const history: FailedHistory<Step> = { file: relative(ROOT, file), seed, steps: counterexample?.[0] ?? [] }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${seed}.json`)
  writeFileSync(path, `${JSON.stringify(history, null, 2)}\n`)
  throw new Error(`A history failed. Run it again: npm run faults -- --replay ${path}`, { cause: errorInstance })
}
