import fc from 'fast-check'
import { test } from 'vitest'
import { live, step } from './model.ts'

const HISTORIES = 40

test('whatever happens on the way, every wish ends as its member’s last word', { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), live), {
    numRuns: HISTORIES,
    seed: 20_261_121,
  })
})
