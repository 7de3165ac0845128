import { expect, test, type Page } from '@playwright/test'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { Server } from './harness/server.ts'
import { signIn } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** My Pass for its holder: long names, the countdown ring, the dots. */

const NAMES = [
  '👩‍👩‍👧‍👦'.repeat(20),
  '林美華陳志明王小明'.repeat(3).slice(0, 20),
  '해운대바다여행가족'.repeat(3).slice(0, 20),
]
const WIDTHS = [320, 360, 390, 430]
const PERIOD_S = 15

let server: Server
let profile: Profile
let person: Person
let page: Page
test.beforeAll(async () => {
  server = await Server.open()
  person = await signUpMember(server, { engSurname: 'WOLFESCHLEGELSTEINHAUS', engNm: 'MAXIMILIANALEXANDRA' })
  const token = person.accessToken
  await buyPass(server, token, undefined, NAMES.length + 1)
  const { list } = await api<{ list: { passUid: string }[] }>(server, '/mypage/myPass/list', { token })
  for (const [index, name] of NAMES.entries())
    await api(server, '/mypage/myPass/name', {
      method: 'PATCH',
      token,
      body: { passUid: list[index]?.passUid, name },
    })
  profile = await Profile.open(PHONE)
  page = await profile.page()
  await signIn(page, server, await loadTranslator(PHONE.locale), person.email)
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const open = async (): Promise<void> => {
  await page.goto(`${server.url}/myPage/myPass`)
  await waitForScreen(page, '/myPage/myPass')
  await expect(page.locator('article[data-pass]')).toHaveCount(NAMES.length + 1)
}

/** Texts that extend beyond their pass, and product names that wrap. */
const strays = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('article[data-pass]')].flatMap((pass) => {
      const outer = pass.getBoundingClientRect()
      const slide = pass.closest('li')?.getBoundingClientRect()
      const product = pass.querySelector('[data-slot="product"]')
      const lines = new Set([...(product?.firstChild ? rectsOf(product.firstChild) : [])].map(({ top }) => top)).size
      function rectsOf(node: Node): DOMRectList {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getClientRects()
      }
      const out = [...pass.querySelectorAll('*')].filter((element) => {
        if (element.closest('svg') || element.closest('dialog')) return false
        const box = element.getBoundingClientRect()
        return box.width > 1 && (box.left < outer.left - 1.5 || box.right > outer.right + 1.5)
      })
      return [
        ...out.map((element) => `${element.localName} leaves its pass: ${element.textContent.slice(0, 40)}`),
        ...(lines === 1 ? [] : [`the product has ${lines} lines`]),
        ...(slide && slide.width > innerWidth - 24 ? [`the slide is ${slide.width} px wide`] : []),
      ]
    }),
  )

for (const width of WIDTHS)
  test(`names of 20 emoji, Han and Hangul and a holder of 42 letters fit on their pass: ${width} px`, async () => {
    await page.setViewportSize({ width, height: 844 })
    await open()
    expect(await strays()).toEqual([])
    expect(await layoutFaults(page)).toEqual([])
  })

test('a dot shows its pass and does not scroll the page', async () => {
  await page.setViewportSize({ width: 390, height: 500 })
  await open()
  const dots = page.locator('main section button[aria-current]')
  await dots.last().click()
  await expect(dots.last()).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await dots.first().click()
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
})

test('the ring turns once in the life of a code', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open()
  await page.locator('article[data-pass] button:not([aria-haspopup])').first().click()
  await expect(page.locator('[data-live="true"] svg + svg')).toBeVisible()
  /**
   * Waits until the seconds left are in this range; returns the seconds that have passed by the text and by the ring.
   */
  const at = (from: number, to: number) =>
    page.evaluate(
      ([low, high, period]) =>
        new Promise<{ words: number; ring: number }>((resolve) => {
          const check = () => {
            const pass = document.querySelector('article[data-pass]:has([data-live="true"])')
            const secondsLeft = Number(
              /\d+/.exec([...(pass?.querySelectorAll('p > span[aria-hidden]') ?? [])].at(-1)?.textContent ?? '')?.[0],
            )
            const [turn] = pass?.querySelector('[data-live] svg + svg rect:last-of-type')?.getAnimations() ?? []
            const progress = turn?.effect?.getComputedTiming().progress
            if (secondsLeft >= low && secondsLeft <= high && typeof progress === 'number')
              resolve({ words: period - secondsLeft, ring: progress * period })
            else requestAnimationFrame(check)
          }
          check()
        }),
      [from, to, PERIOD_S] as const,
    )
  for (const [from, to] of [
    [10, 11],
    [6, 7],
  ] as const) {
    const { words: texts, ring } = await at(from, to)
    // The text changes once a second.
    expect(Math.abs(ring - texts), `${texts} s by the words, ${ring} s by the ring`).toBeLessThan(2)
  }
})
