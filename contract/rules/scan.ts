import { SCAN_MAX } from '../limits.ts'
import { isPrintedNumber } from './card.ts'
import { groupByFour, readLetters } from './crockford.ts'
import { latinKeys } from './hangulKeys.ts'
import { CODE_PREFIX, VOUCHER_PREFIX } from './passCode.ts'

/** Classifies a scanned or typed text by its form alone. */

const ONE_TIME_PREFIX = 'HP1T:'
export const ONE_TIME_LETTERS = 10

/** Nobody types the code of a wallet pass, so that only its prefix names it: 16 digits alone are a card's number. */
const WALLET_PREFIX = 'HP1W:'
/** 80 random bits: the code lasts as long as its pass. */
export const WALLET_LETTERS = 16

/** Returns the text of a one-time code’s QR code. */
export const oneTimeText = (letters: string): string => ONE_TIME_PREFIX + letters
/** Returns the text of a wallet pass’s QR code. */
export const walletText = (letters: string): string => WALLET_PREFIX + letters
/** Returns a one-time code as people read it aloud: `7K3M-Q2XD-01`. */
export const oneTimeSpoken = groupByFour

export type Scanned =
  | { kind: 'live'; text: string }
  /** The live code of a voucher of goods. */
  | { kind: 'voucher'; text: string }
  | { kind: 'one_time'; letters: string }
  /** The code of a pass in a wallet app. */
  | { kind: 'wallet'; letters: string }
  /** The 16 digits printed on a card, or the text of its QR code. */
  | { kind: 'card'; number: string }
  | { kind: 'unreadable' }

/** Parses a scanned or typed text. Small letters and Hangul come from the keyboard: our codes are in capitals. */
export const readScan = (scanned: string): Scanned => {
  const text = latinKeys(scanned.trim())
  if (text.length > SCAN_MAX) return { kind: 'unreadable' }
  const capitals = text.toUpperCase()
  if (capitals.startsWith(CODE_PREFIX)) return { kind: 'live', text: capitals }
  if (capitals.startsWith(VOUCHER_PREFIX)) return { kind: 'voucher', text: capitals }
  if (capitals.startsWith(ONE_TIME_PREFIX)) {
    const letters = readLetters(text.slice(ONE_TIME_PREFIX.length), ONE_TIME_LETTERS)
    return letters === null ? { kind: 'unreadable' } : { kind: 'one_time', letters }
  }
  if (capitals.startsWith(WALLET_PREFIX)) {
    const letters = readLetters(text.slice(WALLET_PREFIX.length), WALLET_LETTERS)
    return letters === null ? { kind: 'unreadable' } : { kind: 'wallet', letters }
  }
  const digits = text.replaceAll(/[\s-]/g, '')
  if (isPrintedNumber(digits)) return { kind: 'card', number: digits }
  const letters = readLetters(text, ONE_TIME_LETTERS)
  if (letters !== null) return { kind: 'one_time', letters }
  return /^[\dA-Za-z]{6,40}$/.test(text) ? { kind: 'card', number: capitals } : { kind: 'unreadable' }
}

/**
 * Returns whether only the server can judge a scan: a one-time code, a wallet pass, a voucher, or the printed number of a
 * card (G18, G35).
 */
export const takesNetwork = (scanned: Scanned): boolean =>
  scanned.kind === 'one_time' ||
  scanned.kind === 'wallet' ||
  scanned.kind === 'voucher' ||
  (scanned.kind === 'card' && isPrintedNumber(scanned.number))

/** Returns the one spelling in which a scan is sent and journalled; null when it is not a code of ours (G20). */
export const spelled = (scanned: Scanned): string | null => {
  if (scanned.kind === 'unreadable') return null
  if (scanned.kind === 'one_time') return oneTimeText(scanned.letters)
  if (scanned.kind === 'wallet') return walletText(scanned.letters)
  return scanned.kind === 'card' ? scanned.number : scanned.text
}
