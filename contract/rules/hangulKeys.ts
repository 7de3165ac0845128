/**
 * A scanner that types where a Korean input method is on: its Latin keys arrive as Hangul. The two-set layout has one
 * letter for each key, so they can be read back; capitals, since our codes know no other.
 */

const LEADING = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const TRAILING = 'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')
/** Letters by themselves, in the order of their block: consonants (U+3131), then vowels (U+314F). */
const CONSONANTS = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ')

/** First letter of a block and the keys of its letters. */
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
    const found = keys[point - first]
    if (found !== undefined) return found.toUpperCase()
  }
  return letter
}

/** The keys that were pressed for this text; without Hangul the text itself. */
export const latinKeys = (text: string): string =>
  text.replaceAll(/[\u1100-\u11ff\u3131-\u3163\uac00-\ud7a3]/g, (syllable) =>
    [...syllable.normalize('NFD')].map(keysOf).join(''),
  )
