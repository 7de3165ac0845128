import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { readPdf } from './harness/readPdf.ts'
import { answerOrder, placeOrder, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A buyer downloads the receipt of a purchase; offline the button says why it cannot. */
test('the receipt of a purchase is saved as a PDF with its order number, and offline the button is disabled', async () => {
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
    await page.goto(`${server.url}/myPage/purchase_detail?ord=${placed.ordUid}`)
    await waitForScreen(page, '/myPage/purchase_detail')
    const button = page.getByRole('button', { name: translate('Receipt (PDF)'), exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^harbor-pass-HP-[\w-]+\.pdf$/)
    const { isTagged, elements } = await readPdf(readFileSync(await download.path()))
    const texts = elements.map(([, text]) => text)
    expect(isTagged).toBe(true)
    expect(texts).toEqual(expect.arrayContaining(['₩98,000', email]))
    expect(`harbor-pass-${texts.find((text) => text.startsWith('HP-'))}.pdf`).toBe(download.suggestedFilename())
    expect(profile.errors).toEqual([])

    await page.context().setOffline(true)
    await expect(button).toBeDisabled()
    const reason = translate('You are offline. You need a connection to get the receipt or request a refund.')
    await expect(page.locator('main')).toContainText(reason)
  } finally {
    await profile.close()
    await server.close()
  }
})
