import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { LOCALES } from '#contract/locales.ts'
import { axeFaults } from './harness/accessibility.ts'
import { DESKTOP, PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** Photos that an operator adds to a record, on its page (decision 0344). */

const PLACE = 'busan-tower'
let server: Server
let folder: string

const addPhoto = async (background: string, alt: string): Promise<void> => {
  const file = join(folder, 'photo.jpg')
  await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toFile(file)
  const texts = LOCALES.flatMap((locale) => [`--alt-${locale}`, `${alt} (${locale})`])
  await server.command('photo', 'add', PLACE, file, '--credit', 'Kim Min-ji', ...texts)
}

test.beforeAll(async () => {
  server = await Server.open()
  folder = await mkdtemp(join(tmpdir(), 'harbor-pass-photos-'))
  await addPhoto('#204060', 'By night')
  await addPhoto('#c09050', 'By day')
})
test.afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const openPlace = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/attractions/${PLACE}`)
  await waitForScreen(page, '/attractions/{detail}')
}
const pictures = (page: Page) => page.locator('main figure img')
/** Waits until a photo is drawn, and returns its address. */
const drawn = async (page: Page, nth: number): Promise<string> => {
  const picture = pictures(page).nth(nth)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  return picture.evaluate((img: HTMLImageElement) => img.currentSrc)
}

for (const device of [PHONE, DESKTOP])
  test(`photos come before the drawing, move nothing, and are turned by buttons and keys, on a ${device.name}`, async () => {
    const translate = await loadTranslator(device.locale)
    const profile = await Profile.open(device)
    try {
      const page = await profile.page()
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) shifts.push(entry.value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await openPlace(page)
      await expect(pictures(page)).toHaveCount(2)
      expect(await drawn(page, 0)).toMatch(/\/photos\/[\w-]+\/\d+\.avif$/)
      await expect(pictures(page).nth(0)).toHaveAttribute('alt', `By night (${device.locale})`)
      await expect(page.locator('main figcaption').first()).toContainText('Kim Min-ji')
      const count = page.locator('main [aria-live=polite]', { hasText: /3/ })
      await expect(count).toHaveText(translate('{number} of {total}', { number: 1, total: 3 }))
      const next = page.getByRole('button', { name: translate('Next picture') })
      await next.click()
      await expect(count).toHaveText(translate('{number} of {total}', { number: 2, total: 3 }))
      await drawn(page, 1)
      await page.locator('main ul[tabindex="0"]').focus()
      await page.keyboard.press('ArrowRight')
      await expect(count).toHaveText(translate('{number} of {total}', { number: 3, total: 3 }))
      // After the last comes the first.
      await next.click()
      await expect(count).toHaveText(translate('{number} of {total}', { number: 1, total: 3 }))
      expect(await axeFaults(page)).toEqual([])
      const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
      expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05)
      expect(profile.errors).toEqual([])
    } finally {
      await profile.close()
    }
  })

test('a photo that was seen is there without the server, and one that was not leaves the drawing', async () => {
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await workerReady(page)
    await openPlace(page)
    await drawn(page, 0)
    await server.kill()
    await page.reload()
    await waitForScreen(page, '/attractions/{detail}')
    await drawn(page, 0)
    await page.goto(`${server.url}/attractions/songdo-marine-cable-car`)
    await waitForScreen(page, '/attractions/{detail}')
    await expect(page.locator('main svg').first()).toBeVisible()
    await expect(pictures(page)).toHaveCount(0)
    expect(profile.errors).toEqual([])
  } finally {
    await server.start()
    await profile.close()
  }
})
