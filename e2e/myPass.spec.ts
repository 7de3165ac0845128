import { expect, test, type Page } from '@playwright/test'
import { api, buyPass, signUpMember, type Person } from './harness/api.ts'
import { waitForScreen, PHONE, Profile } from './harness/browser.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { Server } from './harness/server.ts'
import { signIn, type Translator } from './harness/steps.ts'
import { loadTranslator } from './harness/translator.ts'

/** My Pass for its holder: long names, one screen, the full screen, Refresh, the ring. */

const NAMES = [
  '林美華陳志明王小明'.repeat(3).slice(0, 20),
  '해운대바다여행가족'.repeat(3).slice(0, 20),
  '👩‍👩‍👧‍👦'.repeat(20),
]
const WIDTHS = [320, 360, 390, 430]
const PERIOD_S = 15

let server: Server
let profile: Profile
let person: Person
let page: Page
let translate: Translator
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
  translate = await loadTranslator(PHONE.locale)
  await signIn(page, server, translate, person.email)
  // The first two passes are on this phone.
  for (const number of [1, 2]) {
    await open()
    await page
      .getByRole('button', { name: translate('Show on this phone') })
      .first()
      .click()
    await expect(page.locator('[data-live="true"]')).toHaveCount(number)
  }
})
test.afterAll(async () => {
  await profile.close()
  await server.close()
})

const open = async (): Promise<void> => {
  await page.goto(`${server.url}/myPage/myPass`)
  await waitForScreen(page, '/myPage/myPass')
  await expect(page.locator('article[data-pass]')).toHaveCount(NAMES.length + 1)
  await showFirst()
}
/** A reload restores the slide that was shown before. */
const showFirst = () =>
  page.locator('main ul:has(> li > article)').evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }))

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

test('“Next pass” shows the other passes in turn and does not scroll the page', async () => {
  await page.setViewportSize({ width: 390, height: 500 })
  await open()
  const place = page.locator('main [data-title-row] [aria-live]')
  const total = NAMES.length + 1
  for (const number of [1, 2, 3, 4, 1]) {
    await expect(place).toHaveText(`${number} / ${total}`)
    await page.getByRole('button', { name: translate('Next pass') }).click()
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

/** What of the first pass is not wholly above the bottom bar, without scrolling. */
const hidden = () =>
  page.evaluate(() => {
    const pass = document.querySelector('article[data-pass]')
    const bar = document.querySelector('#content ~ nav')?.getBoundingClientRect()
    // On a phone on its side nothing of the bar stands above it.
    const raised = [...document.querySelectorAll('#content ~ nav *')].map((element) => element.getBoundingClientRect())
    const isOnItsSide = innerWidth > innerHeight
    const top = Math.min(
      bar?.top ?? innerHeight,
      ...(isOnItsSide ? raised.filter(({ height }) => height > 0).map((box) => box.top) : []),
    )
    const bottom = bar && bar.height > 0 ? top : innerHeight
    const elements: Record<string, Element | null | undefined> = {
      product: pass?.querySelector('[data-slot="product"]'),
      code: pass?.querySelector('[data-qr]'),
      portholes: pass?.querySelector('ul'),
    }
    return Object.entries(elements).flatMap(([name, element]) => {
      const box = element?.getBoundingClientRect()
      if (!box || box.height === 0) return [`${name} is missing`]
      const isInside = box.top >= 0 && box.bottom <= bottom + 0.5 && box.left >= 0 && box.right <= innerWidth
      return isInside ? [] : [`${name} ends at ${Math.round(box.bottom)} of ${bottom}`]
    })
  })
const SIZES = [
  [320, 640],
  [360, 640],
  [390, 664],
  [390, 844],
  [844, 390],
  [640, 360],
  [1024, 768],
  [1440, 900],
] as const

test('the shown pass is whole on one screen, with at least 3 px a module, on phones, on their side, and on desktops', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  const live = page.locator('[data-live="true"] [data-qr]').first()
  await expect(live).toBeVisible()
  const faults: string[] = []
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await showFirst()
    faults.push(...(await hidden()).map((fault) => `${width}x${height}: ${fault}`))
    const pixels = await live.evaluate(
      (svg: SVGSVGElement) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
    )
    if (pixels < 2.95) faults.push(`${width}x${height}: ${pixels} px a module`)
    faults.push(...(await layoutFaults(page)).map((fault) => `${width}x${height}: ${fault}`))
  }
  expect(faults).toEqual([])
})

test('desktops show all passes in a grid', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open()
  const boxes = await page
    .locator('article[data-pass]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(boxes.every((box) => box.left >= 0 && box.right <= 1440)).toBe(true)
  expect(new Set(boxes.map((box) => box.left)).size).toBeGreaterThan(1)
  await expect(page.locator('main [data-title-row] [aria-live]')).toBeHidden()
})

test('the browser’s way back closes the full-screen code and stays on My Pass, and so does Escape', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  const code = page.getByRole('button', { name: translate('Enlarge the QR code') }).first()
  const dialog = page.locator('dialog[open]')
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await code.click()
    await expect(dialog.locator('[data-product="Big3"]').first()).toBeVisible()
    await expect(dialog.getByText('WOLFESCHLEGELSTEINHAUS').first()).toBeVisible()
    await leave()
    await expect(dialog).toHaveCount(0)
    await waitForScreen(page, '/myPage/myPass')
    await expect(code).toBeFocused()
  }
  // Nothing of the full screen is left in the history.
  await page.goto(`${server.url}/setting`)
  await waitForScreen(page, '/setting')
  await page.goBack()
  await waitForScreen(page, '/myPage/myPass')
  await expect(dialog).toHaveCount(0)
})

test('in full screen the codes of this phone follow each other by swipe, arrow key and button', async () => {
  await open()
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('button', { name: translate('Enlarge the QR code') })
    .first()
    .click()
  const dialog = page.locator('dialog[open]')
  const place = dialog.locator('[aria-live]')
  await expect(place).toHaveText('1 / 2')
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText('2 / 2')
  await dialog.getByRole('button', { name: translate('Previous pass') }).click()
  await expect(place).toHaveText('1 / 2')
  // A finger that moves the list to the side.
  await dialog.locator('ul').evaluate((list) => list.scrollTo({ left: list.clientWidth, behavior: 'instant' }))
  await expect(place).toHaveText('2 / 2')
  await expect(dialog.locator('li:not([inert]) [data-qr]')).toBeVisible()
  // The list behind shows the same pass, and its code has the focus.
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('main [data-title-row] [aria-live]')).toHaveText(`2 / ${NAMES.length + 1}`)
  await expect(page.locator('article[data-pass]').nth(1).locator('[data-live]')).toBeFocused()
})

test('Refresh makes a new code, also offline, where it says that it could not look for news', async () => {
  await open()
  const path = () => page.locator('[data-live="true"] [data-qr] path').last().getAttribute('d')
  const refresh = page.getByRole('button', { name: translate('Refresh') })
  const first = await path()
  await refresh.click()
  await expect(page.getByText(translate('New QR code created. Your passes are up to date.'))).toBeVisible()
  const second = await path()
  expect(second).not.toBe(first)
  await profile.context.setOffline(true)
  try {
    await refresh.click()
    await expect(
      page.getByText(translate('New QR code created. You are offline, so we could not check for updates.')),
    ).toBeVisible()
    expect(await path()).not.toBe(second)
  } finally {
    await profile.context.setOffline(false)
  }
})

for (const [width, height] of [
  [390, 844],
  [390, 664],
  [844, 390],
  [1440, 900],
] as const)
  test(`the stored pass, drawn before the application loads, stays where it is: ${width}x${height}`, async () => {
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const shifts = { total: 0, sources: [] as string[] }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources?: { node?: Element }[]
        })[])
          if (!entry.hadRecentInput) {
            shifts.total += entry.value
            shifts.sources.push(...(entry.sources ?? []).map(({ node }) => node?.outerHTML?.slice(0, 80) ?? ''))
          }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open()
    await expect(page.locator('[data-live="true"] [data-qr]').first()).toBeVisible()
    const { total, sources } = await page.evaluate(
      () => (globalThis as unknown as { shifts: { total: number; sources: string[] } }).shifts,
    )
    expect(total, sources.join('\n')).toBeLessThanOrEqual(0.01)
  })

test('the ring turns once in the life of a code', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open()
  await expect(page.locator('[data-live="true"] svg + svg').first()).toBeVisible()
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
