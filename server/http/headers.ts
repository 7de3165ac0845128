import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Headers of a file of the build that no browser opens as a page or runs as a worker, such as scripts (security 6.1). */
export const FILE_HEADERS: Record<string, string> = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Headers of a picture of link previews, which pages of others show. */
export const PICTURE_HEADERS: Record<string, string> = {
  ...FILE_HEADERS,
  'cross-origin-resource-policy': 'cross-origin',
}

const COMMON: Record<string, string> = {
  ...FILE_HEADERS,
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()',
}

/** Hashes of the inline scripts and styles of the shells, from the build: source expressions with their quotes. */
interface Csp {
  scripts: string[]
  styles: string[]
  styleAttributes: string[]
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every response that is neither a page nor a file: it may not run, load or be framed (security 6.1, 6.2). */
export const DATA_HEADERS: Record<string, string> = { ...COMMON, 'content-security-policy': NOTHING }

/** Headers of a drawing: a browser that opens its address shows it as a document, which may not run or load anything. */
export const DRAWING_HEADERS: Record<string, string> = { ...FILE_HEADERS, 'content-security-policy': NOTHING }

/** Returns the headers of the service worker: it runs under the policy of its own response, not under that of a page. */
export const workerHeaders = (page: Record<string, string>): Record<string, string> => ({
  ...FILE_HEADERS,
  'content-security-policy': page['content-security-policy'] ?? NOTHING,
  'service-worker-allowed': '/',
})

/** Returns the headers of pages. Inline parts of the shells are allowed by hash (security 6.3). */
export const pageHeaders = (dist: string): Record<string, string> => {
  const file = join(dist, 'shells', 'csp.json')
  const { scripts, styles, styleAttributes }: Csp = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Csp)
    : { scripts: [], styles: [], styleAttributes: [] }
  // No `webrtc 'block'` (CSP 3): no browser supports it, and Chromium 156 logs an error about it on each page.
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
