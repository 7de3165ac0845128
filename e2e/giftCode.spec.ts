import { expect, test } from '@playwright/test'
import { buyPass, signUpMember } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { showPass, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A pass that is bound to one phone is given away from another browser, by a mailed code. */
test('a second phone sends a gift with the code from the mail, and never offline', async () => {
  const [translateOnPhone, translateOnDesktop] = await Promise.all([
    loadTranslator(PHONE.locale),
    loadTranslator(DESKTOP.locale),
  ])
  const server = await Server.open()
  const [first, second] = [await Profile.open(PHONE), await Profile.open(DESKTOP)]
  try {
    const [owner, recipient] = [
      await signUpMember(server),
      await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' }),
    ]
    await buyPass(server, owner.accessToken, 'pass-24h-mobile-std')

    await test.step('the first phone shows the pass', async () => {
      const phone = await first.page()
      await signIn(phone, server, translateOnPhone, owner.email)
      await showPass(phone, server, translateOnPhone)
    })

    const page = await second.page()
    const dialog = page.locator('dialog[open]')
    const press = (name: string) => dialog.getByRole('button', { name: translateOnDesktop(name), exact: true }).click()
    const code = dialog.locator('input[autocomplete="one-time-code"]')
    await signIn(page, server, translateOnDesktop, owner.email)
    await page.goto(`${server.url}/myPage/myPassGift?by=member`)
    await waitForScreen(page, '/myPage/myPassGift')
    await page.locator('#gift-email').fill(recipient.email)
    await page.locator('[data-action-bar] button').click()

    await test.step('it asks for the password, or mails a code', async () => {
      await expect(dialog.locator('input[autocomplete="current-password"]')).toBeVisible()
      await press('Use an emailed code instead')
      await expect(code).toBeFocused()
      await expect(dialog).toContainText(owner.email)
      await expect(dialog.getByText(/^Send a new code in (1 min|\d+ s)$/)).toHaveAttribute('aria-disabled', 'true')
    })
    const mailed = await server.mailedCode(owner.email)

    await test.step('what is not whole or wrong is refused at the field, with the tries left', async () => {
      await code.fill('12')
      await press('Send as a gift')
      await expect(code).toHaveAccessibleDescription(translateOnDesktop('Enter the 6 digits from the email.'))
      await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'))
      await page.keyboard.press('Enter')
      await expect(code).toHaveAccessibleDescription(`4 tries left ${translateOnDesktop('error.E_CERT_MISMATCH')}`)
    })

    await test.step('closed and opened again, the code that is on its way can still be entered', async () => {
      await press('Not now')
      await expect(dialog).toHaveCount(0)
      await page.locator('[data-action-bar] button').click()
      await press('Use an emailed code instead')
      await expect(code).toBeFocused()
      await expect(code).toHaveValue('')
    })

    await test.step('offline it is not sent and not kept', async () => {
      await page.context().setOffline(true)
      await code.fill(mailed)
      await press('Send as a gift')
      await expect(dialog.getByRole('alert')).toHaveText(translateOnDesktop('error.OFFLINE'))
      await expect(dialog.getByRole('status').first()).toHaveText(
        translateOnDesktop(
          'You are offline. You need a connection to send this pass from here. If it is set up on another device, you can send it from that device, even offline.',
        ),
      )
      await page.context().setOffline(false)
    })

    await test.step('the code sends it', async () => {
      await press('Send as a gift')
      await waitForScreen(page, '/myPage/gift')
      await expect(page.locator('[data-gift]')).toHaveCount(1)
      await expect(page.locator('[data-gift="sent"]')).toContainText(recipient.email)
    })
    expect([...first.errors, ...second.errors]).toEqual([])
  } finally {
    await first.close()
    await second.close()
    await server.close()
  }
})
