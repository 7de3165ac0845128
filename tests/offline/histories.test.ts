import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { replayRun } from '../../scripts/faultRuns.ts'
import { replayed, runHistories } from './histories.ts'
import { runHistory } from './model.ts'
import { createMemorySide } from './serverSide.ts'
import { history, type Step } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'harbor-histories-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a failing history is written to a file, and its replay takes the same steps', async () => {
  const runs: (readonly Step[])[] = []
  /** Fails for a long history, as if it had broken a promise. */
  const run = async (steps: readonly Step[]) => {
    runs.push(steps)
    if (steps.length > 3) throw new Error('a wish is lost')
  }
  const file = join(import.meta.dirname, 'model.test.ts')
  const failure = runHistories({ file, arbitrary: history, count: 200, seed: 7, run, folder })
  await expect(failure).rejects.toMatchObject({ cause: { message: 'a wish is lost' } })
  const [name = ''] = readdirSync(folder)
  const path = join(folder, name)
  await expect(failure).rejects.toThrow(`npm run faults -- --replay ${path}`)

  const replay = replayRun(path)
  expect(replay.run.files).toEqual(['tests/offline/model.test.ts'])
  vi.stubEnv('MODEL_REPLAY', replay.env.MODEL_REPLAY)
  expect(replayed()?.steps).toEqual(runs.at(-1))
  expect(replayed()?.steps.length).toBeGreaterThan(3)
  await runHistory(replayed()?.steps ?? [], { side: createMemorySide })
})
