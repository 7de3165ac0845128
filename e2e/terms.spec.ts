import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { CANCEL_DAYS } from '#contract/limits.ts'
import { LOCALE_COOKIE, LOCALES, type Locale, type Texts } from '#contract/locales.ts'
import { signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Each legal text opens and is complete wherever it is linked, in every language. */

interface LegalText {
  id: string
  sections: { heading: Texts; body: Texts }[]
}
const { items } = JSON.parse(readFileSync(new URL('../server/db/seed/terms.json', import.meta.url), 'utf8')) as {
  items: LegalText[]
}

let server: Server
let profile: Profile
let page: Page

test.beforeAll(async () => {
  server = await Server.open()
  profile = await Profile.open(PHONE)
  page = await profile.page()
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const use = (locale: Locale) =>
  profile.context.addCookies([
    { name: LOCALE_COOKIE, value: locale, url: server.url, expires: Date.now() / 1000 + 600 },
  ])

/** Presses `opener` and expects every heading and body of this text in the dialog, in this language. */
const read = async (opener: Locator, id: string, locale: Locale): Promise<void> => {
  const text = items.find((item) => item.id === id)
  expect(text?.sections.length, `${id} has sections`).toBeGreaterThan(0)
  await opener.click()
  const dialog = page.locator('dialog[open]')
  for (const { heading, body } of text?.sections ?? []) {
    await expect(dialog.getByRole('heading', { name: heading[locale], exact: true })).toBeVisible()
    await expect(dialog).toContainText(body[locale].replaceAll('{refundDays}', String(CANCEL_DAYS)))
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

const CONSENTS = [
  ['service', 'Terms of service'],
  ['privacy', 'Privacy policy'],
  ['marketing', 'News and offers'],
] as const

for (const locale of LOCALES) {
  test(`sign-up and product: each legal text opens in ${locale}`, async () => {
    const translate = await loadTranslator(locale)
    await use(locale)
    await page.goto(`${server.url}/join/terms`)
    await waitForScreen(page, '/join/terms')
    for (const [id, title] of CONSENTS)
      await read(
        page.getByRole('button', { name: translate('Read: {title}', { title: translate(title) }) }),
        id,
        locale,
      )
    await page.goto(`${server.url}/pass/pass-big3-mobile`)
    await waitForScreen(page, '/pass/{detail}')
    await read(page.locator('main p button[type="button"]').last(), 'refund', locale)
  })
}

test('a missing connection and a missing text are reported differently, and both can be tried again', async () => {
  const translate = await loadTranslator('en')
  const fresh = await Profile.open(DESKTOP)
  try {
    const page = await fresh.page()
    await page.goto(`${server.url}/join/terms`)
    await waitForScreen(page, '/join/terms')
    const dialog = page.locator('dialog[open]')
    const open = () =>
      page.getByRole('button', { name: translate('Read: {title}', { title: translate('Privacy policy') }) }).click()

    // Only the address is changed; the real server answers.
    await page.route('**/api/v1/terms/*', (route) => route.continue({ url: `${server.url}/api/v1/terms/nowhere` }))
    await open()
    await expect(dialog.getByRole('alert')).toHaveText(translate('error.E_NOT_FOUND'))
    await page.unroute('**/api/v1/terms/*')

    await fresh.context.setOffline(true)
    await dialog.getByRole('button', { name: translate('Try again'), exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      translate('Could not load this text. Check your connection and try again.'),
    )
    await fresh.context.setOffline(false)
    await dialog.getByRole('button', { name: translate('Try again'), exact: true }).click()
    await expect(dialog.getByRole('heading', { level: 3 })).not.toHaveCount(0)
    expect(fresh.errors).toEqual([])
  } finally {
    await fresh.close()
  }
})

test('payment: the cancellation terms open in every language', async () => {
  const { email } = await signUpMember(server)
  await use('en')
  await signIn(page, server, await loadTranslator('en'), email)
  for (const locale of LOCALES) {
    const translate = await loadTranslator(locale)
    await use(locale)
    await page.goto(`${server.url}/pass/paymentInfo?gdsDtlUid=pass-big3-mobile-std&passCnt=1`)
    await waitForScreen(page, '/pass/paymentInfo')
    await read(
      page.getByRole('button', { name: translate('Read the cancellation terms'), exact: true }),
      'refund',
      locale,
    )
  }
})
