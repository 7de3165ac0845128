import { SCAN_MAX } from '../limits.ts'
import { isPrintedNumber } from './card.ts'
import { grouped, readLetters } from './crockford.ts'
import { latinKeys } from './hangulKeys.ts'
import { CODE_PREFIX } from './passCode.ts'

/** What a gate may have scanned or been typed, by its looks alone. */

const ONE_TIME_PREFIX = 'HP1T:'
export const ONE_TIME_LETTERS = 10

/** The text of a one-time code’s QR code. */
export const oneTimeText = (letters: string): string => ONE_TIME_PREFIX + letters
export const oneTimeSpoken = grouped

export type Scanned =
  | { kind: 'live'; text: string }
  | { kind: 'one_time'; letters: string }
  /** The sixteen digits on a card, or what its QR code says. */
  | { kind: 'card'; number: string }
  | { kind: 'unreadable' }

/** Small letters and Hangul are a keyboard's doing: our codes are capitals. */
export const readScan = (scanned: string): Scanned => {
  const text = latinKeys(scanned.trim())
  if (text.length > SCAN_MAX) return { kind: 'unreadable' }
  const capitals = text.toUpperCase()
  if (capitals.startsWith(CODE_PREFIX)) return { kind: 'live', text: capitals }
  if (capitals.startsWith(ONE_TIME_PREFIX)) {
    const letters = readLetters(text.slice(ONE_TIME_PREFIX.length), ONE_TIME_LETTERS)
    return letters === null ? { kind: 'unreadable' } : { kind: 'one_time', letters }
  }
  const digits = text.replaceAll(/[\s-]/g, '')
  if (isPrintedNumber(digits)) return { kind: 'card', number: digits }
  const letters = readLetters(text, ONE_TIME_LETTERS)
  if (letters !== null) return { kind: 'one_time', letters }
  return /^[\dA-Za-z]{6,40}$/.test(text) ? { kind: 'card', number: capitals } : { kind: 'unreadable' }
}

/** Can only the server judge it? A one-time code, or the printed number of a card. */
export const takesNetwork = (scanned: Scanned): boolean =>
  scanned.kind === 'one_time' || (scanned.kind === 'card' && isPrintedNumber(scanned.number))

/** What is told of a scan, and written down: one spelling of it, however it came; null for what is no code of ours. */
export const spelled = (scanned: Scanned): string | null => {
  if (scanned.kind === 'unreadable') return null
  if (scanned.kind === 'one_time') return oneTimeText(scanned.letters)
  return scanned.kind === 'card' ? scanned.number : scanned.text
}
