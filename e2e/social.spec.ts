import { expect, test, type Page } from '@playwright/test'
import { freshEmail } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** Social sign-in with the two sandbox providers: one that proves the mailbox (Google), and one that does not (Naver). */

let server: Server
test.beforeAll(async () => {
  server = await Server.open({ env: { SNS_SANDBOX_PORT: '0' } })
})
test.afterAll(() => server.close())

/** Signs in at the sandbox in place of Google, and consents where it asks. */
const passGoogle = async (page: Page, email: string): Promise<void> => {
  const login = page.locator('input[name="login"]')
  await login.fill(email)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await expect(login).toHaveCount(0)
  if (page.url().includes('/interaction/')) await page.locator('button[type="submit"]').click()
}

test('a visitor signs up and in by a provider, and a cancelled sign-in is explained', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  const page = await profile.page()
  const main = page.locator('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const continueWith = (name: string) => translate('Continue with {name}', { name })
  const email = freshEmail()
  const agree = async () => {
    await page.locator('#join-terms').check()
    await page.locator('#join-privacy').check()
    await press(translate('Next'))
  }
  try {
    await test.step('a cancelled sign-in is explained', async () => {
      await page.goto(`${server.url}/login?returnTo=%2FmyPage`)
      await waitForScreen(page, '/login')
      await press(continueWith('Google'))
      await page.getByRole('link', { name: /cancel/i }).click()
      await waitForScreen(page, '/login/snsFail')
      expect(page.url()).toBe(`${server.url}/login/snsFail?returnTo=%2FmyPage`)
      await expect(main.getByRole('alert')).toContainText('Google')
    })

    await test.step('a proven mailbox signs up with consents and name', async () => {
      await press(continueWith('Google'))
      await passGoogle(page, email)
      await waitForScreen(page, '/join/terms')
      await agree()
      await expect(page.locator('#join-engNm')).toHaveValue('MEI')
      await press(translate('Create account'))
      await waitForScreen(page, '/join/completion')
      await press(translate('Continue where you left off'))
      await waitForScreen(page, '/myPage')
      await expect(main).toContainText(email)
    })

    await test.step('from then on the provider signs in, and leads to the wanted page', async () => {
      await page.goto(`${server.url}/setting`)
      await waitForScreen(page, '/setting')
      await press(translate('Sign out'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: translate('Sign out'), exact: true })
        .click()
      await waitForScreen(page, '/home')
      await page.goto(`${server.url}/login?returnTo=%2FmyPage%2Fgift`)
      await waitForScreen(page, '/login')
      await press(continueWith('Google'))
      // The sandbox remembers who signed in, and may ask for the consent again.
      await page.waitForURL(/\/interaction\/|\/myPage/)
      if (page.url().includes('/interaction/')) await page.locator('button[type="submit"]').click()
      await waitForScreen(page, '/myPage/gift')
      expect(page.url()).toBe(`${server.url}/myPage/gift`)
    })
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a mailbox that the provider has not proven takes a mailed code', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  const page = await profile.page()
  const main = page.locator('main')
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
  const email = freshEmail()
  try {
    await page.goto(`${server.url}/join`)
    await waitForScreen(page, '/join')
    await press(translate('Continue with {name}', { name: translate('provider.naver') }))
    await page.locator('input[name="login"]').fill(email)
    await page.locator('button').click()
    await waitForScreen(page, '/join/terms')
    await page.locator('#join-terms').check()
    await page.locator('#join-privacy').check()
    await press(translate('Next'))
    await expect(page.locator('#join-email')).toHaveValue(email)
    await press(translate('Send the code'))
    await page.locator('#join-code').fill(await server.mailedCode(email))
    await press(translate('Confirm'))
    await page.locator('#join-engSurname').fill('LIN')
    await page.locator('#join-engNm').fill('MEI')
    await press(translate('Create account'))
    await waitForScreen(page, '/join/completion')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
