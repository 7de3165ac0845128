import { expect, test } from '@playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { drawnByte } from '../scripts/draw.ts'
import { axeFaults } from './harness/accessibility.ts'
import { layoutFaults } from './harness/layoutFaults.ts'
import { brokenLines } from './harness/lines.ts'
import { SCREENS, type Screen } from './harness/screens.ts'
import { resize, setTextSize, Stage, type Appearance } from './harness/stage.ts'

/**
 * Every finished screen: accessible, and whole between its usual widths, with text at 200 %, and in each script. A run
 * shows half of the screens, another half with each commit, each in one look; `AXE=all` tests all looks with axe,
 * `LARGE=all` the layout of all in each language.
 */

const WIDTHS = [390, 1440] as const
const THEMES = ['light', 'dark'] as const
const ALL: Appearance[] = LOCALES.flatMap((locale) =>
  THEMES.flatMap((theme) => WIDTHS.map((width) => ({ locale, theme, width }))),
)
/** Ten looks in which each language meets each theme and each width, and each theme each width. */
const PAIRS: Appearance[] = LOCALES.flatMap((locale, index) => {
  const turned = index % 2 === 1
  return [
    { locale, theme: 'light', width: turned ? 1440 : 390 },
    { locale, theme: 'dark', width: turned ? 390 : 1440 },
  ] satisfies Appearance[]
})
const PHONE: Appearance = { locale: 'cht', theme: 'light', width: 390 }
const DESKTOP: Appearance = { locale: 'en', theme: 'light', width: 1440 }
/**
 * Looks besides the ten that every run shows, because they have failed before, or matter most: the pass at the gate, in
 * the language of most buyers.
 */
const ALWAYS: Record<string, Appearance> = {
  'my-pass': PHONE,
  attraction: PHONE,
  'home-member': DESKTOP,
  home: DESKTOP,
  'pass-detail': DESKTOP,
  attractions: DESKTOP,
}

const looksOf = ({ name }: Screen, index: number): Appearance[] => {
  if (process.env.AXE === 'all') return ALL
  if (process.env.LARGE === 'all') return ALL.filter(({ theme }) => theme === 'light')
  const drawn = drawnByte(`look of ${name}`) % 2 === 0 ? PAIRS[index % PAIRS.length] : undefined
  return [drawn, ALWAYS[name]].flatMap((one) => one ?? [])
}

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

SCREENS.forEach((screen, index) => {
  for (const appearance of looksOf(screen, index))
    test(`${screen.name}: ${appearance.locale}, ${appearance.theme}, ${appearance.width} px`, async () => {
      const page = await stage.show(screen, appearance)
      if (process.env.LARGE !== 'all') expect(await axeFaults(page)).toEqual([])
      if (process.env.AXE === 'all') return page.close()
      if (appearance.width > 1000) {
        for (const width of [1024, 1100, 1180, 1280]) {
          await resize(page, width)
          expect(await layoutFaults(page), `${width} px`).toEqual([])
          expect(await brokenLines(page), `${width} px`).toEqual([])
        }
      } else {
        for (const width of [390, 360]) {
          await resize(page, width)
          expect(await brokenLines(page), `${width} px`).toEqual([])
        }
        await resize(page, 320)
        expect(await layoutFaults(page), '320 px').toEqual([])
        await resize(page, 390)
        await setTextSize(page, 2)
        await expect(page.locator('html')).toHaveCSS('font-size', '32px')
        expect(await layoutFaults(page), 'text at 200 %').toEqual([])
      }
      await page.close()
    })
})
