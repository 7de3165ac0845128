import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts'
import { graphemes } from './text.ts'

/** Returns which requirements a password meets; the form shows each with its own tick (spec 5.4). */
export const passwordParts = (value: string) => ({
  length: graphemes(value) >= PASSWORD_MIN,
  letters: /\p{L}/u.test(value),
  numbers: /\p{N}/u.test(value),
  symbols: /[^\p{L}\p{N}\s]/u.test(value),
})

/** Returns whether a password meets all requirements, is within the limit, and is well-formed Unicode. */
export const isPassword = (value: string): boolean =>
  Object.values(passwordParts(value)).every(Boolean) && graphemes(value) <= PASSWORD_MAX && value.isWellFormed()

/** Returns an email address and the part before its `@`: words that are easy to guess in its owner's password. */
export const ownWords = (email: string): string[] => [email, email.split('@', 1)[0] ?? '']
