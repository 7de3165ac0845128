import { ascii, fromBase64url, toBase64url } from './bytes.ts'

/**
 * A card pass carries a printed number of 16 digits, which gates accept online only, and a QR code: this prefix and 16
 * Crockford letters, which are 80 random bits independent of the number.
 */
export const CARD_QR_PREFIX = 'HPCARD'
export const CARD_DIGITS = 16

/** Returns whether `number` has the form of a printed number, as opposed to the text of a QR code. */
export const isPrintedNumber = (number: string): boolean => /^\d+$/.test(number) && number.length === CARD_DIGITS

/** Returns the check digit (Luhn) of the first 15 digits; it detects typing errors. */
export const checkDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Returns whether `number` is a printed number with a correct check digit. */
export const hasCheckDigit = (number: string): boolean =>
  isPrintedNumber(number) && checkDigit(number.slice(0, -1)) === number.slice(-1)

/** Length of the transit company's own number, which is printed on the card too. */
const TRANSIT_DIGITS = 12

/** A card's number or QR text as a person typed it or a scanner read it. `isQrcode`: it was read from the QR code. */
export interface TypedCard {
  cardNum: string
  isQrcode: 'Y' | 'N'
}

/** A typed card in the form that is hashed, or why it is none (spec 5.10, 8.17). */
export type ReadCard = { number: string } | { refused: 'E_CARD_NUMBER' | 'E_CARD_FORMAT' }

/**
 * Normalizes a card's number or QR text. Refuses the 12 digits of the transit company with `E_CARD_FORMAT`, and anything
 * else that no card carries, such as a number whose check digit is wrong, with `E_CARD_NUMBER`.
 */
export const readCard = ({ cardNum, isQrcode }: TypedCard): ReadCard => {
  const number = cardNum.replaceAll(/[\s-]/g, '').toUpperCase()
  if (isQrcode === 'Y')
    // Refuse printed numbers as QR texts: they would bypass the check digit.
    return /^[A-Z0-9]{8,40}$/.test(number) && !isPrintedNumber(number) ? { number } : { refused: 'E_CARD_NUMBER' }
  if (/^\d+$/.test(number) && number.length === TRANSIT_DIGITS) return { refused: 'E_CARD_FORMAT' }
  return hasCheckDigit(number) ? { number } : { refused: 'E_CARD_NUMBER' }
}

/** Returns the digits of a typed number in groups of four, as the card prints them, at most 16. */
export const groupedCardNumber = (typed: string): string =>
  (
    typed
      .replaceAll(/\D/g, '')
      .slice(0, CARD_DIGITS)
      .match(/\d{1,4}/g) ?? []
  ).join(' ')

const MARK_BYTES = 16

/** The subset of `SubtleCrypto` that `cardMark` uses. */
export interface HmacSubtle {
  importKey(
    format: 'raw',
    key: Uint8Array<ArrayBuffer>,
    algorithm: { name: 'HMAC'; hash: 'SHA-256' },
    extractable: boolean,
    usages: 'sign'[],
  ): Promise<object>
  sign(algorithm: 'HMAC', key: object, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
}

/**
 * Resolves to the form in which a card's QR code stands in the list of one gate: the first 16 bytes, as base64url, of
 * its HMAC-SHA-256 under that gate's `key` (base64url).
 */
export const cardMark = async (subtle: HmacSubtle, key: string, qr: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const
  const imported = await subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), algorithm, false, ['sign'])
  const mac = new Uint8Array(await subtle.sign('HMAC', imported, ascii(qr)))
  return toBase64url(mac.subarray(0, MARK_BYTES))
}
