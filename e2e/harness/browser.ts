import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { BCP47, type Locale } from '#contract/locales.ts'
import { addPatience } from './patience.ts'
import { chromiumPath, QUIET, testBrowserPath } from '../../scripts/browser.ts'

export interface Device {
  name: string
  locale: Locale
  viewport: { width: number; height: number }
  touch: boolean
  /** Device pixels per CSS pixel; 1 by default. */
  scale?: number
}
export const PHONE: Device = { name: 'phone', locale: 'cht', viewport: { width: 390, height: 844 }, touch: true }
export const DESKTOP: Device = { name: 'desktop', locale: 'en', viewport: { width: 1440, height: 900 }, touch: false }

/**
 * Console messages of the browser about an unreachable server: these tests cause them, so they are no fault of the
 * page.
 */
const GONE =
  /net::ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED)|Failed to load resource/

export interface ProfileOptions {
  /** Additional arguments of the browser, as for a camera. */
  args?: readonly string[]
  /** Playwright's default arguments to leave out. */
  without?: readonly string[]
  /** A whole Chromium, for what the headless shell lacks: pushes, and pages kept for the way back. */
  whole?: boolean
}

/** A browser with a profile on disk, which can be closed and opened again. Collects the errors of its pages. */
export class Profile {
  readonly errors: string[] = []
  readonly #folder: string
  readonly #device: Device
  readonly #options: ProfileOptions
  #context: BrowserContext | undefined

  private constructor(folder: string, device: Device, options: ProfileOptions) {
    this.#folder = folder
    this.#device = device
    this.#options = options
  }

  static async open(device: Device, options: ProfileOptions = {}): Promise<Profile> {
    const profile = new Profile(await mkdtemp(join(tmpdir(), 'harbor-pass-profile-')), device, options)
    await profile.start()
    return profile
  }

  async start(): Promise<void> {
    const { args = [], without = [], whole = false } = this.#options
    const executablePath = whole ? chromiumPath() : testBrowserPath()
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
      args: [...QUIET, ...args],
      ignoreDefaultArgs: [...without],
    })
    await addPatience(this.#context)
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

  /** Closes the browser; its profile stays on disk. */
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

/** Waits until the application has rendered a screen; the shell is visible before that. */
export const waitForScreen = (page: Page, screen: string): Promise<void> =>
  expect(page.locator(`html[data-app] main[data-screen="${screen}"]`)).toBeVisible()

/**
 * Opens home and waits for what the page loads when it is idle, which on a busy machine is long after the network is:
 * what tracks whether the server answers, what shows that it does not, and the table that names the screens' chunks.
 */
export const openHome = async (page: Page, origin: string): Promise<void> => {
  const idle = [/\/api\/v1\/time$/, /\/assets\/parts-[\w-]+\.js$/, /\/assets\/table-[\w-]+\.js$/]
  const answers = Promise.all(idle.map((url) => page.waitForResponse(url)))
  await page.goto(`${origin}/home`)
  await waitForScreen(page, '/home')
  for (const answer of await answers) await answer.finished()
  await page.waitForLoadState('networkidle')
}

/** Waits until the worker is active, so that everything is precached and the network may go away. */
export const workerReady = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 30_000,
    })
    .toBe('activated')
  // Asks like the page does when it is idle, so that tests find every screen offline.
  expect(
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      const { port1, port2 } = new MessageChannel()
      const reply = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
      active?.postMessage({ type: 'REST' }, [port2])
      return reply
    }),
  ).toEqual({ kept: true })
}
