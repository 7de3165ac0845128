import { NAME_MAX } from '../limits.ts'
import { graphemes } from './text.ts'

/** Latin letters, each with at most two combining marks (some Yoruba letters have no precomposed character). */
const PRINTED = /^(?:(?=\p{L})\p{Script=Latin}[\u0300-\u036f]{0,2}|[ '’.-])+$/u
const HAS_LETTER = /\p{L}/u
/** Maximum length in UTF-16 units, checked before the costly normalisation and segmentation. */
export const PASSPORT_NAME_UNITS = NAME_MAX * 4

/**
 * Returns a surname or given name in its stored form: NFKC (full-width letters become plain), trimmed, single spaces.
 * Null when it is not in Latin letters as on the photo page of a passport (spaces, apostrophes, hyphens and full stops
 * are allowed too), or is longer than `NAME_MAX` graphemes.
 */
export const passportName = (value: string): string | null => {
  if (value.length > PASSPORT_NAME_UNITS || !value.isWellFormed()) return null
  const name = value
    .normalize('NFKC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
  return PRINTED.test(name) && HAS_LETTER.test(name) && graphemes(name) <= NAME_MAX ? name : null
}
