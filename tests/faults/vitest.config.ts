import { defineConfig } from 'vitest/config'

/** Fault tests on real processes: run separately, one file after the other. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 180_000,
  },
})
