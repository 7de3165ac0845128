import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { drawnByte } from '../../scripts/draw.ts'
import type { Engine } from './app.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Returns the engines on which a test file runs: both, or with `TEST_ENGINES=drawn` one, embedded for a tenth of the
 * files, by the seed and the path of the file.
 */
const enginesOf = (testPath: string): readonly Engine[] => {
  if (process.env.TEST_ENGINES !== 'drawn') return ['embedded', 'postgres']
  return [drawnByte(`engine of ${relative(ROOT, testPath)}`) % 10 === 0 ? 'embedded' : 'postgres']
}

/** The engines of this test file: each file loads this module anew. */
export const ENGINES = enginesOf(expect.getState().testPath ?? '')
