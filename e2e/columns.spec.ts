import { expect, test, type Page } from '@playwright/test'
import { layoutFaults } from './harness/layoutFaults.ts'
import { SCREENS } from './harness/screens.ts'
import { Stage } from './harness/stage.ts'

/** Secondary screens use the width of a computer, and fit at the widths in between. */

const WIDTHS = [768, 1024, 1100, 1180, 1280, 1440] as const
const NAMES = [
  'my-page',
  'my-attractions',
  'attraction-history',
  'gift',
  'my-pass-gift',
  'news-feed',
  'notice',
  'inquiry',
  'service-inquiry',
  'setting',
  'outbox',
  'still-open',
  'login',
  'login-find-pw01',
  'login-device',
  'gift-link',
  'gift-link-invalid',
  'order-declined',
  'order-pending',
  'payment-unfinished',
  'gate',
]

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

/** Returns how much of the screen's width, without the navigation, the content reaches: 1 is up to its side. */
const reach = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) return 0
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(main)
    const contentLeft = document.getElementById('content')?.getBoundingClientRect().left ?? 0
    const right = innerWidth - parseFloat(paddingInlineEnd)
    const ends = [...main.querySelectorAll('*')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .map((box) => Math.min(box.right, right))
    const start = contentLeft + parseFloat(paddingInlineStart)
    return (Math.max(...ends) - start) / (right - start)
  })

for (const screen of SCREENS.filter(({ name }) => NAMES.includes(name)))
  test(`${screen.name}: everything fits from 768 to 1440 px, and the width is used from 1024 px on`, async () => {
    const page = await stage.show(screen, { locale: 'en', theme: 'light', width: 1440 })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      expect(await layoutFaults(page), `${width} px`).toEqual([])
      if (width >= 1024) expect(await reach(page), `${width} px`).toBeGreaterThan(0.85)
    }
    await page.close()
  })

test('the list of screens has no name without a screen', () => {
  const names = SCREENS.map(({ name }) => name)
  expect(NAMES.filter((name) => !names.includes(name))).toEqual([])
})
