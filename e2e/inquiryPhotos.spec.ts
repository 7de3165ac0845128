import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { api, signUpMember } from './harness/api.ts'
import { waitForScreen, PHONE, Profile, workerReady } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

const QUESTION = 'Is this the right card for the cable car?'

const photo = (name: string, background: string) =>
  sharp({ create: { width: 2_400, height: 1_800, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/jpeg', buffer }))

test('photos that were chosen while the server was down survive a restart of the browser and are sent with their inquiry', async () => {
  test.setTimeout(240_000)
  const translate = await loadTranslator(PHONE.locale)
  const server = await Server.open()
  const profile = await Profile.open(PHONE)
  try {
    const { email, accessToken: token } = await signUpMember(server)
    let page = await profile.page()
    const go = async (screen: string) => {
      await page.goto(server.url + screen)
      await waitForScreen(page, screen)
    }
    const pictures = () => page.locator('main img[src^="blob:"]')
    await signIn(page, server, translate, email)
    await workerReady(page)

    await server.kill()
    await go('/service/inquiry')
    await page.locator('main textarea').fill(QUESTION)
    for (const [index, file] of [await photo('front.jpg', '#14508c'), await photo('back.jpg', '#c04020')].entries()) {
      await page.locator('main input[type="file"]').setInputFiles(file)
      await expect(pictures()).toHaveCount(index + 1)
    }
    // The draft keeps text and photos across a reload.
    await page.reload()
    await waitForScreen(page, '/service/inquiry')
    await expect(page.locator('main textarea')).toHaveValue(QUESTION)
    await expect(pictures()).toHaveCount(2)
    await page.locator('main form button[type="submit"]').click()
    await expect(page.locator('main article')).toContainText(QUESTION)
    await expect(page.locator('main article img')).toHaveCount(2)

    await profile.stop()
    await server.start()
    await profile.start()
    page = await profile.page()
    await go('/myPage/inquiry')
    await expect(page.locator('main article')).toContainText('Q-000001')
    await expect(page.locator('main article img')).toHaveCount(2)
    const { list } = await api<{ list: { content: string; files?: string[] }[] }>(server, '/inquiry/list', { token })
    expect(list).toMatchObject([{ content: QUESTION, files: [expect.any(String), expect.any(String)] }])

    const name = translate('Your photo {nth}', { nth: 2 })
    await page.getByRole('button', { name, exact: true }).click()
    const large = page.locator('dialog[open] img')
    await expect(large).toBeVisible()
    // Shrunk on the phone before it was stored.
    expect(await large.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([
      1_600, 1_200,
    ])
    await page.keyboard.press('Escape')

    await server.kill()
    await page.reload()
    await waitForScreen(page, '/myPage/inquiry')
    await expect(page.locator('main article img')).toHaveCount(2)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
    await server.close()
  }
})
