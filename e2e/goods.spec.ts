import { expect, test, type Page } from '@playwright/test'
import { LOCALE_COOKIE, type Locale } from '#contract/locales.ts'
import { api, signUpMember, type Person } from './harness/api.ts'
import { DESKTOP, Profile } from './harness/browser.ts'
import { reserveAddress, ROOM, YACHT, type ReservedGoods } from './harness/reservation.ts'
import { Server } from './harness/server.ts'
import { choosePayment, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A reservation from its choice to the cancellation, in the sandbox, and one whose card is declined. */

let server: Server
let profile: Profile
let page: Page
let person: Person

test.beforeAll(async () => {
  server = await Server.open()
  profile = await Profile.open(DESKTOP)
  person = await signUpMember(server)
  page = await profile.page()
  await signIn(page, server, await loadTranslator('en'), person.email)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

/** From the next page on, the application speaks this language. */
const speak = (locale: Locale): Promise<void> =>
  profile.context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: server.url }])

interface Listed {
  rsvtUid: string
  state: string
  guest: { name: string }
  wish: string | null
}
const listed = async (): Promise<Listed[]> =>
  (await api<{ list: Listed[] }>(server, '/reserve/list', { token: person.accessToken })).list

/** Goes from the first step to the payment page of the bank. */
const reserve = async (goods: ReservedGoods, wish: string): Promise<void> => {
  await page.goto(`${server.url}${await reserveAddress(server, goods)}`)
  await page.locator('#guest-name').fill('JUN LIN')
  await page.locator('#guest-wish').fill(wish)
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await expect(page.locator('[data-hold] [role="timer"]')).toHaveText(/^(?:10:00|9:\d\d)$/)
  await page.locator('#pay-agreement').check()
  await page.locator('[data-action-bar] button[type="submit"]').click()
  await expect(page.locator('button[name="choice"][value="approve"]')).toBeVisible({ timeout: 30_000 })
}

const JOURNEYS: [locale: Locale, goods: ReservedGoods][] = [
  ['en', ROOM],
  ['cht', YACHT],
]
for (const [locale, goods] of JOURNEYS) {
  test(`${locale}: goods are reserved, paid, shown in My Page and cancelled with a refund`, async () => {
    const say = await loadTranslator(locale)
    await speak(locale)
    await reserve(goods, 'Quiet, please')
    await choosePayment(page, 'approve')
    await expect(page.getByRole('heading', { name: say('Your reservation is confirmed') })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(`/${goods.kind}/${goods.gdsUid}`)
    await page
      .getByRole('link', { name: say('My reservations'), exact: true })
      .last()
      .click()
    const detail = page.locator('[data-reservation-detail]')
    await expect(detail.locator('[data-badge="confirm"]')).toBeVisible()
    await expect(detail).toContainText('JUN LIN')
    await expect(detail).toContainText('Quiet, please')
    await detail.getByRole('button', { name: say('Cancel the reservation'), exact: true }).click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog).toContainText('₩')
    await dialog.getByRole('button', { name: say('Cancel the reservation'), exact: true }).click()
    await expect(page.locator('[data-badge="cancel-ask"], [data-badge="complete3"]').first()).toBeVisible()
    await expect.poll(async () => (await listed())[0]?.state, { timeout: 60_000 }).toBe('cancelled')
    expect(profile.errors).toEqual([])
  })
}

test('a declined card leaves no reservation and no charge, and trying again keeps what was typed', async () => {
  const say = await loadTranslator('en')
  await speak('en')
  await reserve(ROOM, 'Late arrival')
  await choosePayment(page, 'decline')
  await expect(page.getByRole('heading', { name: say('The payment did not go through') })).toBeVisible()
  await expect(page.locator('main [role="alert"]')).toContainText('You have not been charged.')
  expect((await listed())[0]?.state).toBe('lapsed')
  await page.getByRole('link', { name: say('Try again'), exact: true }).click()
  await expect(page.locator('#guest-name')).toHaveValue('JUN LIN')
  await expect(page.locator('#guest-wish')).toHaveValue('Late arrival')
  expect(profile.errors).toEqual([])
})
