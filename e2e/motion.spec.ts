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

/** What one view transition carried, and how long the new screen took to be drawn, in ms. */
interface Transition {
  carried: string[]
  ms: number
}
const TICKET = ['::view-transition-group(ticket)']
/** A screen that takes longer appears without a movement (decision 0185). */
const RENDERED_MS = 300

/** Records each view transition of a page. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const transitions: { carried: string[]; ms: number }[] = []
    Object.assign(window, { transitions })
    const native = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const start = performance.now()
      const transition = native(update)
      const record = (carried: string[]) => transitions.push({ carried, ms: performance.now() - start })
      void transition.ready
        .then(() =>
          record(
            document
              .getAnimations()
              .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
              .filter((name) => name.startsWith('::view-transition-group')),
          ),
        )
        .catch(() => record([]))
      return transition
    }
  })
const transitionsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { transitions: Transition[] }).transitions)

/** Opens a browser of a member with a pass. */
const openMember = async (reducedMotion: 'reduce' | 'no-preference') => {
  const person = await signUpMember(server)
  await buyPass(server, person.accessToken)
  const profile = await Profile.open(DESKTOP)
  const page = await profile.page()
  await page.emulateMedia({ reducedMotion })
  await observe(page)
  await signIn(page, server, await loadTranslator(DESKTOP.locale), person.email)
  return { profile, page }
}

const open = async (page: Page, path: string) => {
  await page.goto(server.url + path)
  await waitForScreen(page, path)
  await page.waitForLoadState('networkidle')
}

/** The screens fetch their ticket: before it is there, the next navigation has none to carry. */
const ticketShown = (page: Page) => expect(page.locator('main [data-product]:not(th)').first()).toBeVisible()

/** From the list to a product, its payment, and back. */
const walkShop = async (page: Page, onStep: () => Promise<unknown>) => {
  await open(page, '/pass')
  await page.locator('main a[data-product="Big3"]').first().click()
  await waitForScreen(page, '/pass/{detail}')
  await onStep()
  await ticketShown(page)
  await page.locator('[data-action-bar] button').click()
  await waitForScreen(page, '/pass/paymentInfo')
  await onStep()
  await ticketShown(page)
  await page.goBack()
  await waitForScreen(page, '/pass/{detail}')
  await onStep()
}
const walkHome = async (page: Page, onStep: () => Promise<unknown>) => {
  await open(page, '/home')
  await page.locator('main a[href="/myPage/myPass"]').first().click()
  await waitForScreen(page, '/myPage/myPass')
  await onStep()
}
const WALKS = [walkShop, walkHome]

test('from the list to a product, its payment and back, and from home to My Pass, only the ticket moves', async () => {
  const { profile, page } = await openMember('no-preference')
  try {
    for (const walk of WALKS)
      // Again while a busy machine draws a screen too late for a movement; one that is drawn in time always moves.
      await expect
        .poll(
          async () => {
            let steps = 0
            await walk(page, async () => {
              steps += 1
              await expect.poll(async () => (await transitionsOf(page)).length).toBe(steps)
              await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0)
            })
            const transitions = await transitionsOf(page)
            for (const { carried, ms } of transitions)
              if (carried.length > 0 || ms < RENDERED_MS) expect(carried).toEqual(TICKET)
            return transitions.every(({ carried }) => carried.length > 0)
          },
          { timeout: 120_000 },
        )
        .toBe(true)
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})

test('nothing moves for people who prefer less motion', async () => {
  const { profile, page } = await openMember('reduce')
  try {
    for (const walk of WALKS) await walk(page, async () => expect(await transitionsOf(page)).toEqual([]))
    expect(profile.errors).toEqual([])
  } finally {
    await profile.close()
  }
})
