import { expect, test, type Page } from '@playwright/test'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { isDrawn } from './harness/draw.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { loseServer } from './harness/pictureScreens.ts'
import { readCodeFromScreen } from './harness/scan.ts'
import { SCREENS, type Screen } from './harness/screens.ts'
import { resize, setTextSize, Stage } from './harness/stage.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * Every finished screen with text at 200 %, and in a window of 320 px: nothing is outside the window, cut off,
 * overlapping or too small to touch. A run tests a tenth; `LARGE=all` tests all in every language.
 */

/** The pass at the gate, in the language of most buyers. */
const ALWAYS = 'my-pass in cht'

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

const large = (screen: Screen, locale: Locale): Promise<Page> =>
  stage.show(screen, { locale, theme: 'light', width: 390, text: 2 })
const screenOf = (name: string): Screen => {
  const screen = SCREENS.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen is named ${name}`)
  return screen
}

for (const screen of SCREENS)
  for (const locale of LOCALES) {
    const name = `${screen.name} in ${locale}`
    if (name !== ALWAYS && !isDrawn(`large ${name}`)) continue
    test(`${screen.name}: ${locale}, everything fits with text at 200 % and at 320 px`, async () => {
      const page = await large(screen, locale)
      expect(await layoutFaults(page), 'text at 200 %').toEqual([])
      await setTextSize(page, 1)
      await resize(page, 320)
      await expect(page.locator('html')).toHaveCSS('font-size', '16px')
      expect(await layoutFaults(page), '320 px').toEqual([])
      await page.close()
    })
  }

for (const [name, button] of [
  ['home-member', 'Menu'],
  ['my-pass', 'Enlarge the QR code'],
] as const)
  test(`what “${button}” opens fits with text at 200 %`, async () => {
    const translate = await loadTranslator('en')
    const page = await large(screenOf(name), 'en')
    await page
      .getByRole('button', { name: translate(button) })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
    await page.close()
  })

for (const name of ['search-results', 'refund'])
  test(`${name}: nothing is cut off or squeezed at 360 px while our server does not answer`, async () => {
    const page = await stage.show(screenOf(name), { locale: 'cht', theme: 'light', width: 360 })
    try {
      await loseServer(stage, page)
      expect(await layoutFaults(page)).toEqual([])
      const action = page.locator('[data-action-bar] button')
      for (const button of await action.all()) expect((await button.boundingBox())?.width).toBeGreaterThan(250)
    } finally {
      await stage.server.start()
      await page.close()
    }
  })

test('in forced colours a scanner reads the code, and the current place in the navigation is underlined', async () => {
  const page = await stage.show(screenOf('my-pass'), { locale: 'en', theme: 'dark', width: 390, forcedColors: true })
  expect((await readCodeFromScreen(page, stage.server)).verdict).toBe('admitted')
  const place = page.locator('nav a[aria-current="page"] span').last()
  await expect(place).toHaveCSS('text-decoration-line', 'underline')
  await page.close()
})
