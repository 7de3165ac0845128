import { expect, test } from '@playwright/test'
import { DESKTOP, PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** Help, guides and promotions: for everybody, found by links, and read again without our server. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('a visitor finds help from the footer, and reads it again offline', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await workerReady(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: translate('FAQ') })
      .click()
    await waitForScreen(page, '/service/faq')
    await expect(page.locator('summary')).toHaveCount(25)
    await page
      .getByRole('link', { name: translate('Notices') })
      .first()
      .click()
    await waitForScreen(page, '/service/notice')
    await page.locator('main ul a').first().click()
    await waitForScreen(page, '/service/notice_detail')
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    const address = page.url()
    await page.goBack()
    await waitForScreen(page, '/service/notice')
    await server.kill()
    await page.goto(address)
    await waitForScreen(page, '/service/notice_detail')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
    await page.goto(`${server.url}/service/faq?question=faq-18`)
    await waitForScreen(page, '/service/faq')
    await expect(page.locator('details[open]')).toHaveCount(1)
    await expect(page.locator('details[open] summary')).toBeFocused()
    await expect(page.locator('details[open] summary')).toBeInViewport()
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.start()
  }
})

test('a notice without an id leads to the list, and every legal text has an address', async () => {
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/service/notice_detail`)
    await waitForScreen(page, '/service/notice')
    await page.goto(`${server.url}/service/policy?code=refund`)
    await waitForScreen(page, '/service/policy')
    await expect(page).toHaveTitle(/^Cancellations and refunds/)
    await page.getByRole('link', { name: 'Privacy policy' }).click()
    await expect(page).toHaveURL(/code=privacy$/)
    await expect(page.locator('article')).toContainText('What we collect')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.locator('article')).toContainText('In force since')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a guide answers to its word only, keeps its page between the passes, and leads to the shop', async () => {
  expect((await fetch(`${server.url}/24h`)).status).toBe(200)
  expect((await fetch(`${server.url}/72h`)).status).toBe(404)
  expect((await fetch(`${server.url}/72h/use`)).status).toBe(404)
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/24h/use`)
    await waitForScreen(page, '/{product}/use')
    await page.getByRole('radio', { name: 'Big3' }).check()
    await expect(page).toHaveURL(/\/big3\/use$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to use a Big3 pass')
    await page.locator('aside a').first().click()
    await waitForScreen(page, '/pass/{detail}')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a promotion that has ended is opened from its list, without a calendar file; an unknown one is a 404', async () => {
  const profile = await Profile.open(PHONE)
  const translate = await loadTranslator(PHONE.locale)
  try {
    const page = await profile.page()
    await page.goto(`${server.url}/promotion?state=ended`)
    await waitForScreen(page, '/promotion')
    await page.locator('a[href="/promotion/promo-drone-night"]').click()
    await waitForScreen(page, '/promotion/{detail}')
    await expect(page.locator('main')).toContainText(translate('Ended'))
    await expect(page.getByRole('link', { name: translate('Add to calendar') })).toHaveCount(0)
    expect((await fetch(`${server.url}/promotion/nothing`)).status).toBe(404)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
