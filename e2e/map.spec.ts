import { expect, test, type Page } from '@playwright/test'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** The map in a browser: moved by its buttons, its keys and a finger, from a marker to a place and back, and offline. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const MARKERS = '[data-marker="place"]'
const CLUSTERS = '[data-marker="cluster"]'
/** Returns the part of the land that is drawn. */
const windowOf = (page: Page): Promise<string | null> =>
  page.locator('main [role="application"] svg[viewBox]').first().getAttribute('viewBox')

test('buttons, keys and a finger move the map; a marker leads to a card and a page, and back keeps the place', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/map`)
    await waitForScreen(page, '/map')
    await expect(page.locator(CLUSTERS).first()).toBeVisible()
    const start = await windowOf(page)
    const clusters = await page.locator(CLUSTERS).count()

    await page.getByRole('button', { name: translate('Zoom in'), exact: true }).click()
    await expect.poll(() => windowOf(page)).not.toBe(start)
    await page.getByRole('button', { name: translate('Zoom out'), exact: true }).click()
    await expect.poll(() => windowOf(page)).toBe(start)
    await page.locator('main [role="application"]').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => windowOf(page)).not.toBe(start)
    const keyed = await windowOf(page)
    // From the sea, where no marker is.
    await page.mouse.move(300, 300)
    await page.mouse.down()
    await page.mouse.move(240, 380, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => windowOf(page)).not.toBe(keyed)
    expect(await page.locator(CLUSTERS).count()).toBe(clusters)

    await page.goto(`${server.url}/map?group=A`)
    await waitForScreen(page, '/map')
    await expect(page.locator(MARKERS).first()).toBeVisible()
    const boxes = await Promise.all((await page.locator(MARKERS).all()).map((marker) => marker.boundingBox()))
    // Between the filters and the sheet, and not under the buttons.
    const nth = boxes.findIndex((box) => box && box.x > 20 && box.x < 270 && box.y > 130 && box.y < 600)
    expect(nth, 'a marker that nothing covers').toBeGreaterThanOrEqual(0)
    await page.locator(MARKERS).nth(nth).click()
    const card = page.locator('[data-card]')
    await expect(card).toBeVisible()
    const place = (await card.getAttribute('data-card')) ?? ''
    await expect(page).toHaveURL(new RegExp(`/map\\?group=A&place=${place}$`))
    await card.locator('h2 a').click()
    await waitForScreen(page, '/attractions/{detail}')
    await page.goBack()
    await waitForScreen(page, '/map')
    await expect(page.locator(`[data-card="${place}"]`)).toBeVisible()
    await page.reload()
    await waitForScreen(page, '/map')
    await expect(page.locator(`[data-card="${place}"]`)).toBeVisible()
    await expect(page.locator('main [role="group"] button[aria-pressed="true"]')).toHaveCount(1)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a browser that starts without the server has the map with the land, the places and the list', async () => {
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await workerReady(page)
    await profile.stop()
    await server.kill()

    // The map was never opened before: its files came with the others, its places with the catalogue.
    await profile.start()
    const cold = await profile.page()
    await cold.goto(`${server.url}/map`)
    await waitForScreen(cold, '/map')
    await expect(cold.locator('main button[data-place]')).toHaveCount(55)
    await expect(cold.locator(CLUSTERS).first()).toBeVisible()
    const land = cold.locator('main [role="application"] path').first()
    expect((await land.getAttribute('d'))?.length).toBeGreaterThan(5_000)
    expect(profile.errors).toEqual([])
  } finally {
    await server.start()
    await profile.close()
  }
})
