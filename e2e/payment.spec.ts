import { expect, test, type Page, type Request } from '@playwright/test'
import { api, signUpMember, type Person } from './harness/api.ts'
import { DESKTOP, waitForScreen, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { choosePayment, order, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Every answer of the bank leads to a clear state: a pass or no charge, never both or neither. */

let server: Server
let profile: Profile
let page: Page
let person: Person
let ordUid = ''

test.beforeAll(async () => {
  server = await Server.open()
  profile = await Profile.open(DESKTOP)
  person = await signUpMember(server)
  page = await profile.page()
  page.on('framenavigated', (frame) => {
    ordUid = new URL(frame.url()).searchParams.get('ord') ?? ordUid
  })
  await signIn(page, server, await loadTranslator('en'), person.email)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const passes = async (): Promise<number> =>
  (await api<{ list: unknown[] }>(server, '/mypage/myPass/list', { token: person.accessToken })).list.length

const state = async (): Promise<string> =>
  (await api<{ state: string }>(server, `/pass/order/${ordUid}`, { token: person.accessToken })).state

test('a declined payment leaves no pass and no charge, and offers to try again', async () => {
  const translate = await loadTranslator('en')
  await order(page, server, 'pass-24h-mobile')
  await choosePayment(page, 'decline')
  await waitForScreen(page, '/pass/completed')
  await expect(page.getByRole('heading', { name: translate('The payment did not go through') })).toBeVisible()
  expect(await state()).toBe('declined')
  expect(await passes()).toBe(0)
})

test('trying again after a decline keeps promotion code, method and price', async () => {
  const translate = await loadTranslator('en')
  await page.goto(`${server.url}/pass/paymentInfo?gdsDtlUid=pass-24h-mobile-std&passCnt=1&promoCode=HARBOR10`)
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(page.locator('[data-action-bar]')).toContainText('44,100')
  await page.locator('input[type="radio"]').last().check()
  await page.locator('input[type="checkbox"]').first().check()
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await choosePayment(page, 'decline')
  await waitForScreen(page, '/pass/completed')
  await expect(page.locator('main')).toContainText('We have kept your choices. Previous price: ₩44,100')
  await page.getByRole('link', { name: translate('Try again'), exact: true }).click()
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(page.locator('#promo')).toHaveValue('HARBOR10')
  await expect(page.locator('[data-action-bar]')).toContainText('44,100')
  await expect(page.locator('input[type="radio"]').last()).toBeChecked()
})

test('the payment page opens from the answer to the order, and going back leads to the unfinished order', async () => {
  const translate = await loadTranslator('en')
  await page.goto(`${server.url}/pass/paymentInfo?gdsDtlUid=pass-24h-mobile-std&passCnt=1`)
  await waitForScreen(page, '/pass/paymentInfo')
  await page.locator('input[type="radio"]').first().check()
  await page.locator('input[type="checkbox"]').first().check()
  const paths: string[] = []
  const hear = (request: Request) => paths.push(new URL(request.url()).pathname)
  page.on('request', hear)
  const pressed = Date.now()
  const bank = page.waitForRequest((request) => request.isNavigationRequest() && !request.url().startsWith(server.url))
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await bank
  test.info().annotations.push({ type: 'press to bank, ms', description: String(Date.now() - pressed) })
  page.off('request', hear)
  expect(paths).toContain('/api/v1/pass/buyPass')
  expect(paths.filter((path) => path.startsWith('/api/v1/pass/order/'))).toEqual([])
  await expect(page.locator('button[name="choice"][value="approve"]')).toBeVisible()
  await page.goBack()
  await waitForScreen(page, '/pass/paymentstep1')
  await expect(page.getByRole('heading', { name: translate('Your payment is not confirmed yet') })).toBeVisible()
  await expect(page.getByRole('link', { name: translate('Open the payment page') })).toBeVisible()
})

test('the form names an order whose payment is not decided, also after a reload, until it is', async () => {
  const translate = await loadTranslator('en')
  const notice = page.getByText('is not confirmed yet. Paying here will place another order.')
  await page.goBack()
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(notice).toBeVisible()
  await page.reload()
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: translate('Back to payment'), exact: true }).click()
  await waitForScreen(page, '/pass/paymentstep1')
  await page.getByRole('link', { name: translate('Open the payment page') }).click()
  await choosePayment(page, 'decline')
  await waitForScreen(page, '/pass/completed')
  await page.getByRole('link', { name: translate('Try again'), exact: true }).click()
  await waitForScreen(page, '/pass/paymentInfo')
  await expect(page.locator('[data-action-bar]')).toContainText('49,000')
  await expect(notice).toHaveCount(0)
})

test('one error takes the focus to its field, without a list of errors', async () => {
  await page.goto(`${server.url}/pass/paymentInfo?gdsDtlUid=pass-24h-mobile-std&passCnt=1`)
  await waitForScreen(page, '/pass/paymentInfo')
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await expect(page.locator('#pay-agreement')).toBeFocused()
  await expect(page.locator('main [role="alert"] a')).toHaveCount(0)
})

test('on a computer total and button stay in the window beside the form', async () => {
  const button = page.locator('[data-action-bar] button[type="submit"]')
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.locator('#pay-agreement').scrollIntoViewIfNeeded()
  await expect(button).toBeInViewport({ ratio: 1 })
})

test('a card issued in Korea is declined with its reason', async () => {
  await order(page, server, 'pass-24h-mobile')
  await choosePayment(page, 'domestic')
  await waitForScreen(page, '/pass/completed')
  await expect(page.locator('main')).toContainText('issued in Korea')
  expect(await passes()).toBe(0)
})

test('an answer that comes twice makes one pass', async () => {
  const translate = await loadTranslator('en')
  await order(page, server, 'pass-24h-mobile')
  await choosePayment(page, 'twice')
  await waitForScreen(page, '/pass/completed')
  await expect(page.getByRole('link', { name: translate('Open My Pass') })).toBeVisible({ timeout: 60_000 })
  expect(await state()).toBe('paid')
  expect(await passes()).toBe(1)
})

test('on a computer the bought pass is shown as a ticket and is bound to nothing', async () => {
  const translate = await loadTranslator('en')
  await expect(page.locator('main ol > li')).toHaveCount(1)
  await expect(page.locator('main ol > li')).toContainText(translate('Not set up on a phone yet'))
  await page.reload()
  await expect(page.locator('main ol > li')).toContainText(translate('Not set up on a phone yet'))
  const { list } = await api<{ list: { deviceUid: string | null }[] }>(server, '/mypage/myPass/list', {
    token: person.accessToken,
  })
  expect(list.map(({ deviceUid }) => deviceUid)).toEqual([null])
})

test('a lost answer is fetched, and the pass appears by itself', async () => {
  const translate = await loadTranslator('en')
  await order(page, server, 'pass-24h-mobile')
  await choosePayment(page, 'lose')
  await page.goto(`${server.url}/pass/completed?ord=${ordUid}`)
  await expect(page.getByRole('link', { name: translate('Open My Pass') })).toBeVisible({ timeout: 60_000 })
  expect(await state()).toBe('paid')
  expect(await passes()).toBe(2)
})

test('the purchase has logged no console error', () => {
  expect(profile.errors).toEqual([])
})
