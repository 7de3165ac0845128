import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMON: Record<string, string> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()',
}

/** What the build says about the inline parts of its shells: source expressions with their quotes. */
interface Csp {
  scripts: string[]
  styles: string[]
  styleAttributes: string[]
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every answer that is no page: nothing in it may run, load or be framed. */
export const DATA_HEADERS: Record<string, string> = { ...COMMON, 'content-security-policy': NOTHING }

/** Headers of pages and their files. The inline parts of the shells are allowed by their hashes. */
export const pageHeaders = (dist: string): Record<string, string> => {
  const file = join(dist, 'shells', 'csp.json')
  const { scripts, styles, styleAttributes }: Csp = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Csp)
    : { scripts: [], styles: [], styleAttributes: [] }
  // `webrtc 'block'` (CSP 3) is left out: no browser knows it yet, and Chromium 156 logs an error on each page for it.
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    styleAttributes.length > 0 ? ["style-src-attr 'unsafe-hashes'", ...styleAttributes].join(' ') : '',
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default 'allow-duplicates'",
  ]
  return { ...COMMON, 'content-security-policy': policy.filter(Boolean).join('; ') }
}
