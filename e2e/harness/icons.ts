import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'

const LEAST = 3

const luminance = (data: Buffer, at: number): number => {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const value = (data[at + channel] ?? 0) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the contrast of the icon to its background in the middle half of a screenshot of a button: 1 is no contrast.
 */
const contrastOf = (picture: Buffer): number => {
  const { width, height, data } = PNG.sync.read(picture)
  const values: number[] = []
  for (let y = Math.floor(height / 4); y < (height * 3) / 4; y += 1)
    for (let x = Math.floor(width / 4); x < (width * 3) / 4; x += 1) values.push(luminance(data, (y * width + x) * 4))
  const ground = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return Math.max(...values.map((value) => (Math.max(value, ground) + 0.05) / (Math.min(value, ground) + 0.05)))
}

/**
 * Scrolls a button to the middle of the window, away from bars that stay at its edges. Returns its box, or null if the
 * button lies outside of the window, or another element covers it.
 */
const uncover = async (button: Locator) =>
  button.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top && element.contains(top) ? { x, y, width, height } : null
  })

/** Lists icon buttons of the screen with a contrast below 3:1 (WCAG 1.4.11) or that are covered, one sentence each. */
export const faintIcons = async (page: Page): Promise<string[]> => {
  const buttons: Locator[] = await page.locator(':is(a, button)[aria-label]:has(> svg):visible').all()
  const faults: string[] = []
  for (const button of buttons) {
    const label = await button.getAttribute('aria-label')
    const box = await uncover(button)
    if (!box) faults.push(`${label}: covered`)
    else {
      const contrast = contrastOf(await page.screenshot({ clip: box }))
      if (contrast < LEAST) faults.push(`${label}: ${contrast.toFixed(2)}`)
    }
  }
  return faults
}
