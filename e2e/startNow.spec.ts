import { expect, test } from '@playwright/test'
import { api, buyPass, signUpMember } from './harness/api.ts'
import { PHONE, Profile, waitForScreen, workerReady } from './harness/browser.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** “Start your 24H pass now?” on My Pass: in its room, below the pass, and without the server. */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

test('the line is below the pass, moves nothing when it comes, and is there without the server', async () => {
  const say = await loadTranslator(PHONE.locale)
  const { email, accessToken: token } = await signUpMember(server)
  await buyPass(server, token, 'pass-24h-mobile-std')
  const { list } = await api<{ list: { passType: string }[] }>(server, '/mypage/myPass/list', { token })
  expect(list.map(({ passType }) => passType)).toEqual(['24H'])
  const profile = await Profile.open({ ...PHONE, viewport: { width: 360, height: 640 } })
  try {
    const page = await profile.page()
    await signIn(page, server, say, email)
    await page.goto(`${server.url}/myPage/myPass`)
    await waitForScreen(page, '/myPage/myPass')
    await page.getByRole('button', { name: say('Show on this phone') }).click()
    await expect(page.locator('[data-live="true"]')).toBeVisible()
    await workerReady(page)
    const line = page.locator('[data-start-now] summary')
    await expect(line).toBeVisible()
    await server.kill()

    // Heights of the room of the line, from before the line has come.
    await page.addInitScript(() => {
      const heights = new Set<number>()
      Object.assign(globalThis, { slotHeights: heights })
      const measure = () => {
        const height = document.querySelector('[data-start-now]')?.getBoundingClientRect().height
        if (height !== undefined) heights.add(Math.round(height))
        requestAnimationFrame(measure)
      }
      measure()
    })
    await page.reload()
    await waitForScreen(page, '/myPage/myPass')
    await expect(line).toBeVisible()
    const boxes = await page.evaluate(() => ({
      heights: [...(globalThis as unknown as { slotHeights: Set<number> }).slotHeights],
      passBottom: document.querySelector('article[data-pass]')?.getBoundingClientRect().bottom ?? Infinity,
      lineTop: document.querySelector('[data-start-now]')?.getBoundingClientRect().top ?? 0,
      code: document.querySelector('[data-live] svg')?.getBoundingClientRect().bottom ?? Infinity,
    }))
    expect(boxes.heights).toHaveLength(1)
    expect(boxes.lineTop).toBeGreaterThan(boxes.passBottom)
    expect(boxes.code).toBeLessThan(640)
    await line.click()
    await expect(page.locator('[data-start-now] dt')).not.toHaveCount(0)
    for (const [width, height] of [
      [360, 640],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await layoutFaults(page)).toEqual([])
    }
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
