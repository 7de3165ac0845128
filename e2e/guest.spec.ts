import { expect, test, type Page } from '@playwright/test'
import { freshEmail } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { fillSignUp } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A guest who wants to pay signs up on the way and keeps the choice. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const PAYMENT = /\/pass\/paymentInfo\?gdsDtlUid=pass-big3-mobile-std&passCnt=2(?:&|$)/
const wanted = (page: Page) => new URL(page.url()).searchParams.get('returnTo') ?? ''

const onPhone = async (work: (page: Page) => Promise<void>): Promise<void> => {
  const profile = await Profile.open(PHONE)
  try {
    await work(await profile.page())
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
}

/** Goes from the product, with two passes chosen, to the start of sign-up. */
const chooseTwo = async (page: Page, say: (english: string) => string): Promise<void> => {
  await page.goto(`${server.url}/pass/pass-big3-mobile`)
  await waitForScreen(page, '/pass/{detail}')
  await page.getByRole('button', { name: say('One more'), exact: true }).click()
  await page.locator('[data-action-bar] button').click()
  await waitForScreen(page, '/login')
  await page
    .locator('main')
    .getByRole('link', { name: say('Sign up'), exact: true })
    .click()
  await waitForScreen(page, '/join')
}

test('a guest who signs up pays for the chosen passes, also after a reload and going back', async () => {
  const say = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    await chooseTwo(page, say)
    expect(wanted(page)).toMatch(PAYMENT)

    await page.reload()
    await waitForScreen(page, '/join')
    await page.getByRole('link', { name: say('Sign up with email'), exact: true }).click()
    await waitForScreen(page, '/join/terms')
    await page.goBack()
    await waitForScreen(page, '/join')
    expect(wanted(page)).toMatch(PAYMENT)
    await page.getByRole('link', { name: say('Sign up with email'), exact: true }).click()
    await fillSignUp(page, server, say, freshEmail(), { reload: true })

    await waitForScreen(page, '/join/completion')
    await page.getByRole('button', { name: say('Pause'), exact: true }).click()
    await expect(page.locator('main [data-product="Big3"]')).toContainText('2')
    await page.getByRole('button', { name: say('Continue to payment'), exact: true }).click()
    await waitForScreen(page, '/pass/paymentInfo')
    expect(page.url()).toMatch(PAYMENT)
    await expect(page.locator('main [data-product="Big3"]')).toContainText('2')
    await expect(page.locator('[data-action-bar]')).toContainText('90,000')
  })
})

test('the countdown after sign-up leads to the payment', async () => {
  const say = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    await page.clock.install()
    await chooseTwo(page, say)
    await page.getByRole('link', { name: say('Sign up with email'), exact: true }).click()
    await fillSignUp(page, server, say, freshEmail())
    await waitForScreen(page, '/join/completion')
    await page.clock.runFor(6_000)
    await waitForScreen(page, '/pass/paymentInfo')
    expect(page.url()).toMatch(PAYMENT)
  })
})

test('an address of another site is not carried through sign-up', async () => {
  const say = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    for (const foreignUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      await page.goto(`${server.url}/join?returnTo=${encodeURIComponent(foreignUrl)}`)
      await waitForScreen(page, '/join')
      await page.getByRole('link', { name: say('Sign up with email'), exact: true }).click()
      await waitForScreen(page, '/join/terms')
      expect(page.url()).not.toContain('evil')
    }
  })
})
