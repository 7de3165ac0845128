import { test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { replayed, runHistories } from './histories.ts'
import { runHistory } from './model.ts'
import { createMemorySide } from './serverSide.ts'
import { history, type Step } from './steps.ts'

/** Histories with a fixed seed and with a fresh one. `MODEL_MEMORY` sets their number. */
const HISTORIES = Number(process.env.MODEL_MEMORY ?? 40)

const run = (steps: readonly Step[]) => runHistory(steps, { side: createMemorySide })

const replay = replayed()
if (replay) test('the replayed history', { timeout: DAY_MS }, () => run(replay.steps).then(() => undefined))
else
  test.each([
    ['one seed', { seed: 20_261_121 }],
    ['a fresh seed', {}],
  ])(
    'after any random history every wish ends as its member’s last word: %s (P1, P2, P3, P4)',
    { timeout: DAY_MS },
    (_, seed) => runHistories({ file: import.meta.filename, arbitrary: history, count: HISTORIES / 2, run, ...seed }),
  )
