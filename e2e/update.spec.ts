import { expect, test, type Page } from '@playwright/test'
import { DESKTOP, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { Deployment } from './harness/deployment.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** Checks for a new worker, as the browser does by itself, and returns the state that it ends in. */
const askForUpdate = (page: Page): Promise<ServiceWorkerState | undefined> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing ?? registration?.waiting
    if (!worker) return undefined
    while (worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
    return worker.state
  })

const versionOf = (page: Page) => page.locator('html[data-app]').getAttribute('data-version')

test('a new version is offered, used once the member accepts it, and loads the page once', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const deployment = await Deployment.open()
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  const publish = async (version: string, how?: { whole: boolean }) => {
    await server.kill()
    await deployment.publish(version, how)
    await server.start()
  }
  try {
    const page = await profile.page()
    let loads = 0
    page.on('load', () => (loads += 1))
    const offer = page.getByRole('status').filter({ hasText: translate('Update available') })

    await test.step('the first visit, which is offered nothing', async () => {
      await page.goto(`${server.url}/home`)
      await waitForScreen(page, '/home')
      await workerReady(page)
      expect(await askForUpdate(page)).toBeUndefined()
      await expect(offer).toBeHidden()
    })

    await test.step('a version with a file that is not what it should be is not taken', async () => {
      await publish('torn', { whole: false })
      expect(await askForUpdate(page)).toBe('redundant')
      await expect(offer).toBeHidden()
      const otherPage = await profile.context.newPage()
      await otherPage.goto(`${server.url}/home`)
      await waitForScreen(otherPage, '/home')
      expect(await versionOf(otherPage)).toBeNull()
      await otherPage.close()
    })

    await test.step('a whole one is offered, also after more attempts on the same page, and waits', async () => {
      await publish('torn again', { whole: false })
      expect(await askForUpdate(page)).toBe('redundant')
      await publish('next')
      expect(await askForUpdate(page)).toBe('installed')
      await expect(offer).toBeVisible()
      expect(await versionOf(page)).toBeNull()
    })

    await test.step('it is used on the member’s word', async () => {
      loads = 0
      await offer.getByRole('button', { name: translate('Update'), exact: true }).click()
      await expect(page.locator('html[data-app]')).toHaveAttribute('data-version', 'next')
      await waitForScreen(page, '/home')
      await expect(offer).toBeHidden()
    })

    await test.step('and nothing loads again', async () => {
      expect(await askForUpdate(page)).toBeUndefined()
      await page.waitForLoadState('networkidle')
      expect(loads).toBe(1)
    })

    await test.step('it was kept whole: it opens with the server gone', async () => {
      await server.kill()
      await page.reload()
      await waitForScreen(page, '/home')
      expect(await versionOf(page)).toBe('next')
    })
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})

/** Hides the page, as when the visitor changes to another app. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('a new version takes over in a hidden tab, but not while a form is being filled in', async () => {
  test.setTimeout(600_000)
  const translate = await loadTranslator(DESKTOP.locale)
  const deployment = await Deployment.open()
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await workerReady(page)
    await page.goto(`${server.url}/service/inquiry`)
    await waitForScreen(page, '/service/inquiry')
    const message = page.getByRole('textbox', { name: translate('Your question') })
    await message.fill('May my grandmother, who is 91, sit while she waits?')
    await server.kill()
    await deployment.publish('next')
    await server.start()
    expect(await askForUpdate(page)).toBe('installed')
    let loads = 0
    page.on('load', () => (loads += 1))
    await hide(page)
    await page.waitForLoadState('networkidle')
    expect(loads).toBe(0)
    expect(await versionOf(page)).toBeNull()
    await expect(message).toHaveValue('May my grandmother, who is 91, sit while she waits?')

    const otherPage = await profile.context.newPage()
    await otherPage.goto(`${server.url}/home`)
    await waitForScreen(otherPage, '/home')
    const offer = otherPage.getByRole('status').filter({ hasText: translate('Update available') })
    await expect(offer).toBeVisible()
    await hide(otherPage)
    // A browser gives the old worker up to five minutes to finish.
    await expect(otherPage.locator('html[data-app]')).toHaveAttribute('data-version', 'next', { timeout: 330_000 })
    await expect(message).toHaveValue('May my grandmother, who is 91, sit while she waits?')
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})
