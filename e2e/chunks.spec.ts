import { expect, test } from '@playwright/test'
import { LOCALE_NAMES } from '#contract/locales.ts'
import { DESKTOP, openHome, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { chunksOf } from './harness/chunks.ts'
import { Deployment } from './harness/deployment.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

test('a screen whose chunk is missing causes one reload and then shows a way back', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const deployment = await Deployment.open()
  const [chunk] = await chunksOf('/login', deployment.dist)
  expect(chunk).toBeDefined()
  await deployment.remove(`assets/${chunk}`)
  // A worker with this chunk in its list would never be installed.
  await deployment.remove('sw.js')
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    let loads = 0
    page.on('load', () => (loads += 1))
    const errorScreen = page.locator('html[data-app] main[data-screen="error"]')

    await test.step('it is loaded once more, then the screen says so', async () => {
      await page.goto(`${server.url}/login`)
      await expect(errorScreen).toContainText(translate('Could not open this page'))
      await expect(errorScreen).toContainText('Error 500: ')
      await page.waitForLoadState('networkidle')
      expect(loads).toBe(2)
    })

    await test.step('trying again says the same, and loads nothing anew', async () => {
      await page.getByRole('button', { name: translate('Try again'), exact: true }).click()
      await expect(errorScreen).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(loads).toBe(2)
    })

    await test.step('the way back leads home, and other screens open', async () => {
      await errorScreen.getByRole('link', { name: translate('Home'), exact: true }).click()
      await waitForScreen(page, '/home')
      await page.locator('a[href="/attractions"]').first().click()
      await waitForScreen(page, '/attractions')
      expect(loads).toBe(2)
    })

    await test.step('within the minute a link to it shows the same screen at once', async () => {
      await page.goBack()
      await waitForScreen(page, '/home')
      await page.locator('a[href^="/login"]').first().click()
      await expect(errorScreen).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(loads).toBe(2)
    })
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})

test('home does without the table of addresses; where it is missing, trying again opens the address', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const deployment = await Deployment.open()
  // A worker would answer from its cache.
  await deployment.remove('sw.js')
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const table = /\/assets\/table-[\w-]+\.js$/
    await page.route(table, (route) => route.abort())
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    expect(requested.filter((url) => table.test(url))).toEqual([])
    // Not a click: its pointer event would load everything that is deferred.
    await page.locator('a[href="/attractions"]').first().dispatchEvent('click')
    const errorScreen = page.locator('html[data-app] main[data-screen="error"]')
    await expect(errorScreen).toContainText(translate('Could not open this page'))
    await page.unroute(table)
    await page.getByRole('button', { name: translate('Try again'), exact: true }).click()
    await waitForScreen(page, '/attractions')
    expect(new URL(page.url()).pathname).toBe('/attractions')
    await page.goBack()
    await waitForScreen(page, '/home')
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})

for (const noticed of [true, false])
  test(`while the server does not answer, which the page has ${noticed ? '' : 'not '}noticed, a missing chunk shows a way back and loads nothing anew`, async () => {
    const translate = await loadTranslator(DESKTOP.locale)
    const deployment = await Deployment.open()
    // A worker would answer from its cache.
    await deployment.remove('sw.js')
    const server = await Server.open({ dist: deployment.dist })
    const profile = await Profile.open(DESKTOP)
    try {
      const page = await profile.page()
      await openHome(page, server.url)
      let loads = 0
      page.on('load', () => (loads += 1))
      await server.kill()
      if (noticed) {
        // The browser's event makes the application ask whether the server answers.
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect(page.locator('[data-offline-line]')).toBeVisible()
      }
      await page.locator('a[href^="/login"]').first().click()
      const errorScreen = page.locator('html[data-app] main[data-screen="error"]')
      await expect(errorScreen).toContainText(translate('Could not open this page'))
      expect(loads).toBe(0)
      await server.start()
      // A browser remembers that a module failed, so the address is loaded anew.
      await errorScreen.getByRole('link', { name: translate('Home'), exact: true }).click()
      await waitForScreen(page, '/home')
    } finally {
      await profile.close()
      await server.close()
      await deployment.close()
    }
  })

test('a page that missed a restart of the server loads anew when its chunk is gone, also without a worker', async () => {
  const deployment = await Deployment.open()
  await deployment.remove('sw.js')
  const server = await Server.open({ dist: deployment.dist })
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await openHome(page, server.url)
    await server.kill()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.locator('[data-offline-line]')).toBeVisible()
    // Held back as in a hidden tab, the page does not ask again by itself.
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
    await deployment.publish('next', { renamed: '/login' })
    await server.start()
    await page.locator('a[href^="/login"]').first().dispatchEvent('click')
    // Which screen it has then is not tested: its chunk was changed under the name that the browser has cached.
    await expect(page.locator('html[data-app][data-version="next"]')).toBeAttached()
    expect(new URL(page.url()).pathname).toBe('/login')
  } finally {
    await profile.close()
    await server.close()
    await deployment.close()
  }
})

test('a navigation goes on when the table of addresses arrives while it waits for its texts', async () => {
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    // A worker would answer from its cache.
    await page.route('**/sw.js', (route) => route.abort())
    const hold = async (files: RegExp): Promise<() => void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route(files, (route) => promise.then(() => route.continue()))
      return resolve
    }
    const table = /\/assets\/table-[\w-]+\.js$/
    const releaseTable = await hold(table)
    const releaseTexts = await hold(/\/assets\/messages-en-rest-/)
    const requested = page.waitForRequest(table)
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    const url = (await requested).url()
    await page.locator('a[href="/attractions"]').first().dispatchEvent('click')
    releaseTable()
    // The module has run once its import resolves.
    await page.evaluate((address) => import(address).then(() => undefined), url)
    releaseTexts()
    await waitForScreen(page, '/attractions')
  } finally {
    await profile.close()
    await server.close()
  }
})

const INCOMPLETE = 'Could not load the whole page. Check your connection and try again.'
/** What the network loses first, and with it everything after that. */
const LOST = [
  ['the application', '/home', /\/app\.js$/],
  ['its texts', '/home', /\/assets\/messages-jp-/],
  ['a screen and the error screen', '/login', /\/assets\/table-/],
] as const

for (const [what, path, first] of LOST)
  test(`a first visit that the network leaves before ${what} says so in its language, and goes on at a press`, async () => {
    const translate = await loadTranslator('jp')
    const server = await Server.open()
    const profile = await Profile.open({ ...DESKTOP, locale: 'jp' })
    try {
      const page = await profile.page()
      let isLost = false
      await page.route('**/*', (route) => {
        isLost ||= first.test(route.request().url())
        return isLost ? route.abort() : route.continue()
      })
      await page.goto(`${server.url}${path}`)
      const notice = page.locator('[role="alert"][data-incomplete]')
      await expect(notice).toContainText(translate(INCOMPLETE))
      // The shell stays.
      await expect(page.locator('#app main')).toBeVisible()
      await page.unroute('**/*')
      await notice.getByRole('button', { name: translate('Try again'), exact: true }).click()
      await waitForScreen(page, path)
    } finally {
      await profile.close()
      await server.close()
    }
  })

test('a first visit that the network leaves before its second screen says so in its language', async () => {
  const translate = await loadTranslator('jp')
  const server = await Server.open()
  const profile = await Profile.open({ ...DESKTOP, locale: 'jp' })
  try {
    const page = await profile.page()
    await page.route('**/sw.js', (route) => route.abort())
    // Nothing is loaded ahead.
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await page.waitForLoadState('networkidle')
    await server.kill()
    await page.locator('a[href^="/login"]').first().dispatchEvent('click')
    // The error screen where its texts have arrived before the network left, else the notice.
    const notice = page.locator('[data-incomplete]')
    const report = notice.or(page.locator('main[data-screen="error"]'))
    await expect(report).toBeVisible()
    await expect(report).toContainText(translate((await notice.count()) > 0 ? INCOMPLETE : 'Could not open this page'))
    await server.start()
    await report.getByRole('button', { name: translate('Try again'), exact: true }).click()
    await waitForScreen(page, '/login')
  } finally {
    await profile.close()
    await server.close()
  }
})

test('without the server, a language that is not on this phone is reported, and the page stays unchanged', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/service/inquiry`)
    await waitForScreen(page, '/service/inquiry')
    await workerReady(page)
    const typed = page.locator('textarea').first()
    await typed.fill('Where is the ferry?')
    // A part of the page that is still being loaded would be missing, for which the page loads once more.
    await page.waitForLoadState('networkidle')
    let loads = 0
    page.on('load', () => (loads += 1))
    await server.kill()
    await page.getByRole('button', { name: LOCALE_NAMES.jp, exact: true }).first().click()
    await expect(
      page.getByText(translate('We could not load this language. Check your connection and try again.'), {
        exact: true,
      }),
    ).toBeVisible()
    await expect(typed).toHaveValue('Where is the ferry?')
    expect(loads).toBe(0)
    await server.start()
    await page.getByRole('button', { name: LOCALE_NAMES.jp, exact: true }).first().click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await expect(typed).toHaveValue('Where is the ferry?')
  } finally {
    await profile.close()
    await server.close()
  }
})
