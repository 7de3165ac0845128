import { ascii, fromBase64url, toBase64url } from './bytes.ts'

/**
 * A card pass carries a printed number of 16 digits, good online only, and a QR code: this prefix and 16 of Crockford's
 * letters, 80 random bits that have nothing to do with the number.
 */
export const CARD_QR_PREFIX = 'HPCARD'
export const CARD_DIGITS = 16

/** Is it the printed number, and not what the QR code says? */
export const isPrintedNumber = (number: string): boolean => /^\d+$/.test(number) && number.length === CARD_DIGITS

/** The digit that makes a number of 16 digits out of the first 15 (Luhn): it catches a slip of the finger. */
export const checkDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Is it a printed number whose last digit fits the others? */
export const hasCheckDigit = (number: string): boolean =>
  isPrintedNumber(number) && checkDigit(number.slice(0, -1)) === number.slice(-1)

const MARK_BYTES = 16

/** As much of `SubtleCrypto` as a mark takes. */
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

/** How a card's QR code stands in the list of one gate: HMAC under that gate's key (base64url), its first 16 bytes. */
export const cardMark = async (subtle: HmacSubtle, key: string, qr: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const
  const imported = await subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), algorithm, false, ['sign'])
  const mac = new Uint8Array(await subtle.sign('HMAC', imported, ascii(qr)))
  return toBase64url(mac.subarray(0, MARK_BYTES))
}
