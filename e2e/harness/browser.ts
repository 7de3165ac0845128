import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { BCP47, type Locale } from '#contract/locales.ts'
import { chromiumPath, QUIET } from '../../scripts/browser.ts'

export interface Device {
  name: string
  locale: Locale
  viewport: { width: number; height: number }
  touch: boolean
  /** Pixels of the screen for one of CSS; 1 where nothing is said. */
  scale?: number
}
export const PHONE: Device = { name: 'phone', locale: 'cht', viewport: { width: 390, height: 844 }, touch: true }
export const DESKTOP: Device = { name: 'desktop', locale: 'en', viewport: { width: 1440, height: 900 }, touch: false }

/** The browser itself says that a server is gone; that is what these tests are about, and no fault of the page. */
const GONE =
  /net::ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED)|Failed to load resource/

/** A browser with a profile on disk, to be closed and opened again as a phone is. Errors of its pages are kept. */
export class Profile {
  readonly errors: string[] = []
  readonly #folder: string
  readonly #device: Device
  readonly #args: readonly string[]
  readonly #without: readonly string[]
  #context: BrowserContext | undefined

  private constructor(folder: string, device: Device, args: readonly string[], without: readonly string[]) {
    this.#folder = folder
    this.#device = device
    this.#args = args
    this.#without = without
  }

  /** `args`: further ones of the browser, as for a camera; `without`: those that a test's browser else has. */
  static async open(device: Device, args: readonly string[] = [], without: readonly string[] = []): Promise<Profile> {
    const profile = new Profile(await mkdtemp(join(tmpdir(), 'harbor-pass-profile-')), device, args, without)
    await profile.start()
    return profile
  }

  async start(): Promise<void> {
    const executablePath = chromiumPath()
    const options: BrowserContextOptions = {
      locale: BCP47[this.#device.locale],
      viewport: this.#device.viewport,
      hasTouch: this.#device.touch,
      deviceScaleFactor: this.#device.scale ?? 1,
      isMobile: this.#device.touch,
      timezoneId: 'Asia/Taipei',
      reducedMotion: 'reduce',
    }
    this.#context = await chromium.launchPersistentContext(this.#folder, {
      ...options,
      ...(executablePath === null ? {} : { executablePath }),
      args: [...QUIET, ...this.#args],
      ignoreDefaultArgs: [...this.#without],
    })
    this.#context.on('page', (page) => this.#watch(page))
    for (const page of this.#context.pages()) this.#watch(page)
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser is closed')
    return this.#context
  }

  page(): Promise<Page> {
    const first = this.context.pages()[0]
    return first ? Promise.resolve(first) : this.context.newPage()
  }

  /** Ends the browser; its profile stays. */
  async stop(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !GONE.test(message.text())) this.errors.push(message.text())
    })
  }
}

/** Waits until a screen is drawn and answers: its shell is seen earlier. */
export const onScreen = (page: Page, screen: string): Promise<void> =>
  expect(page.locator(`html[data-app] main[data-screen="${screen}"]`)).toBeVisible()

/** Waits until the worker has kept everything: from then on the network may go. */
export const workerReady = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 30_000,
    })
    .toBe('activated')
}
