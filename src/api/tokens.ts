import { ACCESS_COOKIE, ACCESS_TOKEN_S, REFRESH_COOKIE, REFRESH_TOKEN_S } from '#contract/limits.ts'

/** The cookies that scripts can write. `maxAge` in seconds; null is a session cookie. */
export interface CookieJar {
  get: (name: string) => string | null
  set: (name: string, value: string, maxAge: number | null) => void
  remove: (name: string) => void
}

/** Returns the cookies of the document. */
export const documentJar = (): CookieJar => {
  const write = (name: string, value: string, age: string) => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${secure}${age}`
  }
  return {
    get: (name) => {
      const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
      return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1))
    },
    set: (name, value, maxAge) => write(name, value, maxAge === null ? '' : `; Max-Age=${maxAge}`),
    remove: (name) => write(name, '', '; Max-Age=0'),
  }
}

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** The tokens of this browser, in cookies that all tabs share (spec 4.34, 6.3). */
export interface Tokens {
  accessToken: () => string | null
  refreshToken: () => string | null
  /**
   * Writes only tokens that the answer has not set itself: Safari limits script-set cookies to 7 days (S16). Without
   * `keep` they end with the browser session.
   */
  store: (pair: TokenPair, keep: boolean) => void
  clear: () => void
}

/** Creates the tokens over a cookie jar. */
export const createTokens = (jar: CookieJar): Tokens => ({
  accessToken: () => jar.get(ACCESS_COOKIE) || null,
  refreshToken: () => jar.get(REFRESH_COOKIE) || null,
  store: ({ accessToken, refreshToken }, keep) => {
    if (jar.get(ACCESS_COOKIE) !== accessToken) jar.set(ACCESS_COOKIE, accessToken, keep ? ACCESS_TOKEN_S : null)
    if (jar.get(REFRESH_COOKIE) !== refreshToken) jar.set(REFRESH_COOKIE, refreshToken, keep ? REFRESH_TOKEN_S : null)
  },
  clear: () => {
    jar.remove(ACCESS_COOKIE)
    jar.remove(REFRESH_COOKIE)
  },
})
