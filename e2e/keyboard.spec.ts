import { expect, test, type Locator, type Page } from '@playwright/test'
import { freshEmail, PASSWORD, signUpMember } from './harness/api.ts'
import { DESKTOP, Profile, waitForScreen } from './harness/browser.ts'
import { Keyboard } from './harness/keyboard.ts'
import { ScreenReader } from './harness/screenReader.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * A visitor without a mouse and without sight of the screen signs up, buys two passes, gives one away and returns the
 * other. The mouse and the address bar are not used after the first page.
 */
test('a keyboard and a screen reader are enough to sign up, buy, give a pass and ask for a refund', async () => {
  test.setTimeout(600_000)
  const translate = await loadTranslator(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const recipient = await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' })
    const page = await profile.page()
    const keyboard = new Keyboard(page)
    const reader = await ScreenReader.listen(page)
    const email = freshEmail()
    const main = page.locator('main')
    const dialog = page.locator('dialog[open]')
    const button = (name: string, within: Page | Locator = main) =>
      within.getByRole('button', { name: translate(name), exact: true })
    const link = (name: string, within: Page | Locator = main) =>
      within.getByRole('link', { name: translate(name), exact: true })
    const arrives = async (screen: string, title: string) => {
      await waitForScreen(page, screen)
      await reader.expectScreen(title)
    }
    const focusIsOn = async (heading: string) =>
      expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused()

    await test.step('the first stop skips the navigation; the passes lead to one', async () => {
      await page.goto(server.url)
      await waitForScreen(page, '/home')
      await page.keyboard.press('Tab')
      await expect(link('Skip to content', page)).toBeFocused()
      await page.keyboard.press('Enter')
      await keyboard.enter(main.locator('a[href="/pass"]').first())
      await waitForScreen(page, '/pass')
      await keyboard.enter(main.locator('a[href="/pass/pass-24h-mobile"]').first())
      await arrives('/pass/{detail}', '24H')
    })

    await test.step('two passes are chosen, and the new sum is announced', async () => {
      await keyboard.enter(button('One more'))
      await reader.expectSpoken('₩98,000')
      await keyboard.enter(page.locator('[data-action-bar] button'))
      await arrives('/join/terms', translate('Sign up'))
    })

    await test.step('sign-up: what is missing is announced at once and beside its field', async () => {
      await keyboard.enter(button('Next'))
      await reader.expectInvalid('join-terms')
      await reader.expectInvalid('join-privacy')
      await keyboard.tick(page.getByLabel(translate('I agree to the terms of service')))
      await keyboard.tick(page.getByLabel(translate('I agree to the privacy policy')))
      await keyboard.enter(button('Next'))
      // Another address: the focus is on the heading of the screen. Later steps are at the same address.
      await arrives('/join/auth', translate('Sign up'))
      await focusIsOn(translate('Sign up'))
      await keyboard.type(page.locator('#join-email'), 'mei.hua@')
      await page.keyboard.press('Enter')
      await reader.expectInvalid('join-email')
      await keyboard.type(page.locator('#join-email'), email)
      await page.keyboard.press('Enter')
      await keyboard.typeHere(page.locator('#join-code'), await server.mailedCode(email))
      await page.keyboard.press('Enter')
      await focusIsOn(translate('Choose a password'))
      await keyboard.type(page.locator('#join-password'), PASSWORD)
      await keyboard.type(page.locator('input[autocomplete="new-password"]').nth(1), PASSWORD)
      await page.keyboard.press('Enter')
      await focusIsOn(translate('Your name'))
      await keyboard.type(page.locator('input[autocomplete="family-name"]'), 'LIN')
      await keyboard.type(page.locator('input[autocomplete="given-name"]'), 'MEI-HUA')
      await keyboard.enter(button('Create account'))
      await arrives('/join/completion', translate('Welcome to Harbor Pass'))
      await keyboard.enter(button('Pause'))
      await reader.expectSpoken(translate('Paused. You will stay on this page.'))
    })

    await test.step('payment: method and agreement are asked for, and the bank is reached', async () => {
      await keyboard.enter(main.getByRole('button', { name: /98,000/ }))
      await waitForScreen(page, '/pass/paymentInfo')
      const methods = main.getByRole('radiogroup').filter({ has: page.locator('#pay-method') })
      await keyboard.choose(methods, methods.locator('input').last())
      await keyboard.enter(page.locator('[data-action-bar] button[type="submit"]'))
      await reader.expectInvalid('pay-agreement')
      await keyboard.tick(page.locator('#pay-agreement'))
      await keyboard.enter(page.locator('[data-action-bar] button[type="submit"]'))
      await keyboard.enter(page.locator('button[name="choice"][value="approve"]'))
      await waitForScreen(page, '/pass/completed')
      await expect(main.getByRole('list', { name: translate('Your passes'), exact: true })).toBeVisible()
    })

    await test.step('a pass is sent to a member', async () => {
      await keyboard.enter(link('Open My Pass'))
      await waitForScreen(page, '/myPage/myPass')
      await keyboard.enter(main.locator('a[href^="/myPage/myPassGift"]').first())
      await arrives('/myPage/myPassGift', translate('Send a pass as a gift'))
      const ways = main.getByRole('radiogroup').filter({ has: page.locator('input[value="member"]') })
      await keyboard.choose(ways, ways.locator('input[value="member"]'))
      await keyboard.enter(page.locator('[data-action-bar] button'))
      await reader.expectInvalid('gift-email')
      await keyboard.type(page.locator('#gift-email'), recipient.email)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await keyboard.enter(button('Send as a gift', dialog))
      await waitForScreen(page, '/myPage/gift')
      await expect(page.locator('[data-gift="sent"]')).toBeVisible({ timeout: 60_000 })
    })

    await test.step('the other pass is returned', async () => {
      await keyboard.enter(page.locator('a[href="/myPage"]').first())
      await waitForScreen(page, '/myPage')
      await keyboard.enter(main.locator('a[href="/myPage/purchaseHistory"]').first())
      await waitForScreen(page, '/myPage/purchaseHistory')
      await keyboard.enter(link('Request a refund'))
      await arrives('/myPage/refund', translate('Request a refund'))
      await keyboard.enter(page.locator('[data-action-bar] button'))
      await expect(page.locator('#refund-reason')).toBeFocused()
      const reasons = main.getByRole('radiogroup').filter({ has: page.locator('#refund-reason') })
      await keyboard.choose(reasons, reasons.locator('input[value="plans_changed"]'))
      await keyboard.enter(page.locator('[data-action-bar] button'))
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.locator('[data-action-bar] button')).toBeFocused()
      await page.keyboard.press('Enter')
      await keyboard.enter(button('Request a refund', dialog))
      await arrives('/myPage/refundCompleted', translate('Refund request'))
      await expect(main.locator('[data-refund]')).toContainText('₩49,000')
    })

    expect([...keyboard.faults]).toEqual([])
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
