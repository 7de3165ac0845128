import type { Browser } from './browser.ts'

/** Expression that is true on the page once the page has opened its storage. */
export const HAS_DEVICE_DB = 'indexedDB.databases().then((all) => all.some(({ name }) => name === "hp-device"))'

/** Resolves when the expression is true on the page. Throws after `ms`. */
export const waitForExpression = async (browser: Browser, expression: string, ms = 15_000): Promise<void> => {
  const end = Date.now() + ms
  while ((await browser.evaluate(expression).catch(() => false)) !== true) {
    if (Date.now() > end) throw new Error(`never true: ${expression}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
