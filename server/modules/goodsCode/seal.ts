import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyedHash, knownHashes, knownSecrets, type Keys } from '#server/keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HASH = 'goods-code'
const SEAL = 'goods-code-seal'

interface SealedCode {
  codeHash: string
  codeSealed: string
}

/** Returns the HMACs of a code under roots that sign no longer, under which it may be stored too. */
export const formerHashes = (keys: Keys, code: string): string[] => knownHashes(keys, HASH, code).slice(1)

/** Returns the columns that store a code: its HMAC, and the text encrypted and bound to that HMAC (base64url). */
export const sealCode = (keys: Keys, code: string): SealedCode => {
  const codeHash = keyedHash(keys.secret(HASH), code)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.secret(SEAL), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(codeHash))
  const text = Buffer.concat([cipher.update(code), cipher.final()])
  return { codeHash, codeSealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url') }
}

const openBy = (secret: Buffer, { codeHash, codeSealed }: SealedCode): string | null => {
  const sealed = Buffer.from(codeSealed, 'base64url')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(codeHash))
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
  } catch {
    return null
  }
}

/** Decrypts a code; null when no root of ours sealed it. */
export const openCode = (keys: Keys, row: SealedCode): string | null => {
  for (const secret of knownSecrets(keys, SEAL)) {
    const code = openBy(secret, row)
    if (code !== null) return code
  }
  return null
}

/** Returns a code sealed under the root that signs; null when it is already, or no root of ours sealed it. */
export const resealCode = (keys: Keys, row: SealedCode): SealedCode | null => {
  if (openBy(keys.secret(SEAL), row) !== null) return null
  const code = openCode(keys, row)
  return code === null ? null : sealCode(keys, code)
}
