import { expect, test } from '@playwright/test'
import { LANGUAGE_CODE, LOCALE_NAMES, type Locale } from '#contract/locales.ts'
import { MEMBER_KEY, SETTINGS_CACHE } from '#sw/messages.ts'
import { api, signUpMember, PASSWORD } from './harness/api.ts'
import { DESKTOP, waitForScreen, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn, signOut } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

test('the worker knows the signed-in member, and no one after a sign-out', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP)
  try {
    const { email } = await signUpMember(server)
    const { userInfo } = await api<{ userInfo: { memberId: string } }>(server, '/account/login', {
      method: 'POST',
      body: { id: email, password: PASSWORD, autoLgnYn: 'N' },
    })
    const page = await profile.page()
    const cachedMemberId = () =>
      page.evaluate(async ([cache, key]) => (await (await caches.open(cache)).match(key))?.text() ?? null, [
        SETTINGS_CACHE,
        MEMBER_KEY,
      ] as const)
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    expect(await cachedMemberId()).toBeNull()

    await signIn(page, server, translate, email)
    await expect.poll(cachedMemberId).toBe(userInfo.memberId)
    await page.reload()
    await waitForScreen(page, '/home')
    expect(await cachedMemberId()).toBe(userInfo.memberId)

    await signOut(page, server, translate)
    await expect.poll(cachedMemberId).toBeNull()
  } finally {
    await profile.close()
    await server.close()
  }
})

/** Stands in for the browser's push service, which tests cannot reach. */
const pushService = async () => {
  const counter = Object.assign(window, { asked: 0 })
  Notification.requestPermission = async () => {
    counter.asked += 1
    return 'granted'
  }
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const text = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const p256dh = text(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const auth = text(crypto.getRandomValues(new Uint8Array(16)))
  // A browser keeps its subscription when a page is opened anew.
  const endpoint = sessionStorage.getItem('subscribed') ?? `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
  const subscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) } as unknown as PushSubscription
  PushManager.prototype.subscribe = () => {
    sessionStorage.setItem('subscribed', endpoint)
    return Promise.resolve(subscription)
  }
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(sessionStorage.getItem('subscribed') === null ? null : subscription)
}

test('the browser asks for permission only after a tap, and then this phone receives pushes', async () => {
  test.setTimeout(400_000)
  const translate = await loadTranslator(DESKTOP.locale)
  const server = await Server.open()
  const profile = await Profile.open(DESKTOP, { whole: true })
  try {
    const { email } = await signUpMember(server)
    await profile.context.addInitScript(pushService)
    const page = await profile.page()
    const promptCount = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
    await signIn(page, server, translate, email)
    await workerReady(page)
    await page.goto(`${server.url}/setting`)
    await waitForScreen(page, '/setting')
    const section = page.locator('section[aria-labelledby="pushes"]')
    const wish = section.getByRole('checkbox')
    await expect(wish).toBeChecked()
    expect(await promptCount()).toBe(0)

    await section.getByRole('button', { name: translate('Receive notifications on this device') }).click()
    await expect(section).toContainText(translate('Notifications are on for this device.'))
    expect(await promptCount()).toBe(1)

    await test.step('pushes follow the language that is shown, told once', async () => {
      const languages: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/push/subscribe')) languages.push(request.headers().language)
      })
      const choose = (locale: Locale) =>
        page.getByRole('button', { name: LOCALE_NAMES[locale], exact: true }).first().click()
      await choose('cht')
      await expect.poll(() => languages).toEqual([LANGUAGE_CODE.cht])
      // Wait until the answer has arrived: a lost request would be repeated.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('hp-push-language'))).toBe('cht')
      await page.reload()
      await waitForScreen(page, '/setting')
      await page.waitForLoadState('networkidle')
      expect(languages).toEqual([LANGUAGE_CODE.cht])
    })

    await test.step('a language that was chosen away from the server is told as soon as it is back', async () => {
      const storedLanguage = () => page.evaluate(() => localStorage.getItem('hp-push-language'))
      await server.kill()
      await page.getByRole('button', { name: LOCALE_NAMES.en, exact: true }).first().click()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(
        page.getByRole('button', { name: (await loadTranslator('en'))('Our server is not responding.'), exact: true }),
      ).toBeVisible()
      expect(await storedLanguage()).toBe('cht')
      await server.start()
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(storedLanguage).toBe('en')
    })
  } finally {
    await profile.close()
    await server.close()
  }
})
