import { expect, test } from '@playwright/test'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** The Korean help cards: large, upright and on the side, without our server. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('a card fills a phone of 360 by 640 in both orientations, without the server, and the way back closes it', async () => {
  const say = await loadTranslator(PHONE.locale)
  const profile = await Profile.open({ ...PHONE, viewport: { width: 360, height: 640 } })
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/directions`)
    await waitForScreen(page, '/directions')
    await workerReady(page)
    await server.kill()
    await page.getByRole('link', { name: say('Korean help cards') }).click()
    await waitForScreen(page, '/helpCards')
    // A first load of the address too: it was never opened before.
    await page.reload()
    await waitForScreen(page, '/helpCards')
    const cards = page.locator('[data-card]')
    await expect(cards).toHaveCount(12)
    const faults: string[] = []
    for (let index = 0; index < 12; index += 1) {
      await cards.nth(index).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (const viewport of [
        { width: 360, height: 640 },
        { width: 640, height: 360 },
      ]) {
        await page.setViewportSize(viewport)
        const size = await dialog.locator('p[lang="ko"]').evaluate((sentence) => {
          const box = sentence.getBoundingClientRect()
          const frame = sentence.parentElement
          return {
            isInside: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
            isScrolled: frame !== null && frame.scrollHeight > frame.clientHeight + 1,
            fontPx: Number.parseFloat(getComputedStyle(sentence).fontSize),
          }
        })
        if (!size.isInside || size.isScrolled || size.fontPx < 32)
          faults.push(`card ${index} at ${viewport.width}: ${JSON.stringify(size)}`)
      }
      await page.setViewportSize({ width: 360, height: 640 })
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(cards.nth(index)).toBeFocused()
    }
    expect(faults).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/helpCards')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
