import { expect, test, type Page } from '@playwright/test'
import { LOCALE_COOKIE, LOCALE_COOKIE_DAYS } from '#contract/locales.ts'
import { REFRESH_COOKIE, REFRESH_TOKEN_S } from '#contract/limits.ts'
import { api, buyPass, givePass, signUpMember, PASSWORD, visit, type Person } from './harness/api.ts'
import { DESKTOP, waitForScreen, PHONE, Profile, type Device } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { SCREEN_SETUPS } from './harness/screenSetups.ts'
import { loadTranslator } from './harness/translator.ts'

/** A member's way through the guard and back, lifetimes of cookies, a declined gift, a corrected name. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const on = async (device: Device, work: (page: Page) => Promise<void>): Promise<void> => {
  const profile = await Profile.open(device)
  try {
    await work(await profile.page())
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
}

const passesOf = async ({ accessToken }: Person) =>
  (
    await api<{ list: { passUid: string; state: string; holder: string }[] }>(server, '/mypage/myPass/list', {
      token: accessToken,
    })
  ).list

for (const path of ['/myPage/attractionHistory', '/newsFeed'])
  test(`${path} asks a visitor to sign in, and opens afterwards`, async () => {
    const { email } = await signUpMember(server)
    await on(PHONE, async (page) => {
      await page.goto(`${server.url}${path}`)
      await waitForScreen(page, '/login')
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe(path)
      await page.locator('#login-id').fill(email)
      await page.locator('#login-password').fill(PASSWORD)
      await page.locator('main form button[type="submit"]').click()
      await waitForScreen(page, path)
      expect(new URL(page.url()).pathname).toBe(path)
      // The sign-in screen is not in the history: going back does not open it.
      await page.goBack()
      await expect(page.locator('main[data-screen="/login"]')).toHaveCount(0)
    })
  })

test('the language lasts a year; a sign-in lasts thirty days, or as long as the browser is open', async () => {
  const translate = await loadTranslator(DESKTOP.locale)
  const { email } = await signUpMember(server)
  for (const keep of [true, false])
    await on(DESKTOP, async (page) => {
      const cookie = async (name: string) => (await page.context().cookies()).find((one) => one.name === name)
      const daysLeft = (expires: number | undefined) => ((expires ?? 0) - Date.now() / 1000) / 86_400
      const minute = 1 / 1440
      await signIn(page, server, translate, email, { keep })
      const refresh = await cookie(REFRESH_COOKIE)
      if (keep) expect(Math.abs(daysLeft(refresh?.expires) - REFRESH_TOKEN_S / 86_400)).toBeLessThan(minute)
      else expect(refresh?.expires).toBe(-1)
      await page.getByRole('button', { name: '日本語' }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
      expect(Math.abs(daysLeft((await cookie(LOCALE_COOKIE))?.expires) - LOCALE_COOKIE_DAYS)).toBeLessThan(minute)
    })
})

test('a new password shows one of three levels', async () => {
  const translate = await loadTranslator(PHONE.locale)
  await on(PHONE, async (page) => {
    await SCREEN_SETUPS.password({ page, server, token: '' })
    const meter = page.locator('main [data-level]')
    for (const [password, level, sentence] of [
      ['Sunshine2026!', 'error', 'Strength: too weak'],
      ['trZq84!p', 'normal', 'Strength: medium'],
      ['kelp-Harness 41 umbrella', 'strong', 'Strength: strong'],
    ] as const) {
      await page.locator('#join-password').fill(password)
      await expect(meter).toHaveAttribute('data-level', level)
      await expect(meter.getByRole('status')).toContainText(translate(sentence))
    }
  })
})

test('declining a gift is confirmed first: “Not now” keeps the gift, and “Decline” gives it back', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const [giver, friend] = [await signUpMember(server), await signUpMember(server, { engNm: 'JUN', engSurname: 'PARK' })]
  await givePass(server, giver.accessToken, friend.email)
  const giftState = async () =>
    (await api<{ list: { state: string }[] }>(server, '/mypage/gift/list', { token: giver.accessToken })).list[0]?.state
  await on(PHONE, async (page) => {
    const dialog = page.locator('dialog[open]')
    const press = (name: string) => dialog.getByRole('button', { name: translate(name), exact: true }).click()
    const decline = () =>
      page
        .locator('main')
        .getByRole('button', { name: translate('Decline'), exact: true })
        .click()
    await signIn(page, server, translate, friend.email)
    await page.goto(`${server.url}/myPage/gift`)
    await waitForScreen(page, '/myPage/gift')
    await expect(page.locator('[data-gift="unanswered"]')).toBeVisible()
    await decline()
    await expect(dialog).toContainText(translate('Decline this gift?'))
    await press('Not now')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('[data-gift="unanswered"]')).toBeVisible()
    expect(await giftState()).toBe('sent')

    await decline()
    await press('Decline')
    await expect(page.locator('[data-gift="declined"]')).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('[data-gift="unanswered"]')).toHaveCount(0)
    expect(await giftState()).toBe('declined')
    expect(await passesOf(friend)).toEqual([])
  })
})

test('a name is corrected as the passport prints it, and no correction is offered once a pass is used', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const person = await signUpMember(server)
  await buyPass(server, person.accessToken)
  await on(PHONE, async (page) => {
    const dialog = page.locator('dialog[open]')
    const correct = page.locator('main').getByRole('button', { name: translate('Correct the name'), exact: true })
    const save = () => dialog.getByRole('button', { name: translate('Save'), exact: true }).click()
    await signIn(page, server, translate, person.email)
    await page.goto(`${server.url}/myPage`)
    await waitForScreen(page, '/myPage')
    await correct.click()
    const example = translate('SMITH')
    await dialog.locator('#correct-engSurname').fill('林')
    await save()
    await expect(dialog.locator('#correct-engSurname')).toHaveAccessibleDescription(
      new RegExp(
        RegExp.escape(
          translate(
            'Enter your surname in Latin letters, as shown on the photo page of your passport, e.g. {example}.',
            {
              example,
            },
          ),
        ),
      ),
    )
    expect((await passesOf(person))[0]?.holder).toBe('MEI-HUA LIN')

    await dialog.locator('#correct-engSurname').fill('LIM')
    await save()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('#person')).toHaveText('MEI-HUA LIM')
    await page.goto(`${server.url}/myPage/myPass`)
    await expect(page.locator('article[data-pass]')).toContainText('MEI-HUA LIM')

    const [pass] = await passesOf(person)
    await visit(server, person, pass?.passUid ?? '', 'busan-x-the-sky')
    await page.goto(`${server.url}/myPage`)
    await waitForScreen(page, '/myPage')
    await expect(page.locator('#person')).toHaveText('MEI-HUA LIM')
    await expect(correct).toHaveCount(0)
  })
})

test('home leaves out a place that the pass has visited', async () => {
  const translate = await loadTranslator(PHONE.locale)
  const person = await signUpMember(server)
  await buyPass(server, person.accessToken, 'pass-24h-mobile-std')
  await on(PHONE, async (page) => {
    const cards = page.locator('main ul a[href^="/attractions/"]')
    await signIn(page, server, translate, person.email)
    // The number of places depends on the hour: early in the day few are about to open.
    await expect(cards.first()).toBeVisible()
    const href = (await cards.first().getAttribute('href')) ?? ''
    const [pass] = await passesOf(person)
    await visit(server, person, pass?.passUid ?? '', href.replace('/attractions/', ''))
    await page.goto(`${server.url}/myPage/attractionHistory`)
    await waitForScreen(page, '/myPage/attractionHistory')
    await page.goto(`${server.url}/home`)
    await waitForScreen(page, '/home')
    await expect(cards.first()).toBeVisible()
    await expect(page.locator(`main ul a[href="${href}"]`)).toHaveCount(0)
  })
})
