import { expect, type Page } from '@playwright/test'
import { PHONE, type Device } from './browser.ts'
import { loadTranslator } from './translator.ts'

/** The phone of staff at an entrance; the browser's language is Korean. */
export const STAFF: Device = { ...PHONE, name: 'staff', locale: 'ko' }

export interface Key {
  key: string
  code?: string
  shiftKey?: boolean
}

/** Returns what a spec does at a scanner; `page` returns the scanner's current page. */
export const createScanner = (page: () => Page) => {
  /**
   * Sends all keys in one task, as a hardware scanner does: sent one by one, a busy machine would be as slow as a hand.
   */
  const burst = (keys: Key[]) =>
    page().evaluate((all) => {
      const at = performance.now()
      for (const key of all) {
        const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })
        // A thread that is interrupted between two keys would look like a hand.
        Object.defineProperty(event, 'timeStamp', { value: at })
        document.body.dispatchEvent(event)
      }
    }, keys)
  return {
    press: async (name: string) => {
      const translate = await loadTranslator('ko')
      await page()
        .getByRole('button', { name: translate(name) })
        .click()
    },
    /** Expects the full-screen verdict. */
    expectVerdict: (verdict: string, reason?: string) =>
      expect(page().locator(`[data-verdict="${verdict}"]${reason ? `[data-reason="${reason}"]` : ''}`)).toBeVisible({
        timeout: 60_000,
      }),
    /**
     * Presses “Next scan”, then stops the camera. A code that is still in the picture is judged again after 2.5 s, and its
     * verdict covers the button.
     */
    stopCamera: async () => {
      const translate = await loadTranslator('ko')
      const button = (name: string) => page().getByRole('button', { name: translate(name) })
      await expect(async () => {
        if (await page().locator('[data-verdict]').isVisible()) await button('Next scan').click({ timeout: 1_000 })
        await button('Stop the camera').click({ timeout: 1_000 })
      }).toPass()
    },
    burst,
    /** Scans with a hardware scanner, which types. Chromium sometimes delivers no frames from a restarted camera. */
    scan: (code: string) => burst([...[...code].map((key) => ({ key })), { key: 'Enter' }]),
  }
}
