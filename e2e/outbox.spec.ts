import { expect, test } from '@playwright/test'
import { api, buyPass, signUpMember } from './harness/api.ts'
import { waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

const QUESTION = 'Is the cable car open in light rain?'
const NOBODY = 'nobody.at.all@example.com'

test('waiting actions are listed with their text, drained, shown when refused, and asked about at a sign-out', async () => {
  test.setTimeout(400_000)
  const translate = await loadTranslator(PHONE.locale)
  const server = await Server.open()
  const profile = await Profile.open(PHONE)
  try {
    const { email, accessToken: token } = await signUpMember(server)
    await buyPass(server, token, 'pass-24h-mobile-std', 2)
    const page = await profile.page()
    const go = async (screen: string) => {
      await page.goto(server.url + screen)
      await waitForScreen(page, screen.replace(/\?.*/, ''))
    }
    const press = (container: string, name: string) =>
      page
        .locator(container)
        .getByRole('button', { name: translate(name), exact: true })
        .first()
        .click()
    await signIn(page, server, translate, email)
    await workerReady(page)
    await go('/myPage/myPass')
    await expect(page.locator('article[data-pass]')).toHaveCount(2)

    await test.step('three actions with no signal', async () => {
      await server.kill()
      await page
        .locator('article[data-pass]')
        .getByRole('button', { name: translate('Name this pass') })
        .first()
        .click()
      await page.locator('#pass-name').fill(' \u200b')
      await press('dialog[open]', 'Save')
      await expect(page.locator('#pass-name-error')).toHaveText(translate('error.E_PASS_NAME'))
      await page.locator('#pass-name').fill('  Mei ')
      await press('dialog[open]', 'Save')
      await expect(page.locator('article[data-pass]').first()).toHaveAccessibleName('24H · Mei')

      await go('/service/inquiry')
      await page.locator('main textarea').fill(QUESTION)
      await page.locator('main form button[type="submit"]').click()
      await expect(page.locator('main')).toContainText(QUESTION)

      await go('/myPage/myPassGift?by=member')
      // The pass without a name.
      await page.locator('input[type="radio"]').last().check()
      await page.locator('#gift-email').fill(NOBODY)
      await page.locator('[data-action-bar] button').click()
      await press('dialog[open]', 'Send as a gift')
      await waitForScreen(page, '/myPage/gift')
    })

    await test.step('an icon of the frame says how many wait and leads to their list, which does not repeat it', async () => {
      const offline = translate('Server not responding. No pass is ready on this device yet.')
      const icon = page.getByRole('link', {
        name: `${offline} ${translate('Waiting to send: {waiting}', { waiting: 3 })}`,
        exact: true,
      })
      await expect(icon).toHaveText('3')
      await icon.click()
      await waitForScreen(page, '/myPage/outbox')
      await expect(page.locator('main li')).toHaveCount(3)
      await expect(page.getByRole('button', { name: offline, exact: true })).toBeVisible()
      await expect(page.locator('header, main').getByText('3', { exact: true })).toHaveCount(0)
    })

    const item = (command: string) => page.locator('main li').filter({ hasText: translate(command) })
    await test.step('they are listed, each with its words', async () => {
      await expect(page.locator('main li')).toHaveCount(3)
      await expect(item('Name a pass')).toContainText('Mei')
      await expect(item('New inquiry')).toContainText(QUESTION)
      await expect(item('Send a gift')).toContainText(NOBODY)
      for (const chip of await page.locator('main li').all())
        await expect(chip).toContainText(translate('Saved on this device'))
    })

    await test.step('a pass in a gift is not one to show', async () => {
      await go('/myPage/myPass')
      await expect(page.locator('article[data-gift="given"]')).toHaveCount(1)
      await expect(page.locator('article[data-gift="given"]')).toContainText(translate('Gift pending'))
      await go('/myPage/outbox')
    })

    await test.step('with the server back they drain; what it refuses stays, with a sentence', async () => {
      await server.start()
      await press('main', 'Send now')
      await expect(page.locator('main li')).toHaveCount(1, { timeout: 60_000 })
      await expect(item('Send a gift')).toContainText(translate('error.E_GIFT_RECIPIENT'))
      await expect(item('Send a gift')).toContainText(NOBODY)
      const { list } = await api<{ list: { name: string | null }[] }>(server, '/mypage/myPass/list', { token })
      expect(list.map(({ name }) => name).toSorted()).toEqual(['Mei', null].toSorted())
      const inquiries = await api<{ list: { content: string }[] }>(server, '/inquiry/list', { token })
      expect(inquiries.list.map(({ content }) => content)).toEqual([QUESTION])
      await press('main li', 'Discard')
      await expect(page.locator('main')).toContainText(translate('Nothing here right now.'))
    })

    await test.step('a sign-out asks what becomes of the queue, and keeps it', async () => {
      await go('/attractions')
      await server.kill()
      const heart = page.locator('main li[data-place] button').first()
      await heart.click()
      // The heart follows the outbox: leaving the page before the action is stored would lose the tap.
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
      await go('/setting')
      await press('main', 'Sign out')
      const choice = (name: string) => page.locator('dialog[open]').getByLabel(translate(name), { exact: true })
      await expect(choice('Keep until I sign in again')).toBeChecked()
      await expect(choice('Discard')).toBeVisible()
      await choice('Send now').check()
      await press('dialog[open]', 'Sign out')
      await expect(page.locator('dialog[open] [role="alert"]')).toContainText(translate('error.OFFLINE'))
      await choice('Keep until I sign in again').check()
      await press('dialog[open]', 'Sign out')
      await waitForScreen(page, '/home')
    })

    await test.step('its author is back: it is sent', async () => {
      await server.start()
      const favourites = async () =>
        (await api<{ list: unknown[] }>(server, '/mypage/myAttraction/list', { token })).list.length
      expect(await favourites()).toBe(0)
      await signIn(page, server, translate, email)
      await expect.poll(favourites, { timeout: 60_000 }).toBe(1)
      await go('/myPage/outbox')
      await expect(page.locator('main')).toContainText(translate('Nothing here right now.'))
    })
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
