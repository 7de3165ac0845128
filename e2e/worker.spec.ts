import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openHome, DESKTOP, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { Deployment } from './harness/deployment.ts'
import { Server } from './harness/server.ts'
import { workerStopper } from './harness/stopWorkers.ts'
import { loadTranslator } from './harness/translator.ts'

/** The worker is replaced, or stopped by the browser, while the application is used. */

const versionOf = (page: Page) => page.locator('html[data-app]').getAttribute('data-version')

/** Waits until a new version is installed. */
const newVersion = (page: Page): Promise<ServiceWorkerState | undefined> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing ?? registration?.waiting
    while (worker?.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
    return worker?.state
  })
const isKept = (page: Page, file: string): Promise<boolean> =>
  page.evaluate(async (name) => (await (await caches.open('hp-files')).match(name)) !== undefined, `/${file}`)

/** Delays a file until `release`; `requested` resolves when the browser requests it. */
const held = async (context: BrowserContext, pattern: string) => {
  let wanted = (): void => undefined
  let release = (): void => undefined
  const requested = new Promise<void>((resolve) => (wanted = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  await context.route(pattern, async (route) => {
    wanted()
    await released
    await route.continue().catch(() => undefined)
  })
  return { requested, release }
}

test('a version that takes over while a screen opens breaks no page, including those that stay with the old one', async () => {
  test.setTimeout(600_000)
  const deployment = await Deployment.open()
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  try {
    const [opening, staying] = [await profile.page(), await profile.context.newPage()]
    const loads = new Map<Page, number>()
    for (const page of [opening, staying]) {
      // Records error screens, even if shown for a moment only.
      await page.addInitScript(() =>
        new MutationObserver(() => {
          if (document.querySelector('main[data-screen="error"]')) sessionStorage.setItem('seen-error', '1')
        }).observe(document, { subtree: true, childList: true }),
      )
      // What fails while the server is down would use up the one reload of a minute.
      if (page === opening) await openHome(page, server.url)
      else await page.goto(`${server.url}/home`)
      await waitForScreen(page, '/home')
      page.on('load', () => loads.set(page, (loads.get(page) ?? 0) + 1))
    }
    await workerReady(opening)
    await server.kill()
    const oldFile = await deployment.publish('next', { renamed: '/login' })
    await server.start()
    expect(await isKept(opening, oldFile)).toBe(true)
    expect(await newVersion(opening)).toBe('installed')

    await test.step('it takes over in the moment in which a screen is asked for', async () => {
      await opening.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
        // A click without a pointer, which would prefetch the screen.
        document.querySelector<HTMLElement>('a[href^="/login"]')?.click()
      })
      await waitForScreen(opening, '/login')
      expect(loads.get(opening) ?? 0).toBeLessThan(2)
    })

    await test.step('a page that stayed with the old one opens it too, from the browser’s cache or loaded anew', async () => {
      // A browser gives the old worker up to five minutes to finish.
      await expect.poll(() => isKept(staying, oldFile), { timeout: 330_000 }).toBe(false)
      await waitForScreen(staying, '/home')
      expect(await versionOf(staying)).toBeNull()
      expect(loads.get(staying)).toBeUndefined()
      await staying.evaluate(() => document.querySelector<HTMLElement>('a[href^="/login"]')?.click())
      await waitForScreen(staying, '/login')
      // The browser may still have the file of the old version; without it, the page loads itself once.
      expect([
        [null, 0],
        ['next', 1],
      ]).toContainEqual([await versionOf(staying), loads.get(staying) ?? 0])
    })
    for (const page of [opening, staying])
      expect(await page.evaluate(() => sessionStorage.getItem('seen-error'))).toBeNull()
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})

test('a worker that the browser stops during installation or between screens still serves the next screen', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    const stop = await workerStopper(page)

    await test.step('stopped over its first files it is no worker; the next visit has one', async () => {
      const way = await held(profile.context, '**/shells/*/login.html')
      await page.goto(`${server.url}/home`)
      await waitForScreen(page, '/home')
      await way.requested
      await stop()
      const states = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          return [registration?.installing, registration?.active].map((worker) => worker?.state ?? null)
        })
      await expect.poll(states).toEqual([null, null])
      way.release()
      await profile.context.unroute('**/shells/*/login.html')
      await page.reload()
      await waitForScreen(page, '/home')
      await workerReady(page)
    })

    // A browser stops an idle worker, so no page of the application is open when it ends. Ending it in the middle of an
    // answer also ends the navigation: Chromium fails or hangs, which no page can repair.
    await test.step('stopped before each screen that is asked of it, it answers all the same', async () => {
      await server.kill()
      for (const screen of ['/attractions', '/login', '/home', '/attractions', '/home']) {
        await page.goto('about:blank')
        await stop()
        await page.goto(server.url + screen)
        await waitForScreen(page, screen)
      }
      await stop()
      await page
        .getByRole('link', { name: translate('Attractions') })
        .first()
        .click()
      await waitForScreen(page, '/attractions')
    })
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
