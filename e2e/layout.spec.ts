import { expect, test } from '@playwright/test'
import { HOURS } from '#art/hour.ts'
import { isDrawn } from './harness/draw.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { faintIcons } from './harness/icons.ts'
import { brokenLines } from './harness/lines.ts'
import { deadLinks } from './harness/links.ts'
import { SCREENS } from './harness/screens.ts'
import { resize, Stage } from './harness/stage.ts'

/** Screens between their usual widths and in each script. A run tests a tenth; `LARGE=all` tests all. */

const DESKTOP_WIDTHS = [1024, 1100, 1180, 1280] as const
const PHONE_WIDTHS = [390, 360] as const
const SCRIPTS = ['chs', 'cht', 'jp', 'ko'] as const
/** Screens whose layout has failed between 1024 and 1279 px before; they are always tested. */
const NARROW_DESKTOP = ['home-member', 'home', 'pass-detail', 'attractions']
const OVER_A_SCENE = ['home', 'home-member', 'attraction', 'pass-detail']

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

for (const screen of SCREENS) {
  if (!NARROW_DESKTOP.includes(screen.name) && !isDrawn(`${screen.name} on a desktop`)) continue
  test(`${screen.name}: everything fits from 1024 to 1280 px, no number is split`, async () => {
    const page = await stage.show(screen, { locale: 'en', theme: 'light', width: 1440 })
    for (const width of DESKTOP_WIDTHS) {
      await resize(page, width)
      expect(await layoutFaults(page), `${width} px`).toEqual([])
      expect(await brokenLines(page), `${width} px`).toEqual([])
    }
    await page.close()
  })
}

for (const screen of SCREENS)
  for (const locale of SCRIPTS) {
    const always = screen.name === 'attraction' && locale === 'cht'
    if (!always && !isDrawn(`${screen.name} in ${locale}`)) continue
    test(`${screen.name}: ${locale}, no line begins with a closing mark, no number is split`, async () => {
      const page = await stage.show(screen, { locale, theme: 'light', width: 1440 })
      for (const width of PHONE_WIDTHS) {
        await resize(page, width)
        expect(await brokenLines(page), `${width} px`).toEqual([])
      }
      await page.close()
    })
  }

for (const screen of SCREENS.filter(({ name }) => OVER_A_SCENE.includes(name)))
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
