import { expect, test, type Page } from '@playwright/test'
import { HOURS } from '#art/hour.ts'
import { isDrawn } from './harness/draw.ts'
import { faintIcons } from './harness/icons.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { deadLinks } from './harness/links.ts'
import { loseServer } from './harness/pictureScreens.ts'
import { readCodeFromScreen } from './harness/scan.ts'
import { SCREENS, type Screen } from './harness/screens.ts'
import { resize, Stage } from './harness/stage.ts'
import { loadTranslator } from './harness/translator.ts'

/**
 * What `screens.spec.ts` does not see on every screen: icons over scenes, links, opened dialogs, a server that does not
 * answer, forced colours. Links of a tenth of the screens are followed in a run; `LARGE=all` follows all.
 */

const OVER_A_SCENE = ['home', 'home-member', 'attraction', 'pass-detail']

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

const screenOf = (name: string): Screen => {
  const screen = SCREENS.find((each) => each.name === name)
  if (!screen) throw new Error(`no screen is named ${name}`)
  return screen
}

for (const screen of OVER_A_SCENE.map(screenOf))
  test(`${screen.name}: every icon button over the scene is visible, in both themes and at every hour`, async () => {
    const page = await stage.show(screen, { locale: 'en', theme: 'light', width: 390 })
    for (const width of [390, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await resize(page, width)
        for (const hour of HOURS) {
          await page.evaluate((value) => (document.documentElement.dataset.hour = value), hour)
          expect(await faintIcons(page), `${width} px, ${colorScheme}, ${hour}`).toEqual([])
        }
      }
    await page.close()
  })

for (const screen of SCREENS) {
  if (!['home', 'home-member', 'my-page'].includes(screen.name) && !isDrawn(`links of ${screen.name}`)) continue
  test(`${screen.name}: every link leads to a screen, and nothing else looks like a link`, async () => {
    const page = await stage.show(screen, { locale: 'en', theme: 'light', width: 390 })
    expect(await deadLinks(page)).toEqual([])
    await page.close()
  })
}

const large = (name: string): Promise<Page> =>
  stage.show(screenOf(name), { locale: 'en', theme: 'light', width: 390, text: 2 })

for (const [name, button] of [
  ['home-member', 'Menu'],
  ['my-pass', 'Enlarge the QR code'],
] as const)
  test(`what “${button}” opens fits with text at 200 %`, async () => {
    const translate = await loadTranslator('en')
    const page = await large(name)
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
