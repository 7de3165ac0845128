import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { CARD_QR_PREFIX, hasCheckDigit, isPrintedNumber } from '#contract/rules/card.ts'
import { grouped, readLetters, toLetters } from '#contract/rules/crockford.ts'
import type { Keys } from '#server/keys.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Pass } from '#server/modules/pass/service.ts'

/** What stands on a card as it was typed or scanned. */
export interface Typed {
  cardNum: string
  isQrcode: 'Y' | 'N'
}

/** Another number that stands on the card, for the transit company. */
const TRANSIT_DIGITS = 12

/**
 * The number or QR code in the spelling that is hashed. Throws `E_CARD_NUMBER` for what cannot be one, a wrong check
 * digit too, and `E_CARD_FORMAT` for the 12 digits (specification 5, 8).
 */
export const readCardNumber = ({ cardNum, isQrcode }: Typed): string => {
  const number = cardNum.replaceAll(/[\s-]/g, '').toUpperCase()
  if (isQrcode === 'Y') {
    // A QR code is no number: without this, numbers could be tried whose check digit is wrong.
    if (!/^[A-Z0-9]{8,40}$/.test(number) || isPrintedNumber(number)) throw new Refusal('E_CARD_NUMBER')
    return number
  }
  if (!/^\d+$/.test(number)) throw new Refusal('E_CARD_NUMBER')
  if (number.length === TRANSIT_DIGITS) throw new Refusal('E_CARD_FORMAT')
  if (!hasCheckDigit(number)) throw new Refusal('E_CARD_NUMBER')
  return number
}

/**
 * Number of a made-up card: 9990 x000 pppp nnnn for the nth card of product p. The fifth digit makes the check digit
 * right, so that the last four say which card it is.
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

/** What the QR code of a made-up card says: the same in every installation, so that tests and people can try it. */
export const sampleQr = (number: string): string => {
  const bytes = createHash('sha256').update(`harbor-pass sample card\n${number}`).digest().subarray(0, QR_BYTES)
  return CARD_QR_PREFIX + toLetters(bytes)
}

/** What is stored and shown of a number: the whole opens gates. */
export const lastFour = (cardNumber: string): string => cardNumber.slice(-4)

const LETTERS = 12

/** 60 bits that only we can make, for one pass in one hand: a gift that is accepted voids the sender's. */
const proofOf = (keys: Keys, { passUid, epoch }: Pick<Pass, 'passUid' | 'epoch'>): string =>
  toLetters(createHmac('sha256', keys.secret('voucher')).update(`${passUid} ${epoch}`).digest()).slice(0, LETTERS)

/**
 * `HP-261121-7F3A/7K3M-Q2XD-0A1B`: order number and proof, to be scanned or typed. Without an order number of the
 * holder's own, the pass itself is named.
 */
export const voucherOf = (keys: Keys, pass: Pick<Pass, 'passUid' | 'epoch'>, orderNumber: string): string =>
  `${orderNumber || pass.passUid.toUpperCase()}/${grouped(proofOf(keys, pass))}`

const UUID = /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/

/** Both halves of a voucher as it was meant; null when it is none. `by`: what its first half names. */
export const readVoucher = (typed: string): { by: 'order' | 'pass'; name: string; proof: string } | null => {
  const [first = '', letters = '', ...more] = typed.split('/')
  const proof = readLetters(letters, LETTERS)
  const name = first.trim().toUpperCase()
  return proof === null || more.length > 0 ? null : { by: UUID.test(name) ? 'pass' : 'order', name, proof }
}

export const isProof = (keys: Keys, pass: Pick<Pass, 'passUid' | 'epoch'>, proof: string): boolean =>
  timingSafeEqual(Buffer.from(proofOf(keys, pass)), Buffer.from(proof))
