import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { drawnByte } from '../../scripts/draw.ts'
import type { Engine } from './app.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/**
 * Returns the engines on which the calling test file runs: both, or with `TEST_ENGINES=drawn` one, embedded for a tenth
 * of the files, by the seed and the path of the file.
 */
export const drawnEngines = (): readonly Engine[] => {
  if (process.env.TEST_ENGINES !== 'drawn') return ['embedded', 'postgres']
  const testPath = relative(ROOT, expect.getState().testPath ?? '')
  return [drawnByte(`engine of ${testPath}`) % 10 === 0 ? 'embedded' : 'postgres']
}
