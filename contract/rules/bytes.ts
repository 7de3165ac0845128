/** Conversions between bytes and text. Pure: they use no encoder of the runtime. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]))

/** Encodes as base64url without padding. */
export const toBase64url = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const remainingBytes = bytes.length - at
    const value = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let letter = 0; letter <= Math.min(remainingBytes, 3); letter += 1)
      text += ALPHABET.charAt((value >> (18 - 6 * letter)) & 63)
  }
  return text
}

/** Decodes base64url without padding. Returns null unless `text` is the canonical encoding of its bytes. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> | null => {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let value = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const six = VALUES.get(letter)
    if (six === undefined) return null
    value = ((value << 6) | six) & 0xfff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at] = (value >> bits) & 255
      at += 1
    }
  }
  return bits < 6 && (value & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Returns the bytes of an ASCII text. Throws `RangeError` for any other character. */
export const ascii = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => {
    const byte = letter.charCodeAt(0)
    if (byte > 127) throw new RangeError('not ASCII')
    return byte
  })

/** Returns the bytes of all arrays, one after the other. */
export const concat = (...arrays: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(arrays.reduce((length, array) => length + array.length, 0))
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.length
  }
  return whole
}

/** Returns the bytes as lower-case hexadecimal digits, two for each. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns whether a text is a UUID in lower case, of any version. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Returns the 16 bytes of a lower-case UUID; null for any other text. */
export const uuidBytes = (uuid: string): Uint8Array<ArrayBuffer> | null =>
  isUuid(uuid)
    ? Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : null

/** Returns the UUID of 16 bytes, in lower case. */
export const uuidText = (bytes: Uint8Array): string =>
  toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
