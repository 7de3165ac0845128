/**
 * A scanner that works as a keyboard types Hangul when a Korean input method is on. The two-set layout maps each key to
 * one letter, so the keys can be recovered. They become capitals, because our codes contain no small letters.
 */

const LEADING = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const TRAILING = 'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')
/** Keys of the standalone consonants, in the order of Unicode (from U+3131; the vowels follow at U+314F). */
const CONSONANTS = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ')

/** Each Unicode block of letters: first code point, keys of its letters. */
const BLOCKS: readonly (readonly [number, readonly string[]])[] = [
  [0x1100, LEADING],
  [0x1161, VOWELS],
  [0x11a8, TRAILING],
  [0x3131, CONSONANTS],
  [0x314f, VOWELS],
]

const keysOf = (letter: string): string => {
  const point = letter.codePointAt(0) ?? 0
  for (const [first, keys] of BLOCKS) {
    const key = keys[point - first]
    if (key !== undefined) return key.toUpperCase()
  }
  return letter
}

/** Returns the text with each Hangul letter replaced by the Latin key that typed it; other characters stay. */
export const latinKeys = (text: string): string =>
  text.replaceAll(/[\u1100-\u11ff\u3131-\u3163\uac00-\ud7a3]/g, (syllable) =>
    [...syllable.normalize('NFD')].map(keysOf).join(''),
  )
