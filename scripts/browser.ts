import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Flags that keep Chromium from contacting any host but that of the pages under test. */
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The build of Chromium without windows: the same engine, for half of the processor time of a page. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * Returns the path of the browser of tests: `CHROME_PATH`, the shell without windows, or any Chromium; null when there
 * is none. The shell keeps no page for the way back, and asks nobody for permission to push: what tests these asks for
 * `chromiumPath`.
 */
export const testBrowserPath = (): string | null =>
  process.env.CHROME_PATH === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : chromiumPath()

/** Returns the path of a Chromium: `CHROME_PATH`, the system's, or Playwright's own; null when there is none. */
export const chromiumPath = (): string | null =>
  [process.env.CHROME_PATH ?? '', ...SYSTEM, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null
