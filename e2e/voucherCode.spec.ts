import { expect, test, type Page } from '@playwright/test'
import { api, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { textOf } from './harness/checker.ts'
import { bookGoods, CAFE } from './harness/reservation.ts'
import { createScanner, STAFF } from './harness/scanner.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

const PLACE = 'v-momos-coffee-yeongdo-roastery'

/** A visitor’s phone with a voucher, beside the scanner of the café that redeems it. */
test('a voucher’s code is drawn without the server, redeemed once at the café, and shown as used on both screens', async () => {
  test.setTimeout(300_000)
  const translate = await loadTranslator(PHONE.locale)
  const korean = await loadTranslator('ko')
  const server = await Server.open()
  const phone = await Profile.open({ ...PHONE, scale: 3 })
  const staff = await Profile.open(STAFF)
  try {
    const { accessToken: token, email } = await signUpMember(server)
    const rsvtUid = await bookGoods(server, token, CAFE)

    const gate: Page = await staff.page()
    const { press, expectVerdict, scan } = createScanner(() => gate)
    await gate.goto(`${server.url}/gate`)
    await waitForScreen(gate, '/gate')
    await gate.getByPlaceholder('XXXX-XXXX-XXXX-XXXX').fill(await server.enrolmentCode(PLACE))
    await press('Enrol this scanner')
    await expect(gate.getByRole('button', { name: korean('Start the camera') })).toBeVisible()
    await workerReady(gate)

    const visitor = await phone.page()
    await signIn(visitor, server, translate, email)
    await visitor.goto(`${server.url}/myPage/voucher?rsvtUid=${rsvtUid}`)
    await waitForScreen(visitor, '/myPage/voucher')
    const code = visitor.locator('[data-voucher-code="live"] [data-live="true"] [data-qr]')
    await expect(code).toBeVisible({ timeout: 30_000 })
    await workerReady(visitor)

    await server.kill()
    await visitor.reload()
    await waitForScreen(visitor, '/myPage/voucher')
    await expect(code).toBeVisible({ timeout: 30_000 })
    const readCode = async () => textOf(await code.screenshot()) ?? ''
    await expect.poll(readCode).toMatch(/^HP1V:/)
    await scan(await readCode())
    await expectVerdict('voucher_network')
    await press('Next scan')

    await server.start()
    await expect
      .poll(
        async () => {
          await scan(await readCode())
          const verdict = gate.locator('[data-verdict]')
          await expect(verdict).toBeVisible()
          const name = await verdict.getAttribute('data-verdict')
          if (name !== 'redeemed') await press('Next scan')
          return name
        },
        { timeout: 90_000 },
      )
      .toBe('redeemed')
    await expect(gate.locator('[data-verdict] [role="alert"]')).toContainText(korean('Voucher redeemed'))
    await expect(gate.locator('[data-verdict="redeemed"] dl')).toContainText('HR-')

    await expect(visitor.locator('[data-voucher-code="used"]')).toContainText(translate('Used'), { timeout: 60_000 })
    await expect(code).toHaveCount(0)
    const cancelled = api(server, `/reserve/cancel?reserveId=${rsvtUid}`, { method: 'PATCH', token })
    await expect(cancelled).rejects.toThrow('E_CANCEL_LATE')
    expect(await server.command('reservation', 'list')).toContain('redeemed')
    expect(phone.errors).toEqual([])
    expect(staff.errors).toEqual([])
  } finally {
    await phone.close()
    await staff.close()
    await server.close()
  }
})
