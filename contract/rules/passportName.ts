import { NAME_MAX } from '../limits.ts'
import { graphemes } from './text.ts'

/** Latin letters, each with two combining marks at most (Yoruba has letters that no single character stands for). */
const PRINTED = /^(?:(?=\p{L})\p{Script=Latin}[\u0300-\u036f]{0,2}|[ '’.-])+$/u
const HAS_LETTER = /\p{L}/u
/** Longer is no name: measured before anything is done with it. */
export const PASSPORT_NAME_UNITS = NAME_MAX * 4

/**
 * A surname or given name as it is kept: trimmed, single spaces, letters of a full-width keyboard as plain ones. Null:
 * not in Latin letters as on the photo page of a passport (spaces, apostrophe, hyphen and full stop may stand between
 * them), or longer than `NAME_MAX` graphemes.
 */
export const passportName = (value: string): string | null => {
  if (value.length > PASSPORT_NAME_UNITS || !value.isWellFormed()) return null
  const name = value
    .normalize('NFKC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
  return PRINTED.test(name) && HAS_LETTER.test(name) && graphemes(name) <= NAME_MAX ? name : null
}
