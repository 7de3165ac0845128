import { defineConfig } from '@playwright/test'
import { chromiumPath, QUIET } from './scripts/browser.ts'

const executablePath = chromiumPath()

/** Runs the production build in a real browser; tests that need it kill the server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/harness/build.ts',
  // For slow machines: a failure must come from an assertion, not from a timeout.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: '.build/reports/e2e.json' }]],
  outputDir: '.build/e2e',
  use: {
    browserName: 'chromium',
    launchOptions: { ...(executablePath === null ? {} : { executablePath }), args: QUIET },
    // Recording takes a fifth of a run: `TRACE=1` asks for it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
