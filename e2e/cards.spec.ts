import { expect, test, type Page } from '@playwright/test'
import { sampleNumber } from '#server/modules/card/numbers.ts'
import { answerOrder, api, buyPass, PASSWORD, placeOrder, signUpMember } from './harness/api.ts'
import { DESKTOP, PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { showPass, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** Card passes: registering one, the voucher that collects one; and the way in without the phone that shows a pass. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

/** A card that was sold over the counter: the second of the first product. */
const NUMBER = sampleNumber(1, 2)

test('a card is registered by its number, and by nobody else after that', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const [first, second] = [await Profile.open(PHONE), await Profile.open(PHONE)]
  const field = (page: Page) => page.locator('#card-number')
  const submit = (page: Page) => page.locator('main form button[type="submit"]').click()
  /** The field's hint, then the refusal. */
  const refusal = (code: string) =>
    `${translate('The 16 digits on the back of the card')} ${translate(`error.${code}`)}`
  try {
    const [mei, jun] = [await signUpMember(server), await signUpMember(server)]
    const page = await first.page()
    await signIn(page, server, translate, mei.email)

    await test.step('My Page leads there', async () => {
      await page.goto(`${server.url}/myPage`)
      await page.locator('main a[href="/myPage/insertPass"]').click()
      await waitForScreen(page, '/myPage/insertPass')
    })
    await test.step('a typing error is told at the field, and nothing typed is lost', async () => {
      const wrong = `${NUMBER.slice(0, -1)}${(Number(NUMBER.at(-1)) + 1) % 10}`
      await field(page).pressSequentially(wrong)
      await submit(page)
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveAccessibleDescription(refusal('E_CARD_NUMBER'))
      await expect(field(page)).toHaveValue(wrong.replaceAll(/(\d{4})(?=\d)/g, '$1 '))
    })
    await test.step('without a camera the dialog says so, and closes onto its button', async () => {
      const button = page.getByRole('button', { name: translate('Scan the QR code on the card') })
      await button.click()
      await expect(page.locator('dialog[open]').getByRole('alert')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    })
    await test.step('the right number leads to the pass', async () => {
      await field(page).fill('')
      await field(page).pressSequentially(NUMBER)
      await submit(page)
      await waitForScreen(page, '/myPage/myPass')
      await expect(page.locator('article[data-pass]')).toHaveCount(1)
      await page.locator('article[data-pass] a[href="/myPage/realCard"]').click()
      await waitForScreen(page, '/myPage/realCard')
      await expect(page.locator('[data-card="collected"]')).toContainText(
        translate('Card ending in {digits}', { digits: NUMBER.slice(-4) }),
      )
    })
    await test.step('another member is refused at the field', async () => {
      const another = await second.page()
      await signIn(another, server, translate, jun.email)
      await another.goto(`${server.url}/myPage/insertPass`)
      await waitForScreen(another, '/myPage/insertPass')
      await field(another).pressSequentially(NUMBER)
      await submit(another)
      await expect(field(another)).toHaveAccessibleDescription(refusal('E_CARD_TAKEN'))
    })
    expect([...first.errors, ...second.errors]).toEqual([])
  } finally {
    await first.close()
    await second.close()
  }
})

test('bought card passes have their vouchers, offline too, and lead to a gift', async () => {
  const profile = await Profile.open(PHONE)
  const translate = await loadTranslator(PHONE.locale)
  try {
    const mei = await signUpMember(server)
    const page = await profile.page()
    await signIn(page, server, translate, mei.email)
    const order = await placeOrder(server, mei.accessToken, 'pass-24h-card-std', 2)
    await answerOrder(server, mei.accessToken, order, 'approve')
    const cards = await api<{ list: { voucher: string }[] }>(server, '/mypage/exchangeCard/list', {
      token: mei.accessToken,
    })
    const vouchers = cards.list.map(({ voucher }) => voucher).toSorted()
    const letters = page.locator('[data-voucher="waiting"] p[translate="no"]')
    const seesVouchers = async () => {
      await expect(page.locator('[data-voucher="waiting"] [data-qr]')).toHaveCount(2)
      expect((await letters.allTextContents()).toSorted()).toEqual(vouchers)
      await expect(page.locator('[data-desk]').first()).toBeVisible()
    }

    await test.step('the completed order leads to the vouchers', async () => {
      await page.goto(`${server.url}/pass/completed?ord=${order.ordUid}`)
      await waitForScreen(page, '/pass/completed')
      await page.locator('[data-action-bar] a').click()
      await waitForScreen(page, '/myPage/voucher')
      await seesVouchers()
    })
    await test.step('they survive a reload without a network, with the desks', async () => {
      await page.context().setOffline(true)
      await page.reload()
      await seesVouchers()
      await page.context().setOffline(false)
    })
    await test.step('the address alone leads to the list, and from there to a gift', async () => {
      await page.goto(`${server.url}/myPage/voucher`)
      await waitForScreen(page, '/myPage/realCard')
      await expect(page.locator('[data-card="waiting"]')).toHaveCount(2)
      await page.locator('a[href^="/myPage/realCardGift"]').first().click()
      await waitForScreen(page, '/myPage/realCardGift')
      await expect(page.locator('main form')).toBeVisible()
      await page.goto(`${server.url}/myPage/realCardGift`)
      await waitForScreen(page, '/myPage/realCard')
    })
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('without the phone that shows the pass, the password gives a code for one entry', async () => {
  const [translateOnPhone, translateOnDesktop] = await Promise.all([
    loadTranslator(PHONE.locale),
    loadTranslator(DESKTOP.locale),
  ])
  const [lost, borrowed] = [await Profile.open(PHONE), await Profile.open(DESKTOP)]
  try {
    const owner = await signUpMember(server)
    await buyPass(server, owner.accessToken, 'pass-24h-mobile-std')
    const phone = await lost.page()
    await signIn(phone, server, translateOnPhone, owner.email)
    await showPass(phone, server, translateOnPhone)

    const page = await borrowed.page()
    await signIn(page, server, translateOnDesktop, owner.email)
    await page.goto(`${server.url}/myPage/myPass`)
    const button = page.getByRole('button', { name: translateOnDesktop('Lost your phone? Get a one-time entry code') })
    await button.click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('input[autocomplete="current-password"]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.locator('[data-qr]')).toBeVisible()
    await expect(dialog.locator('p[translate="no"]')).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/)
    await expect(dialog.getByText('MEI-HUA LIN', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    expect([...lost.errors, ...borrowed.errors]).toEqual([])
  } finally {
    await lost.close()
    await borrowed.close()
  }
})
