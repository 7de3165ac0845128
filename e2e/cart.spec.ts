import { expect, test, type Page } from '@playwright/test'
import { api, signUpMember, type Person } from './harness/api.ts'
import { DESKTOP, Profile } from './harness/browser.ts'
import { priceSnOf, YACHT } from './harness/reservation.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'
import { signIn } from './harness/steps.ts'

/** A cart from the guest’s first line to what it has become, in the sandbox. */

let server: Server
let profile: Profile
let page: Page
let person: Person

test.beforeAll(async () => {
  server = await Server.open()
  profile = await Profile.open(DESKTOP)
  person = await signUpMember(server)
  page = await profile.page()
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

test('a guest fills a cart, signs in, and pays passes and a seat at once', async () => {
  const seat = `/${YACHT.kind}/${YACHT.gdsUid}?option=${YACHT.option}&priceSn=${await priceSnOf(server, YACHT)}`
  const cart = page.locator('main[data-screen="/cart"]')
  for (const address of ['/pass/pass-24h-mobile', seat]) {
    await page.goto(`${server.url}${address}`)
    await page.locator('[data-add-to-cart]').click()
    await expect(page.getByText('Added to your cart')).toBeVisible()
  }
  await page.getByRole('button', { name: 'See the cart' }).click()
  await expect(cart.locator('li[data-line]')).toHaveCount(2)

  // Without a connection the cart can be read and changed.
  await profile.context.setOffline(true)
  await page.reload()
  await expect(cart.locator('li[data-line]')).toHaveCount(2)
  await cart.getByRole('button', { name: 'One more' }).first().click()
  await expect(cart.locator('output').first()).toHaveText('2')
  await profile.context.setOffline(false)

  await signIn(page, server, await loadTranslator('en'), person.email)
  await page.goto(`${server.url}/cart`)
  await expect(cart.locator('li[data-line]')).toHaveCount(2)
  await page.locator('#pay-agreement').check()
  await page.getByRole('button', { name: 'Pay ₩136,000' }).click()
  await page.locator('button[name="choice"][value="approve"]').click({ timeout: 30_000 })

  const order = page.locator('main[data-screen="/cart/completed"][data-order="paid"]')
  await expect(order).toBeVisible({ timeout: 30_000 })
  await expect(order.locator('[data-line="pass"] a')).toHaveAttribute('href', /purchase_detail\?ord=/)
  await order.locator('[data-line="goods"] a').click()
  await expect(page.locator('[data-reservation-detail]')).toBeVisible()
  const token = person.accessToken
  expect((await api<{ list: unknown[] }>(server, '/mypage/myPass/list', { token })).list).toHaveLength(2)
  await page.goto(`${server.url}/cart`)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})
