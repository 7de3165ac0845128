import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { withVisitorsFonts } from './harness/fonts.ts'
import { loseServer, PICTURE_SCREENS } from './harness/pictureScreens.ts'
import { Stage } from './harness/stage.ts'
import { chromiumPath, QUIET } from '../scripts/browser.ts'

/**
 * `npm run pictures [-- --only=home,pass] [--locales=en,cht] [--widths=360,1024]`: screenshots of every screen, light
 * and dark, on phone and desktop unless widths are given, in the fonts of visitors' devices.
 */
const option = (name: string): string[] | undefined =>
  process.argv
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.slice(name.length + 3)
    .split(',')

const FOLDER = '.build/pictures'
const only = option('only')
const widths = (option('widths') ?? ['390', '1440']).map(Number)
const locales = LOCALES.filter((locale) => (option('locales') ?? ['en', 'cht']).includes(locale))

await mkdir(FOLDER, { recursive: true })
const executablePath = chromiumPath()
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: QUIET,
  env: withVisitorsFonts(),
})
const stage = await Stage.open(browser)
try {
  for (const screen of PICTURE_SCREENS.filter(({ name }) => !only || only.includes(name))) {
    await screen.prepare?.(stage)
    for (const locale of locales) {
      for (const width of widths) {
        for (const theme of ['light', 'dark'] as const) {
          const page = await stage.show(screen, { locale, theme, width })
          if (screen.isOffline) await loseServer(stage, page)
          await page.screenshot({ path: `${FOLDER}/${screen.name}-${width}-${locale}-${theme}.png` })
          if (screen.isOffline) await stage.server.start()
          await page.close()
        }
      }
    }
  }
} finally {
  await stage.close()
  await browser.close()
}
console.log(FOLDER)
