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

/** How far the drawn icon stands out from the ground around it, in the middle of a picture of the button: 1 is not at all. */
const contrastOf = (picture: Buffer): number => {
  const { width, height, data } = PNG.sync.read(picture)
  const values: number[] = []
  for (let y = Math.floor(height / 4); y < (height * 3) / 4; y += 1)
    for (let x = Math.floor(width / 4); x < (width * 3) / 4; x += 1) values.push(luminance(data, (y * width + x) * 4))
  const ground = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return Math.max(...values.map((value) => (Math.max(value, ground) + 0.05) / (Math.min(value, ground) + 0.05)))
}

/** Icon buttons of the shown screen whose icon has less than 3:1 to its ground (WCAG 1.4.11), one sentence each. */
export const faintIcons = async (page: Page): Promise<string[]> => {
  const buttons: Locator[] = await page.locator(':is(a, button)[aria-label]:has(> svg):visible').all()
  const faults: string[] = []
  for (const button of buttons) {
    const box = await button.boundingBox()
    const view = page.viewportSize()
    if (!box || !view || box.y < 0 || box.y + box.height > view.height || box.x < 0 || box.x + box.width > view.width)
      continue
    const contrast = contrastOf(await page.screenshot({ clip: box }))
    if (contrast < LEAST) faults.push(`${await button.getAttribute('aria-label')}: ${contrast.toFixed(2)}`)
  }
  return faults
}
