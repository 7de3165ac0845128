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
      for (const key of all)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
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
    burst,
    /** Scans with a hardware scanner, which types. Chromium sometimes delivers no frames from a restarted camera. */
    scan: (code: string) => burst([...[...code].map((key) => ({ key })), { key: 'Enter' }]),
  }
}
