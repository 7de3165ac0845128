import { defineConfig } from '@playwright/test'
import { QUIET, testBrowserPath } from './scripts/browser.ts'

const executablePath = testBrowserPath()

const LONG = ['screens', 'worker', 'layout', 'strictMode', 'gate', 'journey', 'errorCatalogue'].map(
  (name) => `**/${name}.spec.ts`,
)

/** Runs the production build in a real browser; tests that need it kill the server. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/harness/setUp.ts',
  // For slow machines: a failure must come from an assertion, not from a timeout.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // They wait for screens and timers a third of their time.
  workers: 3,
  fullyParallel: false,
  // The longest files begin first, so that none of them runs alone at the end.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: LONG },
  ],
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
