import { expect, type Page } from '@playwright/test'
import { PHONE, type Device } from './browser.ts'
import { words } from './words.ts'

/** The phone of somebody at an entrance, who reads Korean. */
export const STAFF: Device = { ...PHONE, name: 'staff', locale: 'ko' }

export interface Key {
  key: string
  code?: string
  shiftKey?: boolean
}

/** What a spec does at the scanner of an entrance; `page` answers the page that is the scanner now. */
export const scannerOn = (page: () => Page) => {
  /** All at once, as a hardware scanner does: key by key from here, a busy machine would type like a hand. */
  const burst = (keys: Key[]) =>
    page().evaluate((all) => {
      for (const key of all)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    }, keys)
  return {
    press: async (name: string) => {
      const say = await words('ko')
      await page()
        .getByRole('button', { name: say(name) })
        .click()
    },
    /** The answer on the whole screen. */
    flood: (verdict: string, reason?: string) =>
      expect(page().locator(`[data-verdict="${verdict}"]${reason ? `[data-reason="${reason}"]` : ''}`)).toBeVisible({
        timeout: 60_000,
      }),
    burst,
    /** By a hardware scanner, which types. A camera that is started again sometimes brings this browser no frames. */
    scanned: (code: string) => burst([...[...code].map((key) => ({ key })), { key: 'Enter' }]),
  }
}
