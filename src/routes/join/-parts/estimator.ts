import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import decompress from '@zxcvbn-ts/dictionary-compression/decompress'
import { isPassword } from '#contract/rules/password.ts'
import { names, passwords, words } from './words.gen.ts'

export type Strength = 'error' | 'normal' | 'strong'

const OURS = ['harbor', 'harbour', 'harborpass', 'busan', 'pusan', 'korea', 'gwangan', 'haeundae', 'pass']
const GUESSABLE = 1
const STRONG = 4

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: decompress(passwords), words: decompress(words), names: decompress(names), ours: OURS },
})

/** `error`: a part is missing, or it is among the first that anybody would try; `own` are words of this person. */
export const estimate = (password: string, own: readonly string[]): Strength => {
  if (!isPassword(password)) return 'error'
  const { score } = estimator.check(
    password,
    own.filter((word) => word.length > 2),
  )
  if (score <= GUESSABLE) return 'error'
  return score >= STRONG ? 'strong' : 'normal'
}
