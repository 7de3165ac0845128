import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '#server/keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Returns the columns that store a code: its HMAC, and the text encrypted and bound to that HMAC (base64url). */
export const sealCode = (keys: Keys, code: string): { codeHash: string; codeSealed: string } => {
  const codeHash = createHmac('sha256', keys.secret('goods-code')).update(code).digest('base64url')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.secret('goods-code-seal'), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(codeHash))
  const text = Buffer.concat([cipher.update(code), cipher.final()])
  return { codeHash, codeSealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url') }
}

/** Decrypts a code; null when another root secret sealed it. */
export const openCode = (
  keys: Keys,
  { codeHash, codeSealed }: { codeHash: string; codeSealed: string },
): string | null => {
  const sealed = Buffer.from(codeSealed, 'base64url')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, keys.secret('goods-code-seal'), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(codeHash))
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
  } catch {
    return null
  }
}
