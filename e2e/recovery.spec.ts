import { expect, test, type Page } from '@playwright/test'
import { api, buyPass, freshEmail, signUpMember } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

/** A member who forgot the password regains access to the passes. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const NEW_PASSWORD = 'Songdo-2027-Capsule!'
/** The temporary password stands alone on its line. */
const TEMPORARY = /^([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\s*$/m

const onPhone = async (work: (page: Page) => Promise<void>, errors: RegExp[] = []): Promise<void> => {
  const profile = await Profile.open(PHONE)
  try {
    await work(await profile.page())
    expect(profile.errors.filter((error) => !errors.some((pattern) => pattern.test(error)))).toEqual([])
  } finally {
    await profile.close()
  }
}

test('a forgotten password is replaced by mail and a temporary password, and the member is signed in with the passes', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email, accessToken } = await signUpMember(server)
  await buyPass(server, accessToken)
  await onPhone(async (page) => {
    const main = page.locator('main')
    const press = (name: string) => main.getByRole('button', { name: translate(name), exact: true }).click()

    await test.step('the sign-in screen leads to it', async () => {
      await page.goto(`${server.url}/login?returnTo=%2FmyPage%2FmyPass`)
      await waitForScreen(page, '/login')
      await main.getByRole('link', { name: translate('Forgot password?'), exact: true }).click()
      await waitForScreen(page, '/login/findPw01')
      await main.getByRole('button', { name: translate('Back'), exact: true }).click()
      await waitForScreen(page, '/login')
      await main.getByRole('link', { name: translate('Forgot password?'), exact: true }).click()
      await waitForScreen(page, '/login/findPw01')
    })

    await test.step('an address that is none is refused', async () => {
      await page.locator('#find-email').fill('mei.hua')
      await press('Send a temporary password')
      await expect(page.locator('#find-email')).toHaveAccessibleDescription(
        new RegExp(
          RegExp.escape(
            translate('Please enter your email address according to the correct format, for example name@example.com.'),
          ),
        ),
      )
    })

    await test.step('the mail is sent; a reload keeps the step', async () => {
      await page.locator('#find-email').fill(email)
      await page.keyboard.press('Enter')
      await waitForScreen(page, '/login/findPw02-1')
      await expect(main).toContainText(email)
      await page.reload()
      await waitForScreen(page, '/login/findPw02-1')
    })

    await test.step('who has no mail is told what helps', async () => {
      await main.getByRole('link', { name: translate('No email yet?'), exact: true }).click()
      await waitForScreen(page, '/login/findPw02-2')
      await page.goBack()
      await waitForScreen(page, '/login/findPw02-1')
    })

    await test.step('a wrong temporary password is refused, the mailed one goes on', async () => {
      await page.locator('#find-password').fill('AAAA-BBBB-CCCC-DDDD')
      await press('Next')
      await expect(main.getByRole('alert').first()).toHaveText(
        translate(
          'This temporary password is incorrect, expired or already used. Use the one in the newest email, or request a new one.',
        ),
      )
      // as people type it
      const mailed = await server.mailed(email, TEMPORARY)
      await page.locator('#find-password').fill(mailed.toLowerCase().replaceAll('-', ' '))
      await press('Next')
      await waitForScreen(page, '/login/pwReset')
      expect(await page.evaluate(() => document.cookie)).not.toContain('refreshToken')
      await page.reload()
      await waitForScreen(page, '/login/pwReset')
    })

    await test.step('the new password is chosen twice and signs in', async () => {
      await page.locator('#join-password').fill(NEW_PASSWORD)
      await page.locator('#join-confirm').fill(`${NEW_PASSWORD}?`)
      await press('Save and sign in')
      await expect(page.locator('#join-confirm')).toHaveAccessibleDescription(
        new RegExp(RegExp.escape(translate('Password does not match. Enter the same password in both fields.'))),
      )
      await page.locator('#join-confirm').fill(NEW_PASSWORD)
      await press('Save and sign in')
      await waitForScreen(page, '/myPage/myPass')
      await expect(page.locator('article[data-pass]')).toHaveCount(1)
      await main.getByRole('button', { name: translate('Show on this phone'), exact: true }).click()
      await expect(page.locator('[data-live="true"] [data-qr]')).toBeVisible()
    })

    await test.step('the new password opens the account, the old one does not', async () => {
      const body = { id: email, password: NEW_PASSWORD }
      expect(
        await api<{ userInfo: { email: string } }>(server, '/account/login', { method: 'POST', body }),
      ).toMatchObject({ userInfo: { email } })
      await expect(
        api(server, '/account/login', { method: 'POST', body: { id: email, password: 'Gwangan-2026!' } }),
      ).rejects.toThrow('E_LOGIN')
    })
  })
})

test('the screen does not reveal whether an address has an account', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await onPhone(async (page) => {
    const sentences: string[] = []
    for (const address of [email, freshEmail()]) {
      await page.goto(`${server.url}/login/findPw01`)
      await waitForScreen(page, '/login/findPw01')
      await page.locator('#find-email').fill(address)
      await page
        .locator('main')
        .getByRole('button', { name: translate('Send a temporary password'), exact: true })
        .click()
      await waitForScreen(page, '/login/findPw02-1')
      const text = (await page.locator('main form').textContent()) ?? ''
      const lead = (await page.locator('main').textContent()) ?? ''
      expect(lead).toContain(address)
      // A wait of “1 分鐘” may be “59 秒” a moment later.
      sentences.push(text.replaceAll(/\d+ ?(?:分鐘|秒)/g, '#').replaceAll(/\d+/g, '#'))
    }
    expect(sentences[0]).not.toBe('')
    expect(sentences[1]).toBe(sentences[0])
  })
})

test('a direct link to a later step leads to the first one', async () => {
  await onPhone(async (page) => {
    for (const step of ['findPw02-1', 'findPw02-2', 'pwReset']) {
      await page.goto(`${server.url}/login/${step}`)
      await waitForScreen(page, '/login/findPw01')
    }
  })
})

test('a temporary password on the sign-in screen leads to choosing a new one', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const { email } = await signUpMember(server)
  await api(server, `/account/find-password?email=${encodeURIComponent(email)}`)
  const mailed = await server.mailed(email, TEMPORARY)
  await onPhone(async (page) => {
    await page.goto(`${server.url}/login`)
    await waitForScreen(page, '/login')
    await page.locator('#login-id').fill(email)
    await page.locator('#login-password').fill(mailed)
    await page
      .locator('main')
      .getByRole('button', { name: translate('Sign in'), exact: true })
      .click()
    await waitForScreen(page, '/login/pwReset')
  })
})

test('offline, the screen says so and nothing is sent', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await onPhone(
    async (page) => {
      await page.goto(`${server.url}/login/findPw01`)
      await waitForScreen(page, '/login/findPw01')
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await expect(page.locator('main')).toContainText(
        translate('You are offline. You need a connection to set a new password.'),
      )
      await page.locator('#find-email').fill(freshEmail())
      await page
        .locator('main')
        .getByRole('button', { name: translate('Send a temporary password'), exact: true })
        .click()
      await expect(page.locator('main').getByRole('alert')).toHaveText(translate('error.OFFLINE'))
      await waitForScreen(page, '/login/findPw01')
      // the request for the worker's script fails too
    },
    [/fetching the script/],
  )
})
