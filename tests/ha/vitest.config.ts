import { defineConfig } from 'vitest/config'

/** Drills of the database cluster on real processes, one after the other. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/ha/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
