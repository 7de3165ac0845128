import { koreanDayStart } from './koreanCalendar.ts'
import { DAY_MS } from '../time.ts'

/** Most codes of one file. */
export const CODE_LOAD_MAX = 1_000
const CODE_MAX = 500

/** A code of an operator. `expiresAt`: end of its last day in Korea, ms UTC; null: it does not expire. */
export interface LoadedCode {
  code: string
  expiresAt: number | null
}

/** A line of a file that is refused. `line`: from 1. */
export interface BadLine {
  line: number
  reason: 'malformed' | 'duplicate' | 'expired'
}

const expiryOf = (day: string): number | null => {
  const at = koreanDayStart(day)
  return Number.isNaN(at) ? null : at + DAY_MS
}

/**
 * Reads a file of codes: one a line, then, after a tab, comma or space, optionally its last day (`2027-01-31`). Empty
 * lines are skipped. Returns the codes with their lines, and the lines that are refused.
 */
export const readCodes = (file: string, now: number): { codes: (LoadedCode & { line: number })[]; bad: BadLine[] } => {
  const codes: (LoadedCode & { line: number })[] = []
  const bad: BadLine[] = []
  const codesRead = new Set<string>()
  for (const [index, text] of file
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = index + 1
    if (text.trim() === '') continue
    const [code = '', day, ...excess] = text.trim().split(/\s*,\s*|\s+/)
    const expiresAt = day === undefined ? null : expiryOf(day)
    if (
      !/^[\u0021-\u007E]+$/.test(code) ||
      code.length > CODE_MAX ||
      excess.length > 0 ||
      (day !== undefined && expiresAt === null)
    )
      bad.push({ line, reason: 'malformed' })
    else if (expiresAt !== null && expiresAt <= now) bad.push({ line, reason: 'expired' })
    else if (codesRead.has(code)) bad.push({ line, reason: 'duplicate' })
    else codes.push({ code, expiresAt, line })
    codesRead.add(code)
  }
  return { codes, bad }
}

/** Returns whether a code installs an eSIM. */
export const isEsim = (code: string): boolean => code.startsWith('LPA:1$')

/** Returns the address that installs an eSIM on an iPhone. */
export const esimAddress = (code: string): string =>
  `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(code)}`
