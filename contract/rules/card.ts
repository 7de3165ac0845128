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
