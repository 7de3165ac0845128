import { expect, test } from '@playwright/test'
import { api, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { textOf } from './harness/checker.ts'
import { bookGoods, ESIM, loadCodes } from './harness/reservation.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** The code of an eSIM after its payment, on a phone. */
test('a code is shown at a press, ends the free cancellation, and is on the phone when the server is gone', async () => {
  test.setTimeout(300_000)
  const translate = await loadTranslator(PHONE.locale)
  const server = await Server.open()
  const profile = await Profile.open({ ...PHONE, scale: 3 })
  try {
    const { accessToken: token, email } = await signUpMember(server)
    const [code = ''] = await loadCodes(server, 1)
    const rsvtUid = await bookGoods(server, token, ESIM)
    const page = await profile.page()
    await signIn(page, server, translate, email)
    await page.goto(`${server.url}/myPage/reservations?rsvtUid=${rsvtUid}`)
    await page.getByRole('link', { name: translate('Show the voucher') }).click()
    await waitForScreen(page, '/myPage/voucher')
    const codes = page.locator('[data-codes]')
    await codes.getByRole('button', { name: translate('Show the code') }).click()
    await expect(codes).not.toContainText('LPA:1$')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('Show the code') })
      .click()
    await expect(codes).toContainText(code)
    const picture = codes.locator('svg:has(path)').first()
    await expect.poll(async () => textOf(await picture.screenshot())).toBe(code)

    const cancelled = api(server, `/reserve/cancel?reserveId=${rsvtUid}`, { method: 'PATCH', token })
    await expect(cancelled).rejects.toThrow('E_CANCEL_LATE')

    await workerReady(page)
    await server.kill()
    await page.reload()
    await waitForScreen(page, '/myPage/voucher')
    await expect(codes).toContainText(code)
    await expect.poll(async () => textOf(await picture.screenshot())).toBe(code)
    await expect(codes.getByRole('button', { name: translate('Mark as used') })).toBeDisabled()

    await server.start()
    await codes.getByRole('button', { name: translate('Mark as used') }).click({ timeout: 60_000 })
    await expect(codes).toContainText(translate('This code has been used.'))
    expect(await server.command('code', 'list', ESIM.option)).toContain('1 shown and 1 used')
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
