import { expect, test } from '@playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { brokenLines } from './harness/lines.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { SCREENS } from './harness/screens.ts'
import { Stage } from './harness/stage.ts'
import { loadTranslator } from './harness/translator.ts'

/** What sells: the first screen of home, the sheet of groups A and B, and the comparison of the passes. */

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

const screenOf = (name: string) => {
  const screen = SCREENS.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen “${name}”`)
  return screen
}

for (const locale of LOCALES)
  test(`home: number, price and the way to the passes are in the first screen of a phone (${locale})`, async () => {
    const translate = await loadTranslator(locale)
    const page = await stage.show(screenOf('home'), { locale, theme: 'light', width: 390 })
    for (const [width, height] of [
      [390, 844],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      const title = page.locator('h1')
      await expect(title).toContainText('39')
      await expect(title).toContainText(locale === 'ko' ? '45,000원' : '₩45,000')
      await expect(title).toBeInViewport({ ratio: 1 })
      const button = page.getByRole('main').getByRole('link', { name: translate('See the passes'), exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
      await expect(
        page.getByRole('main').getByRole('link', { name: translate('Sign in'), exact: true }),
      ).toBeInViewport()
      expect(await brokenLines(page), `${width} px`).toEqual([])
    }
    await page.close()
  })

test('places are chosen by keyboard in the sheet of a pass, it adds up their prices, and closing it returns to the purchase as it was', async () => {
  const page = await stage.show(screenOf('pass-detail'), { locale: 'en', theme: 'light', width: 390 })
  const opener = page.getByRole('button', { name: 'Choose your own places' })
  const address = page.url()
  await page.getByRole('button', { name: 'One more', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Buy 2 passes' })).toBeVisible()
  await opener.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Choose your places' })
  await expect(sheet.getByRole('status')).toContainText('At the gates, for example')
  const place = sheet.locator('[data-group="A"] button[aria-pressed="false"]').first()
  const name = (await place.locator('b').textContent()) ?? ''
  await place.focus()
  await page.keyboard.press('Space')
  await expect(sheet.locator('[data-group="A"] button[aria-pressed="true"] b')).toHaveText([name])
  await expect(sheet.getByRole('status')).toContainText('At the gates you would pay')
  await expect(sheet.getByRole('status')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  expect(page.url()).toBe(address)
  await expect(page.getByRole('region', { name: 'What you save' })).toContainText(name)
  await expect(page.getByRole('button', { name: 'Buy 2 passes' })).toBeVisible()
  await page.close()
})

test('the passes are compared in whole on a desktop, and two at a time on a phone', async () => {
  const page = await stage.show(screenOf('pass'), { locale: 'en', theme: 'light', width: 1440 })
  const table = page.getByRole('region', { name: 'Compare the passes' })
  const overflow = () => table.evaluate((box) => box.scrollWidth - box.clientWidth)
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(table.getByRole('columnheader')).toHaveCount(5)
    expect(await overflow(), `${width} px`).toBe(0)
    expect(await layoutFaults(page), `${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await table.evaluate((box) => box.scrollIntoView({ block: 'start' }))
  expect(await overflow()).toBeGreaterThan(0)
  for (const name of ['24H', '48H'])
    await expect(table.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect(table.getByRole('rowheader', { name: 'Price', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(table.getByRole('columnheader', { name: 'Big5', exact: true })).toBeInViewport({ ratio: 1 })
  await page.close()
})
