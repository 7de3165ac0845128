import fc from 'fast-check'
import { test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { runHistory } from './model.ts'
import { createMemorySide } from './serverSide.ts'
import { history } from './steps.ts'
import { seedOf } from './modelSeed.ts'

/** Histories with a fixed seed and with a fresh one. `MODEL_MEMORY` sets their number, `MODEL_SEED` repeats a run. */
const HISTORIES = Number(process.env.MODEL_MEMORY ?? 40)

test.each([
  ['one seed', { seed: 20_261_121 }],
  ['a fresh seed', seedOf('in memory')],
] as const)(
  'after any random history every wish ends as its member’s last word: %s (P1, P2, P3, P4)',
  { timeout: DAY_MS },
  async (_, seed) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => void (await runHistory(steps, { side: createMemorySide }))),
      { numRuns: HISTORIES / 2, ...seed, endOnFailure: true },
    )
  },
)
