import { defineConfig } from 'vitest/config'

/** The production build in browsers that Playwright does not drive here: run separately, one file after the other. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['e2e/engines/**/*.test.ts'],
    globalSetup: 'e2e/harness/setUp.ts',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
})
