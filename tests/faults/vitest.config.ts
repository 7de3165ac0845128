import { defineConfig } from 'vitest/config'
import { HOUR_MS } from '#contract/time.ts'

/** Fault tests on real processes: run separately, one file after the other. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: HOUR_MS,
    hookTimeout: 180_000,
  },
})
