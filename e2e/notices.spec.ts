import { expect, test, type Page } from '@playwright/test'
import { signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Notices that appear while a page is read move none of its content. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

/** The position and size of every element of the screen, except the line or icon that appears. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((one) => !one.closest('[data-offline-line], [data-connection] > *'))
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return `${one.tagName} ${[x, y, width, height].map(Math.round).join(' ')}`
      }),
  )

for (const device of [PHONE, DESKTOP]) {
  test(`a lost connection is announced once, and moves nothing: ${device.name}`, async () => {
    const translate = await loadTranslator(device.locale)
    const sampleRates = translate('Amounts in other currencies use sample rates. You are charged in won.')
    const { email } = await signUpMember(server)
    const profile = await Profile.open(device)
    try {
      const page = await profile.page()
      const text = translate('Our server is not responding.')
      const announced = page.getByRole('status').filter({ hasText: text })
      const icon = page.getByRole('button', { name: text, exact: true })
      const line = page.locator('main [data-offline-line]')
      await signIn(page, server, translate, email)
      await workerReady(page)
      for (const screen of ['/setting', '/attractions', '/myPage/myAttractions', '/myPage/myPass', '/home']) {
        const hasLine = screen === '/myPage/myPass' || screen === '/home'
        await page.goto(server.url + screen)
        await waitForScreen(page, screen)
        await page.waitForLoadState('networkidle')
        if (screen === '/setting') {
          await expect(page.locator('main [data-session]').first()).toBeVisible()
          await expect(page.getByText(sampleRates)).toBeVisible()
        }
        // The banners are the last part of home to arrive.
        if (screen === '/home') await expect(page.locator('main [data-rotation]')).toBeVisible()
        const before = await places(page)
        await server.kill()
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect(announced).toHaveCount(1)
        await expect(icon).toHaveCount(hasLine ? 0 : 1)
        await expect(line).toHaveCount(hasLine ? 1 : 0)
        await expect(hasLine ? line : icon).toBeInViewport({ ratio: 1 })
        expect(await places(page), screen).toEqual(before)
        await server.start()
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect(announced).toHaveCount(0)
        await expect(icon).toHaveCount(0)
        await expect(line).toHaveCount(0)
        expect(await places(page), screen).toEqual(before)
      }
      expect(profile.errors).toEqual([])
    } finally {
      await profile.close()
    }
  })
}

test('the diagnostics load without a layout shift, and follow what this phone does', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await signIn(page, server, translate, email)
    await workerReady(page)
    const secondPage = await profile.context.newPage()
    await secondPage.addInitScript(() => {
      const observed = { shift: 0 }
      Object.assign(window, { seen: observed })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) observed.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await secondPage.goto(`${server.url}/test`)
    await waitForScreen(secondPage, '/test')
    await expect(secondPage.locator('main')).toHaveAttribute('aria-busy', 'false')
    await secondPage.waitForLoadState('networkidle')
    expect(await secondPage.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(
      0.01,
    )

    const value = (name: string) => secondPage.locator('dl div', { hasText: translate(name) }).locator('dd')
    await expect(value('Waiting to send')).toHaveText('0')
    await page.goto(`${server.url}/attractions`)
    await waitForScreen(page, '/attractions')
    await server.kill()
    try {
      await page.locator('main li[data-place] button').first().click()
      await expect(value('Waiting to send')).toHaveText('1')
    } finally {
      await server.start()
    }
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(value('Waiting to send')).toHaveText('0')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
