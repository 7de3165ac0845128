import type { FastifyReply } from 'fastify'
import { ACCESS_COOKIE, ACCESS_TOKEN_S, KNOWN_PHONE_COOKIE, KNOWN_PHONE_S, REFRESH_COOKIE } from '#contract/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'

/** Contents of the cookies, and until when (ms) the browser stores them. */
interface CookieContents {
  session: { accessToken: string; refreshToken: string }
  phoneToken: string
  keep: boolean
  expiresAt: number
}

/** Builds a cookie. Clients read the tokens (spec 6.3), so no HttpOnly; it never authenticates a call (spec 7.4). */
const cookie = (deps: Deps, name: string, value: string, maxAgeS: number | null, path = '/'): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    'SameSite=Lax',
    ...(maxAgeS === null ? [] : [`Max-Age=${maxAgeS}`]),
    ...(deps.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/**
 * Sets the token cookies in the response, because Safari deletes cookies of scripts after 7 days. Without "keep me
 * signed in" they end with the browser session.
 */
export const setCookies = (
  reply: FastifyReply,
  deps: Deps,
  { session, phoneToken, keep, expiresAt }: CookieContents,
): void => {
  // Rounded up to minutes, so that a new session's cookie lasts the full time (spec 9.19, 9.20).
  const ageS = Math.max(0, Math.ceil((expiresAt - deps.clock()) / MINUTE_MS) * 60)
  void reply.header('set-cookie', [
    cookie(deps, ACCESS_COOKIE, session.accessToken, keep ? Math.min(ACCESS_TOKEN_S, ageS) : null),
    cookie(deps, REFRESH_COOKIE, session.refreshToken, keep ? ageS : null),
    // Survives a sign-out; the browser sends it only with account calls.
    `${cookie(deps, KNOWN_PHONE_COOKIE, phoneToken, keep ? KNOWN_PHONE_S : null, '/api/v1/account')}; HttpOnly`,
  ])
}

/** Deletes the token cookies. The cookie of the known phone stays. */
export const clearCookies = (reply: FastifyReply, deps: Deps): void => {
  void reply.header('set-cookie', [cookie(deps, ACCESS_COOKIE, '', 0), cookie(deps, REFRESH_COOKIE, '', 0)])
}
