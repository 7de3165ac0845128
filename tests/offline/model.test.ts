import fc from 'fast-check'
import { test } from 'vitest'
import { history, live } from './model.ts'

const HISTORIES = 40

test('whatever happens on the way, every wish ends as its member’s last word', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, (steps) => live(steps)),
    {
      numRuns: HISTORIES,
      seed: 20_261_121,
      endOnFailure: true,
    },
  )
})
