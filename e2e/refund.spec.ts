import { expect, test } from '@playwright/test'
import { answerOrder, placeOrder, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A buyer gives one of two passes back: from the list to the request, its result, My Pass and the list again. */
test('one of two passes is refunded: the amount is shown before, the pass is void, and the list says so', async () => {
  test.setTimeout(300_000)
  const translate = await loadTranslator(PHONE.locale)
  const server = await Server.open()
  const profile = await Profile.open(PHONE)
  try {
    const { accessToken: token, email } = await signUpMember(server)
    const placed = await placeOrder(server, token, 'pass-24h-mobile-std', 2)
    await answerOrder(server, token, placed, 'approve')
    const page = await profile.page()
    await signIn(page, server, translate, email)

    await test.step('from My Page to the purchase', async () => {
      await page.goto(`${server.url}/myPage`)
      await waitForScreen(page, '/myPage')
      await page.locator('main a[href="/myPage/purchaseHistory"]').click()
      await waitForScreen(page, '/myPage/purchaseHistory')
      await page.locator(`[data-purchase="${placed.ordUid}"] a`).click()
      await waitForScreen(page, '/myPage/purchase_detail')
      await page.getByRole('link', { name: translate('Request a refund'), exact: true }).click()
      await waitForScreen(page, '/myPage/refund')
    })

    await test.step('a form without a reason is refused; what is typed survives a reload', async () => {
      await expect(page.locator('main form')).toContainText('₩98,000')
      await page.locator('#refund-units').uncheck()
      await expect(page.locator('main form')).toContainText('₩49,000')
      await page.locator('#refund-text').fill('One of us stays at home.')
      await page.locator('[data-action-bar] button').click()
      await expect(page.locator('#refund-reason')).toBeFocused()
      await page.reload()
      await expect(page.locator('#refund-text')).toHaveValue('One of us stays at home.')
      await expect(page.locator('#refund-units')).not.toBeChecked()
    })

    await test.step('confirmed, the result names amount and state', async () => {
      await page.locator('input[value="plans_changed"]').check()
      await page.locator('[data-action-bar] button').click()
      await page
        .locator('dialog[open]')
        .getByRole('button', { name: translate('Request a refund'), exact: true })
        .click()
      await waitForScreen(page, '/myPage/refundCompleted')
      await expect(page.locator('main')).toContainText('₩49,000')
      await page.reload()
      await expect(page.locator('main [data-refund]')).toContainText('₩49,000')
    })

    await test.step('the pass is void on My Pass, and the list shows the refund', async () => {
      await page.goto(`${server.url}/myPage/myPass`)
      await waitForScreen(page, '/myPage/myPass')
      await expect(page.locator('article[data-pass]').filter({ hasText: translate('Refund') })).toHaveCount(1)
      await page.goto(`${server.url}/myPage/purchaseHistory`)
      await waitForScreen(page, '/myPage/purchaseHistory')
      await expect(page.locator(`[data-purchase="${placed.ordUid}"]`)).toContainText(
        new RegExp(`${translate('Refund requested')}|${translate('Refund completed')}`),
      )
    })

    await test.step('an address of an earlier release leads to the request', async () => {
      await page.goto(`${server.url}/myPage/refund_dev?ord=${placed.ordUid}`)
      await waitForScreen(page, '/myPage/refund')
    })
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
