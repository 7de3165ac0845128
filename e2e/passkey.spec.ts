import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { api, freshEmail, PASSWORD } from './harness/api.ts'
import { DESKTOP, PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn, signOut, signUp, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * Passkeys with Chromium's virtual authenticator (decision 0336). The tests' server has the name `localhost`: browsers
 * refuse passkeys on a site that is a number.
 */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

/** Gives the page a phone's own authenticator, whose owner agrees at once. */
const addAuthenticator = async (page: Page) => {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

/**
 * The authenticator answers at once, as if the visitor had chosen the passkey that the browser offers below the field:
 * where a button is pressed, nothing may be offered.
 */
const offerNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const pressInDialog = (page: Page, name: string) =>
  page.locator('dialog[open]').getByRole('button', { name, exact: true }).click()

const addPasskey = async (page: Page, translate: Translator): Promise<void> => {
  await page.goto(`${server.url}/myPage/changingInfo`)
  await waitForScreen(page, '/myPage/changingInfo')
  await press(page, translate('Add a passkey'))
  const dialog = page.locator('dialog[open]')
  await dialog.locator('input[type="password"]').fill(PASSWORD)
  await pressInDialog(page, translate('Continue'))
}

/** A new member adds a passkey on this page, and signs out. */
const leaveWithPasskey = async (page: Page, translate: Translator) => {
  const email = freshEmail()
  await signUp(page, server, translate, email)
  const authenticator = await addAuthenticator(page)
  await addPasskey(page, translate)
  await expect(page.locator('[data-passkey]')).toHaveCount(1)
  await signOut(page, server, translate)
  return { authenticator, email }
}

for (const device of [PHONE, DESKTOP])
  test(`a passkey is added, signs in, is named and deleted, on a ${device.name}`, async () => {
    const translate = await loadTranslator(device.locale)
    const profile = await Profile.open(device)
    try {
      const page = await profile.page()
      const email = freshEmail()
      await offerNothing(page)
      await signUp(page, server, translate, email)
      const authenticator = await addAuthenticator(page)
      const rows = page.locator('[data-passkey]')

      await test.step('the section says what a passkey is, and the password adds one', async () => {
        await page.goto(`${server.url}/myPage/changingInfo`)
        await waitForScreen(page, '/myPage/changingInfo')
        await expect(page.getByText(translate('You have no passkeys yet.'))).toBeVisible()
        await addPasskey(page, translate)
        await expect(rows).toHaveCount(1)
        await expect(rows).toContainText(translate('Not used yet'))
        expect(await authenticator.count()).toBe(1)
      })

      await test.step('the same device makes no second one', async () => {
        await addPasskey(page, translate)
        await expect(page.locator('dialog[open]')).toContainText(
          translate('This device already has a passkey for your account. You can sign in with that one.'),
        )
        await page.keyboard.press('Escape')
      })

      await test.step('it gets a name', async () => {
        await rows.getByRole('button').first().click()
        const field = page.locator('#passkey-name')
        await field.fill('  ')
        await pressInDialog(page, translate('Save'))
        await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(translate('error.E_PASS_NAME'))))
        await field.fill('부산 폰')
        await pressInDialog(page, translate('Save'))
        await expect(rows).toContainText('부산 폰')
      })

      await test.step('it signs in, and the page that was wanted opens', async () => {
        await signOut(page, server, translate)
        await page.goto(`${server.url}/login?returnTo=%2FmyPage%2FchangingInfo`)
        await waitForScreen(page, '/login')
        await expect(page.locator('#login-id')).toHaveAttribute('autocomplete', 'username webauthn')
        await press(page, translate('Sign in with a passkey'))
        await waitForScreen(page, '/myPage/changingInfo')
        await expect(rows).not.toContainText(translate('Not used yet'))
      })

      await test.step('it is deleted against the password, and its device offers it no more', async () => {
        await rows.getByRole('button').last().click()
        const dialog = page.locator('dialog[open]')
        await expect(dialog).toContainText('부산 폰')
        await dialog.locator('input[type="password"]').fill('Wrong-2026!')
        await pressInDialog(page, translate('Delete passkey'))
        await expect(dialog).toContainText(translate('error.E_PASSWORD_MISMATCH'))
        await dialog.locator('input[type="password"]').fill(PASSWORD)
        await pressInDialog(page, translate('Delete passkey'))
        await expect(page.getByText(translate('You have no passkeys yet.'))).toBeVisible()
        await expect.poll(authenticator.count).toBe(0)
        await signOut(page, server, translate)
        await signIn(page, server, translate, email)
      })
      expect(profile.errors).toEqual([])
    } finally {
      await profile.close()
    }
  })

test('a passkey that was deleted on another device signs nobody in, and the page says so', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    await offerNothing(page)
    const { email } = await leaveWithPasskey(page, translate)
    const { accessToken: token } = await api<{ accessToken: string }>(server, '/account/login', {
      method: 'POST',
      body: { id: email, password: PASSWORD, autoLgnYn: 'N' },
    })
    const { list } = await api<{ list: { passkeyUid: string }[] }>(server, '/mypage/passkey/list', { token })
    await api(server, '/mypage/passkey/delete', {
      method: 'POST',
      body: { passkeyUid: list[0]?.passkeyUid, password: PASSWORD },
      token,
    })
    await page.goto(`${server.url}/login`)
    await waitForScreen(page, '/login')
    await press(page, translate('Sign in with a passkey'))
    await expect(page.getByRole('alert')).toContainText(translate('error.E_PASSKEY'))
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a passkey that the browser offers below the field signs in without a press', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const profile = await Profile.open(PHONE)
  try {
    const page = await profile.page()
    await leaveWithPasskey(page, translate)
    await page.goto(`${server.url}/login?returnTo=%2FmyPage%2FchangingInfo`)
    await waitForScreen(page, '/myPage/changingInfo')
    await expect(page.locator('[data-passkey]')).not.toContainText(translate('Not used yet'))
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('a person who does not prove themselves is not signed in, and reads no error', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const profile = await Profile.open(DESKTOP)
  try {
    const page = await profile.page()
    const { authenticator } = await leaveWithPasskey(page, translate)
    await authenticator.setVerified(false)
    await page.goto(`${server.url}/login`)
    await waitForScreen(page, '/login')
    const button = page.getByRole('button', { name: translate('Sign in with a passkey'), exact: true })
    await button.click()
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    await waitForScreen(page, '/login')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
