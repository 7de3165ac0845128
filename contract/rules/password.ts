import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { graphemes } from './text.ts'

/** What a password is made of, each shown as its own tick (specification 5: 8 or more, letters, numbers, symbols). */
export const passwordParts = (value: string) => ({
  length: graphemes(value) >= PASSWORD_MIN,
  letters: /\p{L}/u.test(value),
  numbers: /\p{N}/u.test(value),
  symbols: /[^\p{L}\p{N}\s]/u.test(value),
})

/** All parts, no longer than the limit, and storable as it is (no truncation). */
export const isPassword = (value: string): boolean =>
  Object.values(passwordParts(value)).every(Boolean) && graphemes(value) <= PASSWORD_MAX && value.isWellFormed()

/** Words that the owner of an address would think of, and so would whoever guesses. */
export const ownWords = (email: string): string[] => [email, email.split('@', 1)[0] ?? '']
