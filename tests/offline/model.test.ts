import fc from 'fast-check'
import { test } from 'vitest'
import { live } from './model.ts'
import { inMemory } from './side.ts'
import { history } from './steps.ts'
import { seedOf } from './seed.ts'

/** A fixed seed and a fresh one. More: `MODEL_MEMORY`; a run is repeated with its `MODEL_SEED`. */
const HISTORIES = Number(process.env.MODEL_MEMORY ?? 40)

test.each([
  ['one seed', { seed: 20_261_121 }],
  ['a fresh seed', seedOf('in memory')],
] as const)(
  'whatever happens on the way, every wish ends as its member’s last word: %s',
  { timeout: 86_400_000 },
  async (_, seed) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => void (await live(steps, { side: inMemory }))),
      { numRuns: HISTORIES / 2, ...seed, endOnFailure: true },
    )
  },
)
