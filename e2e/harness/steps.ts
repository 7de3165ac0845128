import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './api.ts'
import { waitForScreen } from './browser.ts'
import type { Server } from './server.ts'
import type { loadTranslator } from './translator.ts'

export type Translator = Awaited<ReturnType<typeof loadTranslator>>

/** Steps that a person takes on the screens, in the person's language. */

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Completes the sign-up from the terms to the new account. `onStep` runs at each step before something is entered, for
 * example to reload the tab.
 */
export const fillSignUp = async (
  page: Page,
  server: Server,
  translate: Translator,
  email: string,
  { password = PASSWORD, onStep = async () => undefined }: { password?: string; onStep?: () => Promise<unknown> } = {},
): Promise<void> => {
  await onStep()
  await page.getByLabel(translate('I agree to the terms of service')).check()
  await page.getByLabel(translate('I agree to the privacy policy')).check()
  await press(page, translate('Next'))
  await expect(page.locator('#join-email')).toBeVisible()
  await onStep()
  await page.locator('#join-email').fill(email)
  await press(page, translate('Send the code'))
  await expect(page.locator('#join-code')).toBeVisible()
  await onStep()
  await page.locator('input[autocomplete="one-time-code"]').fill(await server.mailedCode(email))
  await press(page, translate('Confirm'))
  await expect(page.locator('#join-password')).toBeVisible()
  await onStep()
  await page.locator('#join-password').fill(password)
  await page.locator('input[autocomplete="new-password"]').nth(1).fill(password)
  await press(page, translate('Next'))
  await page.locator('input[autocomplete="family-name"]').fill('LIN')
  await page.locator('input[autocomplete="given-name"]').fill('MEI-HUA')
  await press(page, translate('Create account'))
}

export const signUp = async (page: Page, server: Server, translate: Translator, email: string): Promise<void> => {
  await page.goto(`${server.url}/join/terms`)
  await waitForScreen(page, '/join/terms')
  await fillSignUp(page, server, translate, email)
  await waitForScreen(page, '/join/completion')
}

export const signIn = async (
  page: Page,
  server: Pick<Server, 'url'>,
  translate: Translator,
  email: string,
  { keep = true } = {},
): Promise<void> => {
  await page.goto(`${server.url}/login`)
  await waitForScreen(page, '/login')
  await page.locator('#login-id').fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD)
  await page.getByLabel(translate('Keep me signed in')).setChecked(keep)
  await page
    .locator('main')
    .getByRole('button', { name: translate('Sign in'), exact: true })
    .click()
  await waitForScreen(page, '/home')
}

/** Sets the member's only pass up on this phone, and waits for its code. */
export const showPass = async (page: Page, server: Server, translate: Translator): Promise<void> => {
  await page.goto(`${server.url}/myPage/myPass`)
  await page
    .locator('main')
    .getByRole('button', { name: translate('Show on this phone'), exact: true })
    .click()
  await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
}

export const signOut = async (page: Page, server: Server, translate: Translator): Promise<void> => {
  await page.goto(`${server.url}/setting`)
  await waitForScreen(page, '/setting')
  // What arrives late may move the button between the press and the release, and then it is no click.
  await page.waitForLoadState('networkidle')
  for (const container of ['main', 'dialog']) {
    await page
      .locator(container)
      .getByRole('button', { name: translate('Sign out'), exact: true })
      .click()
  }
  await waitForScreen(page, '/home')
}

export const favouriteButton = (page: Page, translate: Translator, place: string) =>
  page.locator('main').getByRole('button', { name: translate('Favourite: {name}', { name: place }), exact: true })

/** Goes from a product to its payment page at the bank. */
export const order = async (page: Page, server: Server, product: string): Promise<void> => {
  await page.goto(`${server.url}/pass/${product}`)
  await waitForScreen(page, '/pass/{detail}')
  await page.locator('[data-action-bar] button').click()
  await waitForScreen(page, '/pass/paymentInfo')
  await page.locator('input[type="radio"]').first().check()
  await page.locator('input[type="checkbox"]').first().check()
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await expect(page.locator('button[name="choice"][value="approve"]')).toBeVisible({ timeout: 30_000 })
}

export const choosePayment = (page: Page, choice: 'approve' | 'decline' | 'domestic' | 'late' | 'lose' | 'twice') =>
  page.locator(`button[name="choice"][value="${choice}"]`).click()
