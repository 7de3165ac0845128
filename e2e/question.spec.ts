import { expect, test } from '@playwright/test'
import { api, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { loadTranslator } from './harness/translator.ts'

const PATH = '/voucher/vo-esim-5d'
const QUESTION = '這張eSIM在渡輪上也能用嗎？'
const ANSWER = '可以，整個港區都有訊號。'

/** A question about goods, from a visitor who signs in on the way to the answer. */
test('a question survives the sign-in, and its answer is reached from the news and read by everybody', async () => {
  test.setTimeout(300_000)
  const translate = await loadTranslator(PHONE.locale)
  const server = await Server.open()
  const profile = await Profile.open(PHONE)
  const stranger = await Profile.open({ ...PHONE, name: 'stranger' })
  try {
    const { email, password, accessToken: token } = await signUpMember(server)
    const page = await profile.page()
    const section = page.locator('#goods-questions')
    await page.goto(server.url + PATH)
    await section.getByRole('button', { name: translate('Ask a question') }).click()
    await section.getByRole('textbox').fill(QUESTION)
    await section.getByRole('button', { name: translate('Sign in to send') }).click()
    await waitForScreen(page, '/login')
    await page.locator('#login-id').fill(email)
    await page.locator('#login-password').fill(password)
    await page.keyboard.press('Enter')
    await expect(section.getByRole('textbox')).toHaveValue(QUESTION)
    await section.getByRole('button', { name: translate('Send the question') }).click()
    await expect(section.locator('li')).toContainText(QUESTION)
    await expect(section.locator('li')).toContainText(translate('Asked by you'))

    const address = `/question/list?gdsUid=${PATH.split('/').at(-1)}`
    const { list } = await api<{ list: { questionUid: string }[] }>(server, address, { token })
    await server.command('question', 'answer', list[0]?.questionUid ?? '', ANSWER)
    await page.goto(`${server.url}/newsFeed`)
    await waitForScreen(page, '/newsFeed')
    await page.locator('main a[href*="#goods-questions"]').click()
    await expect(section.locator('li')).toContainText(ANSWER)
    await expect(section).toBeInViewport()

    const visitorPage = await stranger.page()
    await visitorPage.goto(server.url + PATH)
    await expect(visitorPage.locator('#goods-questions li')).toContainText(QUESTION)
    await expect(visitorPage.locator('#goods-questions li')).toContainText(ANSWER)
    await expect(visitorPage.locator('#goods-questions')).not.toContainText(translate('Asked by you'))
    expect(profile.errors).toEqual([])
    expect(stranger.errors).toEqual([])
  } finally {
    await profile.close()
    await stranger.close()
    await server.close()
  }
})
