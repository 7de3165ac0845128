import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { judgeCode, type Judgement } from '#contract/rules/passCheck.ts'
import { verifyWith } from '#contract/rules/signature.ts'
import { readConfig } from '#server/config.ts'
import { openKeys } from '#server/keys.ts'
import { issuerKey } from '#server/modules/pass/certificate.ts'
import type { Server } from './server.ts'

/** Decodes the QR code in a PNG; undefined when there is none. */
export const textOf = (picture: Buffer): string | undefined => {
  const png = PNG.sync.read(picture)
  return jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data
}

/** Judges a code as a gate with the issuer's public key does, without gate lists and history. */
export const judgeAsGate = (text: string, server: Server): Promise<Judgement> => {
  const issuer = issuerKey(openKeys(readConfig({ DATA_DIR: server.dataDir })))
  return judgeCode(
    {
      text,
      now: Date.now(),
      issuerKeys: new Map([[issuer.keyId, issuer.publicKey]]),
      revoked: new Map(),
      seen: new Set(),
      held: null,
      opened: null,
      notBefore: null,
    },
    verifyWith(crypto.subtle),
  )
}
