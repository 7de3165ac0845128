import { expect, test } from '@playwright/test'
import { BCP47 } from '#contract/locales.ts'
import { api, freshEmail } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { choosePayment, favouriteButton, order, signIn, signOut, signUp } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'
import { readCodeFromScreen } from './harness/scan.ts'

/** A new visitor's journey from the first page to a pass without a network, on a phone and on a desktop. */

for (const device of [PHONE, DESKTOP]) {
  test(`a visitor buys a pass and shows it with no signal: ${device.name}, ${device.locale}`, async () => {
    test.setTimeout(600_000)
    const translate = await loadTranslator(device.locale)
    // The phone's server is what `npm start` opens without a setting: the embedded database, migrated and seeded by it.
    const server = await Server.open({ engine: device === PHONE ? 'embedded' : 'postgres' })
    const profile = await Profile.open(device)
    const email = freshEmail()
    try {
      let page = await profile.page()
      let places: string[] = []

      await test.step('the home screen speaks the browser’s language', async () => {
        await page.goto(server.url)
        await waitForScreen(page, '/home')
        await expect(page.locator('html')).toHaveAttribute('lang', BCP47[device.locale])
        await expect(page.locator('main')).toContainText('24H')
      })

      await test.step('signs up, signs out, signs in', async () => {
        await signUp(page, server, translate, email)
        await signOut(page, server, translate)
        expect(await page.evaluate(() => document.cookie)).not.toContain('accessToken')
        await signIn(page, server, translate, email)
      })

      await test.step('browses attractions and keeps two', async () => {
        await page.goto(`${server.url}/attractions`)
        await waitForScreen(page, '/attractions')
        const names = page.locator('main ul > li a[href^="/attractions/"]')
        await expect(names.first()).toBeVisible()
        places = (await names.allTextContents()).slice(0, 4)
        for (const place of places.slice(0, 2)) await favouriteButton(page, translate, place).click()
        await expect.poll(() => favouritesOf(server, email)).toHaveLength(2)
      })

      await test.step('buys a pass', async () => {
        await order(page, server, 'pass-big3-mobile')
        await choosePayment(page, 'approve')
        await waitForScreen(page, '/pass/completed')
        await expect(page.locator('main')).toContainText(translate('Open My Pass'), { timeout: 60_000 })
        // A phone takes the pass at once; a computer takes none by itself.
        const onTicket = translate(device.touch ? 'On this phone now' : 'Not set up on a phone yet')
        await expect(page.locator('main ol > li')).toContainText(onTicket)
      })

      await test.step('shows it on this phone', async () => {
        await page.goto(`${server.url}/myPage/myPass`)
        await waitForScreen(page, '/myPage/myPass')
        const main = page.locator('main')
        const notYet = translate(
          'Your pass does not work offline on this device yet. It will once its QR code appears here.',
        )
        if (!device.touch) {
          await expect(main).toContainText(notYet)
          await expect(main).not.toContainText(translate('Works offline'))
          await page.getByRole('button', { name: translate('Show it on this computer instead'), exact: true }).click()
        }
        await expect(main).toContainText(translate('Works offline'))
        await expect(main).not.toContainText(notYet)
        await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
        expect((await readCodeFromScreen(page, server)).verdict).toBe('admitted')
        await workerReady(page)
      })

      await test.step('loses the network; the browser is closed and opened again', async () => {
        await server.kill()
        await profile.stop()
        await profile.start()
        page = await profile.page()
        await page.goto(`${server.url}/home`)
        await waitForScreen(page, '/home')
        await page.goto(`${server.url}/attractions`)
        await waitForScreen(page, '/attractions')
        await expect(page.locator('main svg use').first()).toBeVisible()
        for (const place of places.slice(0, 2))
          await expect(favouriteButton(page, translate, place)).toHaveAttribute('aria-pressed', 'true')
        await page.goto(`${server.url}/myPage/myPass`)
        await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
        expect((await readCodeFromScreen(page, server)).verdict).toBe('admitted')
        await expect(page.locator('main')).toContainText(translate('Works offline'))
        await expect(
          page
            .locator('main')
            .getByText(translate('Server not responding. Your QR codes still work.'), { exact: true }),
        ).toBeVisible()
      })

      await test.step('toggles two favourites and writes an inquiry, each saved on this phone', async () => {
        await page.goto(`${server.url}/attractions`)
        await waitForScreen(page, '/attractions')
        await favouriteButton(page, translate, places[0] ?? '').click()
        await favouriteButton(page, translate, places[2] ?? '').click()
        // A heart changes once its action is stored; a page that is left before that takes it along.
        await expect(favouriteButton(page, translate, places[0] ?? '')).toHaveAttribute('aria-pressed', 'false')
        await expect(favouriteButton(page, translate, places[2] ?? '')).toHaveAttribute('aria-pressed', 'true')
        await expect(page.locator('main').getByText(translate('Saved on this device')).first()).toBeVisible()
        await page.goto(`${server.url}/service/inquiry`)
        await waitForScreen(page, '/service/inquiry')
        await page.locator('textarea').fill('Is the cable car open in light rain?')
        await page
          .locator('main')
          .getByRole('button', { name: translate('Send'), exact: true })
          .click()
        await expect(page.locator('main').getByText(translate('Saved on this device')).first()).toBeVisible()
      })

      await test.step('the server comes back: the queue drains by itself, once each', async () => {
        await server.start()
        await expect(
          page
            .locator('main')
            .getByText(/Q-\d{6}/)
            .first(),
        ).toBeVisible({ timeout: 60_000 })
        await expect.poll(() => favouritesOf(server, email)).toHaveLength(2)
        expect(await inquiriesOf(server, email)).toHaveLength(1)
      })

      await test.step('a second browser shows the same favourites', async () => {
        const secondProfile = await Profile.open(device)
        try {
          const second = await secondProfile.page()
          await signIn(second, server, translate, email)
          await second.goto(`${server.url}/myPage/myAttractions`)
          await waitForScreen(second, '/myPage/myAttractions')
          await expect(favouriteButton(second, translate, places[2] ?? '')).toHaveAttribute('aria-pressed', 'true')
          await expect(favouriteButton(second, translate, places[0] ?? '')).toHaveCount(0)
          expect(secondProfile.errors).toEqual([])
        } finally {
          await secondProfile.close()
        }
      })
      expect(profile.errors).toEqual([])
    } finally {
      await profile.close()
      await server.close()
    }
  })
}

const tokenOf = async (server: Server, email: string): Promise<string> => {
  const { accessToken } = await api<{ accessToken: string }>(server, '/account/login', {
    method: 'POST',
    body: { id: email, password: 'Gwangan-2026!' },
  })
  return accessToken
}
const favouritesOf = async (server: Server, email: string): Promise<unknown[]> =>
  (await api<{ list: unknown[] }>(server, '/mypage/myAttraction/list', { token: await tokenOf(server, email) })).list
const inquiriesOf = async (server: Server, email: string): Promise<unknown[]> =>
  (await api<{ list: unknown[] }>(server, '/inquiry/list', { token: await tokenOf(server, email) })).list
