import { defineConfig } from '@playwright/test'
import { chromiumPath, QUIET } from './scripts/browser.ts'

const executablePath = chromiumPath()

/** The production build in a real browser, the server killed where a test says so. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/harness/build.ts',
  // Patience for a slow machine: what is broken says so by its own words, not by the time it took.
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
    trace: 'retain-on-failure',
  },
})
