/** Base45 (RFC 9285): bytes as characters of a QR code's alphanumeric mode. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** Encodes two bytes as three characters, and a single last byte as two. */
export const encodeBase45 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const high = bytes[at] ?? 0
    const low = bytes[at + 1]
    const value = low === undefined ? high : high * 256 + low
    text += ALPHABET.charAt(value % 45) + ALPHABET.charAt(Math.floor(value / 45) % 45)
    if (low !== undefined) text += ALPHABET.charAt(Math.floor(value / 2025))
  }
  return text
}

/**
 * Decodes base45. Returns null for a character outside the alphabet, for a length of 3n + 1, and when three characters
 * exceed two bytes (65,535) or the last two exceed one byte (255).
 */
export const decodeBase45 = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (text.length % 3 === 1) return null
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (text.length % 3 === 2 ? 1 : 0))
  for (let from = 0, to = 0; from < text.length; from += 3, to += 2) {
    const [first, second, third = 0] = Array.from(text.slice(from, from + 3)).map(
      (letter) => VALUES.get(letter) ?? Number.NaN,
    )
    const value = (first ?? 0) + (second ?? 0) * 45 + third * 2025
    const whole = from + 2 < text.length
    if (!(value <= (whole ? 0xffff : 0xff))) return null
    if (whole) bytes[to] = value >> 8
    bytes[whole ? to + 1 : to] = value & 255
  }
  return bytes
}
