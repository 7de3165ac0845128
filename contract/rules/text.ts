/** Text length in graphemes, as people count, and checks of texts, for client and server alike (security 5.5). */
import { INQUIRY_MIN, PASS_NAME_MAX, PASSKEY_NAME_MAX } from '../limits.ts'

let segmenter: Intl.Segmenter | undefined

/** Returns the number of graphemes: `'👨‍👩‍👧'` is one. */
export const graphemes = (value: string): number => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  let count = 0
  for (const _ of segmenter.segment(value)) count += 1
  return count
}

// CR and LF are allowed: members write several lines, and files of the operator may end theirs with both. So are the line
// separators U+2028 and U+2029, which editors leave in what members paste.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Returns a text without what `isClean` refuses; lone surrogates become U+FFFD. */
export const cleaned = (value: string): string => value.toWellFormed().replaceAll(FORBIDDEN, '')

/** Returns whether a text is free of control characters but tab, CR and LF, of bidi controls and of lone surrogates. */
export const isClean = (value: string): boolean => cleaned(value) === value

const LOCAL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/i
const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const BRACKETED = new RegExp(`^\\[${OCTET}(?:\\.${OCTET}){3}\\]$`)

/** Accepts a local part, `@`, and `[IPv4]` or a dotted domain with a top level of two or more letters (spec 5.1). */
export const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@')
  if (at < 1 || at > 64 || value.length > 254) return false
  const local = value.slice(0, at)
  const domain = value.slice(at + 1)
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return DOMAIN.test(domain) || BRACKETED.test(domain)
}

/** Returns whether a text has at least five graphemes without surrounding white space (spec 5.8). */
export const isInquiry = (value: string): boolean => graphemes(value.trim()) >= INQUIRY_MIN

const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Returns a name in its stored form (trimmed, NFC), or null unless it is one line of 1 to `max` graphemes with at least
 * one visible character.
 */
const nameOf = (value: string, max: number): string | null => {
  const name = value.trim().normalize('NFC')
  if (!name.isWellFormed() || UNSEEN.test(name) || !SEEN.test(name)) return null
  return name.length <= max * 12 && graphemes(name) <= max ? name : null
}

/** Returns the name of a pass in its stored form, or null unless it is one line of 1 to 20 graphemes. */
export const passName = (value: string): string | null => nameOf(value, PASS_NAME_MAX)

/** Returns the name of a passkey in its stored form, or null unless it is one line of 1 to 20 graphemes. */
export const passkeyName = (value: string): string | null => nameOf(value, PASSKEY_NAME_MAX)
