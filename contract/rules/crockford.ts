/** Codes that people read aloud and type: Crockford's 32 characters, without I, L, O and U. */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Encodes each five bits as one letter; drops the bits left over at the end. */
export const toLetters = (bytes: Uint8Array): string => {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += LETTERS.charAt((value >> bits) & 31)
    }
  }
  return text
}

/** Returns the letters in groups of four: `7K3M-Q2XD`. */
export const groupByFour = (letters: string): string => letters.match(/.{1,4}/g)?.join('-') ?? ''

/**
 * Normalises typed letters: capitals, no spaces or hyphens, O as 0, I and L as 1. Returns null unless `length` letters
 * of the alphabet remain.
 */
export const readLetters = (typed: string, length: number): string | null => {
  const letters = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return letters.length === length && [...letters].every((letter) => LETTERS.includes(letter)) ? letters : null
}
