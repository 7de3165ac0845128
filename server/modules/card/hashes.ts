import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { isPrintedNumber } from '#contract/rules/card.ts'
import { readScan } from '#contract/rules/scan.ts'
import { keyedHash, knownHashes, knownSecrets, type Keys } from '#server/keys.ts'
import { lastFour } from './numbers.ts'
import type { Card } from './store.ts'

const purposeOf = (scanned: string): string => (isPrintedNumber(scanned) ? 'card-number' : 'card-qr')

/** Returns the HMAC (base64url) under which a printed number or a QR text is stored. */
export const cardHash = (keys: Keys, scanned: string): string => keyedHash(keys.secret(purposeOf(scanned)), scanned)

/**
 * Returns all HMACs under which a printed number or a QR text may be stored, and is looked up: a number stays under the
 * root with which its card was loaded until somebody types it, because it is stored nowhere else.
 */
export const cardHashes = (keys: Keys, scanned: string): string[] => knownHashes(keys, purposeOf(scanned), scanned)

const SEAL = 'card-qr-seal'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a QR text, bound to its row by the hash: base64url of nonce, tag and ciphertext. */
const sealQr = (keys: Keys, qr: string): string => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.secret(SEAL), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(cardHash(keys, qr)))
  const text = Buffer.concat([cipher.update(qr), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

interface Sealed {
  qrHash: string
  qrSealed: string
}

const openBy = (secret: Buffer, { qrHash, qrSealed }: Sealed): string | null => {
  const sealed = Buffer.from(qrSealed, 'base64url')
  const nonce = sealed.subarray(0, NONCE_BYTES)
  try {
    const cipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(qrHash))
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
  } catch {
    return null
  }
}

/** Decrypts a QR text; null when no root of ours sealed it (such a row is not found by its hash either). */
export const openQr = (keys: Keys, row: Sealed): string | null => {
  for (const secret of knownSecrets(keys, SEAL)) {
    const qr = openBy(secret, row)
    if (qr !== null) return qr
  }
  return null
}

/** Returns a QR text sealed under the root that signs; null when it is already, or no root of ours sealed it. */
export const resealQr = (keys: Keys, row: Sealed): Sealed | null => {
  if (openBy(keys.secret(SEAL), row) !== null) return null
  const qr = openQr(keys, row)
  return qr === null ? null : { qrHash: cardHash(keys, qr), qrSealed: sealQr(keys, qr) }
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

/**
 * Returns the columns that store a card under the root that signs, as far as a person who scanned or typed `scanned`
 * lets us: a printed number is stored nowhere else. null: none differs.
 */
export const renewedCard = (
  keys: Keys,
  row: Pick<Card, 'numberHash' | 'qrHash' | 'qrSealed'>,
  scanned: string,
): (Sealed & Partial<Pick<Card, 'numberHash'>>) | null => {
  if (keys.roots.length === 1) return null
  const isMoved = isPrintedNumber(scanned) && cardHash(keys, scanned) !== row.numberHash
  const sealed = resealQr(keys, row)
  if (!isMoved && !sealed) return null
  const { qrHash, qrSealed } = sealed ?? row
  return { qrHash, qrSealed, ...(isMoved && { numberHash: cardHash(keys, scanned) }) }
}

/** Returns the hashes that change when a card is stored with these columns. */
export const hashChanges = (
  row: Pick<Card, 'numberHash' | 'qrHash'>,
  set: Partial<Pick<Card, 'numberHash' | 'qrHash'>>,
): { former: string; next: string }[] => [
  { former: row.numberHash, next: set.numberHash ?? row.numberHash },
  { former: row.qrHash, next: set.qrHash ?? row.qrHash },
]

/** Begins the code of a card in a conflict; its hash follows. */
export const STORED = 'card:'

/**
 * Returns the codes as which a conflict may have stored the code of a journal entry, a new one as the first: `card:` and
 * the hash under each root for a card, the code itself otherwise.
 */
export const storedCodes = (keys: Keys, code: string): string[] => {
  const scanned = readScan(code)
  return scanned.kind === 'card' ? cardHashes(keys, scanned.number).map((hash) => STORED + hash) : [code]
}

/** Returns the code of a journal entry as a new conflict stores it: the first of `storedCodes`. */
export const storedCode = (keys: Keys, code: string): string => storedCodes(keys, code)[0] ?? code
