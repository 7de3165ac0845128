import { expect, test } from '@playwright/test'
import { api, buyPass, signUpMember } from './harness/api.ts'
import { DESKTOP, PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { showPass, signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** A member sees in the settings where the account is signed in, and signs another device out (decision 0305). */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('a phone that another device signs out is signed out at its next request, and its pass stops working', async () => {
  const [translateOnDesktop, translateOnPhone] = await Promise.all([
    loadTranslator(DESKTOP.locale),
    loadTranslator(PHONE.locale),
  ])
  const [computer, phone] = [await Profile.open(DESKTOP), await Profile.open(PHONE)]
  try {
    const person = await signUpMember(server)
    await buyPass(server, person.accessToken)
    const certificates = async () => {
      const token = person.accessToken
      const { list } = await api<{ list: { certificate: string | null }[] }>(server, '/mypage/myPass/list', { token })
      return list.map(({ certificate }) => certificate !== null)
    }
    const page = await computer.page()
    const screen = await phone.page()
    await signIn(screen, server, translateOnPhone, person.email)
    await showPass(screen, server, translateOnPhone)
    expect(await certificates()).toEqual([true])

    await signIn(page, server, translateOnDesktop, person.email)
    await page.goto(`${server.url}/setting`)
    await waitForScreen(page, '/setting')
    const section = page.getByRole('region', { name: translateOnDesktop('Where you are signed in') })
    await test.step('the computer is marked, and the phone is listed with its pass', async () => {
      await expect(section.locator('[data-session="current"]')).toContainText(translateOnDesktop('This device'))
      // The third session is the one that signed up.
      await expect(section.locator('[data-session="other"]')).toHaveCount(2)
      await expect(section.getByText('1 mobile pass is set up on it')).toBeVisible()
    })
    await test.step('the phone is signed out after a confirmation', async () => {
      const row = section.locator('li', { hasText: '1 mobile pass is set up on it' })
      await row.getByRole('button').click()
      const dialog = page.locator('dialog[open]')
      await expect(dialog).toContainText('Passes set up on it will stop working.')
      await dialog.getByRole('button', { name: translateOnDesktop('Sign out'), exact: true }).click()
      await expect(section.locator('[data-session="other"]')).toHaveCount(1)
      expect(await certificates()).toEqual([false])
    })
    await test.step('the phone learns it at its next request', async () => {
      await screen.goto(`${server.url}/myPage/myPass`)
      await expect.poll(() => screen.evaluate(() => document.cookie)).not.toContain('refreshToken')
      await screen.goto(`${server.url}/setting`)
      await waitForScreen(screen, '/setting')
      await expect(screen.locator('[data-session]')).toHaveCount(0)
    })
    expect([...computer.errors, ...phone.errors]).toEqual([])
  } finally {
    await Promise.all([computer.close(), phone.close()])
  }
})
