import { expect, test, type Page } from '@playwright/test'
import { COMPLETION_SECONDS } from '#contract/limits.ts'
import { SECOND_MS } from '#contract/time.ts'
import { freshEmail, PASSWORD, signUpMember } from './harness/api.ts'
import { waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { readCodeFromScreen } from './harness/scan.ts'
import { Server } from './harness/server.ts'
import { choosePayment, fillSignUp, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A guest who wants to pay signs up on the way and keeps the choice. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const PAYMENT = /\/pass\/paymentInfo\?gdsDtlUid=pass-big3-mobile-std&passCnt=2&promoCode=HARBOR10(?:&|$)/
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

/** Goes from the product, with two passes and a promotion code, to the first step of sign-up. */
const chooseTwo = async (page: Page, translate: Translator): Promise<void> => {
  await page.goto(`${server.url}/pass/pass-big3-mobile`)
  await waitForScreen(page, '/pass/{detail}')
  await page.getByRole('button', { name: translate('One more'), exact: true }).click()
  await page.locator('#promo').fill('HARBOR10')
  await page.locator('[data-action-bar] button').click()
  await waitForScreen(page, '/join/terms')
}

/** The order stands on the screen: the ticket with its number, price and code. */
const seesOrder = async (page: Page): Promise<void> => {
  const ticket = page.locator('main [data-product="Big3"]')
  for (const text of ['2', '90,000', 'HARBOR10']) await expect(ticket).toContainText(text)
  expect(wanted(page)).toMatch(PAYMENT)
}

/** The payment has the price with the code, and this method chosen. */
const seesPayment = async (page: Page, method: string): Promise<void> => {
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(page.locator('[data-action-bar]')).toContainText('81,000')
  await expect(page.locator('#promo')).toHaveValue('HARBOR10')
  await expect(page.locator(`input[type="radio"][value="${method}"]`)).toBeChecked()
}
const pay = async (page: Page, choice: 'approve' | 'decline'): Promise<void> => {
  await page.locator('#pay-agreement').check()
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await choosePayment(page, choice)
  await waitForScreen(page, '/pass/completed')
}

test('a guest buys two passes on a phone and loses nothing on the way, and both passes work with no signal', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    await chooseTwo(page, translate)
    await seesOrder(page)
    await page.goBack()
    await waitForScreen(page, '/pass/{detail}')
    await page.goForward()
    await waitForScreen(page, '/join/terms')
    await fillSignUp(page, server, translate, freshEmail(), {
      onStep: async () => {
        await page.reload()
        await seesOrder(page)
      },
    })

    await waitForScreen(page, '/join/completion')
    await page.getByRole('button', { name: translate('Pause'), exact: true }).click()
    await seesOrder(page)
    const next = translate('Continue to payment: {count} × {pass}, {total}', {
      count: 2,
      pass: 'Big3',
      total: '₩90,000',
    })
    await page.getByRole('button', { name: next, exact: true }).click()
    await seesPayment(page, 'overseas_card')
    await page.locator('input[type="radio"][value="unionpay_amex"]').check()
    await expect.poll(() => page.url()).toContain('unionpay_amex')
    await page.reload()
    await seesPayment(page, 'unionpay_amex')

    await pay(page, 'decline')
    await page
      .locator('main')
      .getByRole('link', { name: translate('Try again'), exact: true })
      .click()
    await seesPayment(page, 'unionpay_amex')
    await pay(page, 'approve')

    const tickets = page.locator('main ol > li')
    await expect(tickets).toHaveCount(2)
    for (const nth of [0, 1]) await expect(tickets.nth(nth)).toContainText(translate('On this phone now'))
    await workerReady(page)
    await server.kill()
    try {
      await page.goto(`${server.url}/myPage/myPass`)
      await expect(page.locator('[data-live="true"] [data-qr]')).toHaveCount(2)
      expect((await readCodeFromScreen(page, server)).verdict).toBe('admitted')
    } finally {
      await server.start()
    }
  })
})

test('a guest who is a member finds the sign-in at the first step, and the order on it', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    const { email } = await signUpMember(server)
    await chooseTwo(page, translate)
    await page.locator('main a[href^="/login"]').click()
    await waitForScreen(page, '/login')
    await seesOrder(page)
    await page.locator('#login-id').fill(email)
    await page.locator('#login-password').fill(PASSWORD)
    await page
      .locator('main')
      .getByRole('button', { name: translate('Sign in'), exact: true })
      .click()
    await seesPayment(page, 'overseas_card')
  })
})

test('the countdown after sign-up leads to the payment', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    await page.clock.install()
    await chooseTwo(page, translate)
    await fillSignUp(page, server, translate, freshEmail())
    await waitForScreen(page, '/join/completion')
    await page.clock.runFor(COMPLETION_SECONDS * SECOND_MS)
    await waitForScreen(page, '/pass/paymentInfo')
    expect(page.url()).toMatch(PAYMENT)
  })
})

test('an address of another site is not carried through sign-up', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await onPhone(async (page) => {
    for (const foreignUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      await page.goto(`${server.url}/join?returnTo=${encodeURIComponent(foreignUrl)}`)
      await waitForScreen(page, '/join')
      await page.getByRole('link', { name: translate('Sign up with email'), exact: true }).click()
      await waitForScreen(page, '/join/terms')
      expect(page.url()).not.toContain('evil')
    }
  })
})
