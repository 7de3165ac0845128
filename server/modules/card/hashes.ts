import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isPrintedNumber } from '#contract/rules/card.ts'
import { readScan } from '#contract/rules/scan.ts'
import type { Keys } from '#server/keys.ts'
import { lastFour } from './numbers.ts'
import type { Card } from './store.ts'

/** Returns the HMAC (base64url) under which a printed number or a QR text is stored and looked up. */
export const cardHash = (keys: Keys, scanned: string): string =>
  createHmac('sha256', keys.secret(isPrintedNumber(scanned) ? 'card-number' : 'card-qr'))
    .update(scanned)
    .digest('base64url')

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a QR text, bound to its row by the hash: base64url of nonce, tag and ciphertext. */
const sealQr = (keys: Keys, qr: string): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.secret('card-qr-seal'), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(cardHash(keys, qr)))
  const text = Buffer.concat([cipher.update(qr), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** Decrypts a QR text; null when another secret sealed it (such a row is not found by its hash either). */
export const openQr = (keys: Keys, { qrHash, qrSealed }: { qrHash: string; qrSealed: string }): string | null => {
  const sealed = Buffer.from(qrSealed, 'base64url')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, keys.secret('card-qr-seal'), nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(qrHash))
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
  } catch {
    return null
  }
}

/** What is printed on a card. */
export interface PrintedCard {
  /** On the back, 16 digits. */
  cardNum: string
  /** Text of its QR code. */
  qr: string
}

/** Returns the columns that store a card: hashes, last four digits, encrypted QR text. */
export const storedCard = (
  keys: Keys,
  { cardNum, qr }: PrintedCard,
): Pick<Card, 'numberHash' | 'lastFour' | 'qrHash' | 'qrSealed'> => ({
  numberHash: cardHash(keys, cardNum),
  lastFour: lastFour(cardNum),
  qrHash: cardHash(keys, qr),
  qrSealed: sealQr(keys, qr),
})

const STORED = 'card:'

/**
 * Returns the code of a journal entry as a conflict stores it: `card:` and the hash for a card, unchanged otherwise.
 */
export const storedCode = (keys: Keys, code: string): string => {
  const scanned = readScan(code)
  return scanned.kind === 'card' ? STORED + cardHash(keys, scanned.number) : code
}
