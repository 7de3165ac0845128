/** Validates the page to open after a sign-in (security 6.6). */

const HOME = '/home'
const PATH_MAX_CHARS = 1024
/** Paths that make no sense after a sign-in: sign-in itself, sign-up, and API responses. */
const NOT_A_SCREEN = /^\/(?:login|join|api)(?:[/?#]|$)/

/** Browsers drop tabs and line ends, which turns `/<tab>/e` into `//e`, and read a backslash as a slash. */
const PLAIN = /^[^\s\\\p{C}]+$/u

/**
 * Returns a same-origin path with query and fragment unchanged, and `/home` for anything else: `NOT_A_SCREEN`, and
 * other origins in every spelling (`https:`, `//e`, `/\e`, `/./` and `/../` before a second slash, encoded slashes).
 */
export const returnTo = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > PATH_MAX_CHARS || !PLAIN.test(value)) return HOME
  const path = value.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/') || path.includes('//') || /%(?:2e|2f|5c|0|1|25)/i.test(path)) return HOME
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return HOME
  return NOT_A_SCREEN.test(value) ? HOME : value
}
