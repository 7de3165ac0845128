import { expect, type Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { judgeCode, type Judgement } from '#contract/rules/passCheck.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import { readConfig } from '#server/config.ts'
import { openKeys } from '#server/keys.ts'
import { issuerKey } from '#server/modules/pass/certificate.ts'
import type { Server } from './server.ts'

/** A gate's checker: it sees the screen as a picture and knows public keys only. */
const textOnScreen = async (page: Page): Promise<string | undefined> =>
  textOf(await page.locator('[data-qr]').first().screenshot())

/** What the code in a picture says. */
export const textOf = (picture: Buffer): string | undefined => {
  const png = PNG.sync.read(picture)
  return jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data
}

/** Judges the code that is on the screen now. */
export const readCodeFromScreen = async (page: Page, server: Server): Promise<Judgement> => {
  let text: string | undefined
  await expect.poll(async () => (text = await textOnScreen(page)), { timeout: 10_000 }).toBeTruthy()
  const issuer = issuerKey(openKeys(readConfig({ DATA_DIR: server.dataDir })))
  return judgeCode(
    {
      text: text ?? '',
      now: Date.now(),
      issuerKeys: new Map([[issuer.keyId, issuer.publicKey]]),
      revoked: new Map(),
      seen: new Set(),
      held: null,
    },
    verifyWith(crypto.subtle),
  )
}
