/** Where to go after signing in: a path of this product, or home (security: browser). */

const HOME = '/home'
const LONGEST = 1024
/** Signing in to sign in again, or landing on an answer of the API, helps nobody. */
const NOT_A_SCREEN = /^\/(?:login|join|api)(?:[/?#]|$)/

/** A browser drops tabs and line ends, which turns `/<tab>/e` into `//e`, and reads a backslash as a slash. */
const PLAIN = /^[^\s\\\p{C}]+$/u

/**
 * A same-origin path, query and fragment as it came, else `/home`. Refused: other origins in every spelling
 * (`https:`, `//e`, `/\e`, `/./` and `/../` before a second slash, encoded slashes), and screens that would lead back here.
 */
export const returnTo = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > LONGEST || !PLAIN.test(value)) return HOME
  const path = value.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/') || path.includes('//') || /%(?:2e|2f|5c|0|1|25)/i.test(path)) return HOME
  if (path.split('/').some((part) => part === '.' || part === '..')) return HOME
  return NOT_A_SCREEN.test(value) ? HOME : value
}
