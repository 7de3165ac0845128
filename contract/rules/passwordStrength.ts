import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { COMMON_PASSWORDS } from '../limits.ts'
import { isPassword } from './password.ts'
import { names, passwords, words } from './passwordDictionary.gen.ts'

export type Strength = 'error' | 'normal' | 'strong'

const OURS = ['harbor', 'harbour', 'harborpass', 'busan', 'pusan', 'korea', 'gwangan', 'haeundae', 'pass']
const GUESSABLE = 1
const STRONG = 4
/** The estimate takes quadratic time, and what is strong is so well before that: letters. */
const ESTIMATED = 40
/** Digits and symbols around a common password that leave it a common password: letters in all. */
const DECORATION_MAX = 6
/** Symbols and digits that stand for letters. */
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
  dictionary: { passwords: passwordList, words: decompress(words), names: decompress(names), ours: OURS },
})

/** Every text that is left when up to `DECORATION_MAX` digits and symbols are taken off the two ends. */
const undecorated = (text: string): string[] => {
  const head = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const tail = /[^a-z]*$/.exec(text)?.[0].length ?? 0
  const substrings: string[] = []
  for (let from = 0; from <= Math.min(head, DECORATION_MAX); from += 1)
    for (let off = 0; off <= Math.min(tail, DECORATION_MAX - from); off += 1)
      substrings.push(text.slice(from, text.length - off))
  return substrings
}

/** Is it one of the most common passwords, with other capitals, signs for letters, or a few signs around it? */
export const isCommonPassword = (password: string): boolean =>
  undecorated(password.normalize('NFKC').toLowerCase()).some(
    (text) => common.has(text) || common.has(text.replaceAll(/[@431!0$57]/g, (sign) => LETTERS[sign] ?? sign)),
  )

/**
 * How strong a new password is. `error`: it is refused, by the screens and by the server alike, because a part is
 * missing (`isPassword`), it is a common password or easy to guess. `own`: words of this person (`ownWords`).
 */
export const estimate = (password: string, own: readonly string[]): Strength => {
  if (!isPassword(password) || isCommonPassword(password)) return 'error'
  const { score } = estimator.check(
    [...password].slice(0, ESTIMATED).join(''),
    own.filter((word) => word.length > 2),
  )
  if (score <= GUESSABLE) return 'error'
  return score >= STRONG ? 'strong' : 'normal'
}
