import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { SCREENS } from './harness/screens.ts'
import { Stage, type Appearance } from './harness/stage.ts'

/**
 * Tests every finished screen once, with pairs of language, theme and width in turn; `AXE=all` tests all combinations.
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

const looksFor = (index: number): Appearance[] =>
  process.env.AXE === 'all' ? ALL : [PAIRS[index % PAIRS.length]].flatMap((appearances) => appearances ?? [])

let stage: Stage
test.beforeAll(async ({ browser }) => {
  stage = await Stage.open(browser)
})
test.afterAll(() => stage.close())

SCREENS.forEach((screen, index) => {
  for (const appearance of looksFor(index)) {
    test(`${screen.name}: ${appearance.locale}, ${appearance.theme}, ${appearance.width} px`, async () => {
      const page = await stage.show(screen, appearance)
      // Legacy mode does without a second page for what frames of other origins report: there are none. With the two
      // options the same rules take a third of the time.
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .options({ resultTypes: ['violations'], preload: false })
        .setLegacyMode()
        .analyze()
      const faults = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      )
      await page.close()
      expect(faults).toEqual([])
    })
  }
})
