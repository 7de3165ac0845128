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

/** Returns the path of a Chromium: `CHROME_PATH`, the system's, or Playwright's own; null when there is none. */
export const chromiumPath = (): string | null =>
  [process.env.CHROME_PATH ?? '', ...SYSTEM, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  ) ?? null
