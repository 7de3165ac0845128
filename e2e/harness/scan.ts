import { expect, type Page } from '@playwright/test'
import type { Judgement } from '#contract/rules/passCheck.ts'
import { judgeAsGate, textOf } from './checker.ts'
import type { Server } from './server.ts'

/** Judges the code that the screen shows, from a screenshot, as a gate would. */
export const readCodeFromScreen = async (page: Page, server: Server): Promise<Judgement> => {
  let text: string | undefined
  await expect.poll(async () => (text = textOf(await page.locator('[data-qr]').first().screenshot()))).toBeTruthy()
  return judgeAsGate(text ?? '', server)
}
