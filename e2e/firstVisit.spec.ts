import { expect, test, type Page } from '@playwright/test'
import { EPOCH_KEY } from '#contract/shells.ts'
import { DESKTOP, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'

/** A browser's first visit: what a screen needs is fetched when the screen is opened, never by a timer. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

/** Longer timers never fire in these tests: a screen that waits for one would never get its content. */
const LONGEST_TIMER_MS = 1_000

const withoutLongTimers = (page: Page) =>
  page.addInitScript((longestMs) => {
    const native = globalThis.setTimeout
    const limited = (handler: () => void, ms = 0, ...args: unknown[]) =>
      ms > longestMs ? 0 : native(handler, ms, ...args)
    Object.assign(globalThis, { setTimeout: limited })
  }, LONGEST_TIMER_MS)

const neverIdle = (page: Page) => page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))

const firstVisit = async (visit: (page: Page) => Promise<void>): Promise<void> => {
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await withoutLongTimers(page)
    await visit(page)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
}

/** A screen or list that still waits for its data. */
const LOADING = 'main[aria-busy="true"], main [role="status"] > *'

const hasStorage = (page: Page) => page.evaluate((key) => localStorage.getItem(key) !== null, EPOCH_KEY)

for (const [first, second, screen, content] of [
  ['/attractions', '/attractions/busan-tower', '/attractions/{detail}', 'main h1'],
  ['/pass', '/pass/pass-big3-mobile', '/pass/{detail}', '[data-action-bar] button'],
  ['/home', '/service/inquiry', '/service/inquiry', '#inquiries'],
] as const)
  test(`${second} right after ${first}, without touch and idle time, gets its content`, () =>
    firstVisit(async (page) => {
      await neverIdle(page)
      await page.goto(`${server.url}${first}`)
      await waitForScreen(page, first)
      await workerReady(page)
      expect(await hasStorage(page)).toBe(false)
      await page.goto(`${server.url}${second}`)
      await waitForScreen(page, screen)
      await expect(page.locator(content).first()).toBeVisible()
      await expect(page.locator(LOADING)).toHaveCount(0)
    }))

test('/service/inquiry as the first address, without touch, gets its list', () =>
  firstVisit(async (page) => {
    await neverIdle(page)
    await page.goto(`${server.url}/service/inquiry`)
    await waitForScreen(page, '/service/inquiry')
    await expect.poll(() => hasStorage(page)).toBe(true)
    await expect(page.locator(LOADING)).toHaveCount(0)
  }))

test('opening a link without pointer or key events loads the runtime', () =>
  firstVisit(async (page) => {
    await neverIdle(page)
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    // As a screen reader does, without pointer and key events.
    await page.locator('a[href="/attractions"]').first().dispatchEvent('click')
    await waitForScreen(page, '/attractions')
    await expect.poll(() => hasStorage(page)).toBe(true)
  }))

test('/home, without touch, opens storage when the page is idle, after the worker has its files', () =>
  firstVisit(async (page) => {
    const order: string[] = []
    await page.exposeFunction('note', (event: string) => order.push(event))
    await page.addInitScript(() => {
      const { note } = globalThis as unknown as { note: (event: string) => void }
      void navigator.serviceWorker.ready.then(() => note('worker'))
      const native = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        note(key)
        native.call(this, key, value)
      }
    })
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await expect.poll(() => order).toContain(EPOCH_KEY)
    expect(order.slice(0, 2)).toEqual(['worker', EPOCH_KEY])
  }))

test('a visitor who opens one screen does not download the others; the second screen and the second visit do (S31)', () =>
  firstVisit(async (page) => {
    const requests: string[] = []
    await page.exposeFunction('note', (type: string) => requests.push(type))
    await page.addInitScript(() => {
      const { note } = globalThis as unknown as { note: (type: string) => void }
      ServiceWorker.prototype.postMessage = new Proxy(ServiceWorker.prototype.postMessage, {
        apply: (send, worker, args: [{ type?: string }]) => {
          note(args[0].type ?? '')
          return Reflect.apply(send, worker, args)
        },
      })
    })
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await expect.poll(() => hasStorage(page)).toBe(true)
    await page.waitForLoadState('networkidle')
    expect(requests).not.toContain('REST')
    await page.locator('a[href="/attractions"]').first().click()
    await expect.poll(() => requests).toContain('REST')
    requests.length = 0
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await expect.poll(() => requests).toContain('REST')
  }))
