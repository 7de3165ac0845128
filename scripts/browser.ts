import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Keeps Chromium from talking to anybody but the pages under test. */
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chromium: `CHROME_PATH`, the system's, Playwright's own; null when there is none. */
export const chromiumPath = (): string | null =>
  [process.env.CHROME_PATH ?? '', ...SYSTEM, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null
