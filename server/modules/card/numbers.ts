import { createHash, createHmac } from 'node:crypto'
import { isUuid } from '#contract/rules/bytes.ts'
import { CARD_QR_PREFIX, hasCheckDigit, readCard, type TypedCard } from '#contract/rules/card.ts'
import { groupByFour, readLetters, toLetters } from '#contract/rules/crockford.ts'
import { equalBytes } from '#server/equalBytes.ts'
import { acceptedSecrets, type Keys } from '#server/keys.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Pass } from '#server/modules/pass/service.ts'

/** What a person typed or a scanner read. */
export type Typed = TypedCard

/** Normalizes a number or QR text for hashing. Throws what `readCard` refuses. */
export const readCardNumber = (typed: Typed): string => {
  const card = readCard(typed)
  if ('refused' in card) throw new Refusal(card.refused)
  return card.number
}

/**
 * Returns the number of a sample card: 9990 x000 pppp nnnn for the nth card of product p. The fifth digit is chosen so
 * that the last digit of nnnn is the right check digit.
 */
export const sampleNumber = (product: number, nth: number): string => {
  const numbers = Array.from(
    { length: 10 },
    (_, digit) => `9990${digit}000${String(product).padStart(4, '0')}${String(nth).padStart(4, '0')}`,
  )
  const valid = numbers.find(hasCheckDigit)
  if (valid === undefined) throw new Error(`No sample number for card ${nth} of product ${product}.`)
  return valid
}

const QR_BYTES = 10

/** Returns the QR text of a sample card: the same in every installation, for tests and demonstrations. */
export const sampleQr = (number: string): string => {
  const bytes = createHash('sha256').update(`harbor-pass sample card\n${number}`).digest().subarray(0, QR_BYTES)
  return CARD_QR_PREFIX + toLetters(bytes)
}

/**
 * Returns the last four digits, the only part of a number that is stored and shown unhashed: the whole number opens
 * gates.
 */
export const lastFour = (cardNumber: string): string => cardNumber.slice(-4)

const LETTERS = 12

/** Returns a voucher's proof: 60 bits of an HMAC over pass and epoch. Accepting a gift voids it by the raised epoch. */
const proofOf = (secret: Buffer, { passUid, epoch }: Pick<Pass, 'passUid' | 'epoch'>): string =>
  toLetters(createHmac('sha256', secret).update(`${passUid} ${epoch}`).digest()).slice(0, LETTERS)
const PURPOSE = 'voucher'

/**
 * Returns a voucher's text, to be scanned or typed: order number and proof, such as `HP-261121-7F3A/7K3M-Q2XD-0A1B`.
 * With an empty `orderNumber` (another member ordered the pass), the `passUid` stands in its place.
 */
export const voucherOf = (keys: Keys, pass: Pick<Pass, 'passUid' | 'epoch'>, orderNumber: string): string =>
  `${orderNumber || pass.passUid.toUpperCase()}/${groupByFour(proofOf(keys.secret(PURPOSE), pass))}`

/** Parses a voucher that was typed or scanned; null when it is none. `by`: what its first half names. */
export const readVoucher = (typed: string): { by: 'order' | 'pass'; name: string; proof: string } | null => {
  const [first = '', letters = '', ...excess] = typed.split('/')
  const proof = readLetters(letters, LETTERS)
  const name = first.trim().toUpperCase()
  return proof === null || excess.length > 0 ? null : { by: isUuid(name.toLowerCase()) ? 'pass' : 'order', name, proof }
}

/**
 * Returns true when `proof` is the second half of this pass's voucher in its present epoch, under a root that is not
 * revoked. Takes constant time for each root.
 */
export const isVoucherProof = (keys: Keys, pass: Pick<Pass, 'passUid' | 'epoch'>, proof: string): boolean =>
  acceptedSecrets(keys, PURPOSE).some((secret) => equalBytes(proofOf(secret, pass), proof))
