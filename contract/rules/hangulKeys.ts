/**
 * The two-set layout of Korean keyboards maps each key to one letter, so the keys of a text can be recovered: those of a
 * scanner that works as a keyboard while a Korean input method is on, and those of a keyword typed in the wrong mode.
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

/**
 * Returns the text with each Hangul letter replaced by the Latin key that typed it, as a capital, because our codes
 * contain no small letters; other characters stay.
 */
export const latinKeys = (text: string): string =>
  text.replaceAll(/[\u1100-\u11ff\u3131-\u3163\uac00-\ud7a3]/g, (syllable) =>
    [...syllable.normalize('NFD')].map(keysOf).join(''),
  )

const FIRST_SYLLABLE = 0xac00
const alternatives = (keys: readonly string[]): string => keys.toSorted((a, b) => b.length - a.length).join('|')
/** A leading consonant, a vowel, and a trailing consonant that no vowel follows. */
const SYLLABLE = new RegExp(
  `(${alternatives(LEADING)})(${alternatives(VOWELS)})((?:${alternatives(TRAILING)})(?![${VOWELS.join('')}]))?`,
  'g',
)

/** Returns the Hangul that these keys type (`qntks`: 부산); null when they do not type whole syllables. */
export const hangulOf = (keys: string): string | null => {
  const text = keys.replaceAll(SYLLABLE, (_, leading: string, vowel: string, trailing: string | undefined) =>
    String.fromCharCode(
      FIRST_SYLLABLE +
        (LEADING.indexOf(leading) * VOWELS.length + VOWELS.indexOf(vowel)) * (TRAILING.length + 1) +
        (trailing === undefined ? 0 : TRAILING.indexOf(trailing) + 1),
    ),
  )
  return /^[가-힣]+$/.test(text) ? text : null
}
