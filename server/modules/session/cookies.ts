import type { FastifyReply } from 'fastify'
import { ACCESS_COOKIE, ACCESS_TOKEN_S, KNOWN_PHONE_COOKIE, KNOWN_PHONE_S, REFRESH_COOKIE } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'

const MINUTE_MS = 60_000

/** What the cookies hold, and for how long (ms) the browser keeps them. */
interface Kept {
  session: { accessToken: string; refreshToken: string }
  phoneToken: string
  keep: boolean
  expiresAt: number
}

/** The client reads the tokens (specification 9), so they are not HttpOnly; the server itself never authenticates by cookies. */
const cookie = (deps: Deps, name: string, value: string, maxAgeS: number | null, path = '/'): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    'SameSite=Lax',
    ...(maxAgeS === null ? [] : [`Max-Age=${maxAgeS}`]),
    ...(deps.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Cookies by the server: what a script writes, Safari drops after 7 days. Without "keep me signed in" they end with the browser. */
export const setCookies = (reply: FastifyReply, deps: Deps, { session, phoneToken, keep, expiresAt }: Kept): void => {
  // Whole minutes, up: a new session's cookie lasts the full time (specification 9), however long the answer took.
  const ageS = Math.max(0, Math.ceil((expiresAt - deps.clock()) / MINUTE_MS) * 60)
  void reply.header('set-cookie', [
    cookie(deps, ACCESS_COOKIE, session.accessToken, keep ? Math.min(ACCESS_TOKEN_S, ageS) : null),
    cookie(deps, REFRESH_COOKIE, session.refreshToken, keep ? ageS : null),
    // Stays after a sign-out, and goes to the calls of accounts alone.
    `${cookie(deps, KNOWN_PHONE_COOKIE, phoneToken, keep ? KNOWN_PHONE_S : null, '/api/v1/account')}; HttpOnly`,
  ])
}

export const clearCookies = (reply: FastifyReply, deps: Deps): void => {
  void reply.header('set-cookie', [cookie(deps, ACCESS_COOKIE, '', 0), cookie(deps, REFRESH_COOKIE, '', 0)])
}
