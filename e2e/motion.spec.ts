import { expect, test, type Page } from '@playwright/test'
import { buyPass, signUpMember } from './harness/api.ts'
import { DESKTOP, Profile, waitForScreen } from './harness/browser.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * The ticket of a pass travels from screen to screen (decision 0185). On a computer, where it stays in the window beside
 * the button that buys.
 */

let server: Server
test.beforeAll(async () => {
  server = await Server.open()
})
test.afterAll(() => server.close())

const TICKET = ['::view-transition-group(ticket)']

/** Records which elements each view transition carries. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const carried: string[][] = []
    Object.assign(window, { carried })
    const native = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = native(update)
      void transition.ready
        .then(() =>
          carried.push(
            document
              .getAnimations()
              .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
              .filter((name) => name.startsWith('::view-transition-group')),
          ),
        )
        .catch(() => carried.push([]))
      return transition
    }
  })
const carriedBy = (page: Page) => page.evaluate(() => (window as unknown as { carried: string[][] }).carried)

/** Opens a browser of a member with a pass, on the list of passes; `transitions` counts what moved so far. */
const openMember = async (reducedMotion: 'reduce' | 'no-preference') => {
  const person = await signUpMember(server)
  await buyPass(server, person.accessToken)
  const profile = await Profile.open(DESKTOP)
  const page = await profile.page()
  await page.emulateMedia({ reducedMotion })
  await observe(page)
  await signIn(page, server, await loadTranslator(DESKTOP.locale), person.email)
  await page.goto(`${server.url}/pass`)
  await waitForScreen(page, '/pass')
  await page.waitForLoadState('networkidle')
  return { profile, page }
}

/** From the list to a product, its payment, back, and from home to My Pass and back. */
const walk = async (page: Page, onStep: () => Promise<unknown>) => {
  await page.locator('main a[data-product="Big3"]').first().click()
  await waitForScreen(page, '/pass/{detail}')
  await onStep()
  await page.locator('[data-action-bar] button').click()
  await waitForScreen(page, '/pass/paymentInfo')
  await onStep()
  await page.goBack()
  await waitForScreen(page, '/pass/{detail}')
  await onStep()
  await page.goto(`${server.url}/home`)
  await waitForScreen(page, '/home')
  await page.waitForLoadState('networkidle')
  await page.locator('main a[href="/myPage/myPass"]').first().click()
  await waitForScreen(page, '/myPage/myPass')
}

test('from the list to a product, its payment and back, and from home to My Pass, only the ticket moves', async () => {
  const { profile, page } = await openMember('no-preference')
  try {
    let steps = 0
    await walk(page, async () => {
      steps += 1
      await expect.poll(() => carriedBy(page)).toEqual(Array.from({ length: steps }, () => TICKET))
      await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0)
    })
    await expect.poll(() => carriedBy(page)).toEqual([TICKET])
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('nothing moves for people who prefer less motion', async () => {
  const { profile, page } = await openMember('reduce')
  try {
    await walk(page, async () => expect(await carriedBy(page)).toEqual([]))
    expect(await carriedBy(page)).toEqual([])
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
