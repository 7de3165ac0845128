import { expect, test, type Page } from '@playwright/test'
import { COMPLETION_SECONDS } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { freshEmail, signUpMember, PASSWORD } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, type Device } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn, signUp } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Messages of forms in the person's language: first refusals, then success. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const on = async (device: Device, work: (page: Page) => Promise<void>): Promise<void> => {
  const profile = await Profile.open(device)
  try {
    await work(await profile.page())
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
}

test('sign-up says what is wrong with an address, a code and a repeated password, and that the code was sent', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const email = freshEmail()
  await on(PHONE, async (page) => {
    const main = page.locator('main')
    const press = (name: string) => main.getByRole('button', { name: translate(name), exact: true }).click()
    const wrong = (id: string, sentence: string) =>
      expect(page.locator(`#${id}`)).toHaveAccessibleDescription(new RegExp(RegExp.escape(translate(sentence))))

    await test.step('the login leads to it', async () => {
      await page.goto(`${server.url}/login`)
      await waitForScreen(page, '/login')
      await main.locator('a[href="/join"]').click()
      await waitForScreen(page, '/join')
    })

    await test.step('an address that is none', async () => {
      await page.goto(`${server.url}/join/terms`)
      await waitForScreen(page, '/join/terms')
      await page.getByLabel(translate('I agree to the terms of service')).check()
      await page.getByLabel(translate('I agree to the privacy policy')).check()
      await press('Next')
      for (const none of ['', 'mei.hua', 'mei hua@example.com', 'mei@']) {
        await page.locator('#join-email').fill(none)
        await press('Send the code')
        await wrong(
          'join-email',
          'Please enter your email address according to the correct format, for example name@example.com.',
        )
      }
    })

    await test.step('the code was sent, and to whom', async () => {
      await page.locator('#join-email').fill(email)
      await press('Send the code')
      await expect(main.getByRole('heading', { name: translate('Enter the code') })).toBeVisible()
      await expect(main).toContainText(email)
      const code = await server.mailedCode(email)
      await page.locator('#join-code').fill('12')
      await press('Confirm')
      await wrong('join-code', 'Enter the 6 digits from the email.')
      await page.locator('#join-code').fill(code)
      await press('Confirm')
    })

    await test.step('a confirmation that differs stops, the same goes on', async () => {
      await page.locator('#join-password').fill(PASSWORD)
      await page.locator('#join-confirm').fill(`${PASSWORD}?`)
      await press('Next')
      await wrong('join-confirm', 'Password does not match. Enter the same password in both fields.')
      await page.locator('#join-confirm').fill(PASSWORD)
      await press('Next')
      await expect(page.locator('input[autocomplete="family-name"]')).toBeVisible()
    })
  })
})

test('after a sign-up the home screen opens by itself, unless the countdown is paused', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  await on(DESKTOP, async (page) => {
    await page.clock.install()
    await signUp(page, server, translate, freshEmail())
    await page.getByRole('button', { name: translate('Pause'), exact: true }).click()
    await page.clock.runFor(60_000)
    await waitForScreen(page, '/join/completion')
    await page.getByRole('button', { name: translate('Resume'), exact: true }).click()
    await page.clock.runFor(COMPLETION_SECONDS * SECOND_MS)
    await waitForScreen(page, '/home')
  })
})

test('a price that cannot be given is refused with the text of its code, in the member’s language', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await on(PHONE, async (page) => {
    await signIn(page, server, translate, email)
    await page.goto(`${server.url}/pass/paymentInfo?gdsDtlUid=no-such-pass&passCnt=1`)
    await waitForScreen(page, '/pass/paymentInfo')
    await expect(page.getByRole('heading', { name: translate('Could not get the price') })).toBeVisible()
    await expect(page.locator('main')).toContainText(translate('error.E_NOT_FOUND'))
    await expect(page.locator('[data-action-bar]')).toHaveCount(0)
  })
})
