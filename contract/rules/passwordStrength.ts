import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { COMMON_PASSWORDS } from '../limits.ts'
import { isPassword } from './password.ts'
import { names, passwords, words as commonWords } from './passwordDictionary.gen.ts'

export type Strength = 'error' | 'normal' | 'strong'

const OURS = ['harbor', 'harbour', 'harborpass', 'busan', 'pusan', 'korea', 'gwangan', 'haeundae', 'pass']
const GUESSABLE_MAX_SCORE = 1
const STRONG_MIN_SCORE = 4
/** Characters that are estimated: the estimate is quadratic, and a strong password is strong well before that. */
const ESTIMATED_MAX_CHARS = 40
/** Digits and symbols, in all, that may surround a common password without making it uncommon. */
const DECORATION_MAX = 6
/** Symbols and digits that often replace letters. */
const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const passwordList = decompress(passwords)
const common = new Set(passwordList.slice(0, COMMON_PASSWORDS))
const estimator = new ZxcvbnFactory({
  dictionary: { passwords: passwordList, words: decompress(commonWords), names: decompress(names), ours: OURS },
})

/** Returns every text that results from removing up to `DECORATION_MAX` digits and symbols from the two ends. */
const undecorated = (text: string): string[] => {
  const head = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const tail = /[^a-z]*$/.exec(text)?.[0].length ?? 0
  const substrings: string[] = []
  for (let from = 0; from <= Math.min(head, DECORATION_MAX); from += 1)
    for (let off = 0; off <= Math.min(tail, DECORATION_MAX - from); off += 1)
      substrings.push(text.slice(from, text.length - off))
  return substrings
}

/** Returns whether a password is a common one, ignoring case, symbols for letters, and a few characters around it. */
export const isCommonPassword = (password: string): boolean =>
  undecorated(password.normalize('NFKC').toLowerCase()).some(
    (text) => common.has(text) || common.has(text.replaceAll(/[@431!0$57]/g, (sign) => LETTERS[sign] ?? sign)),
  )

/**
 * Estimates the strength of a new password. `error`: screens and server refuse it, because it misses a requirement
 * (`isPassword`), is a common password, or is easy to guess. `own`: words of this person (`ownWords`), which count as
 * easy to guess.
 */
export const estimateStrength = (password: string, own: readonly string[]): Strength => {
  if (!isPassword(password) || isCommonPassword(password)) return 'error'
  const { score } = estimator.check(
    [...password].slice(0, ESTIMATED_MAX_CHARS).join(''),
    own.filter((word) => word.length > 2),
  )
  if (score <= GUESSABLE_MAX_SCORE) return 'error'
  return score >= STRONG_MIN_SCORE ? 'strong' : 'normal'
}
