import type { FastifyReply } from 'fastify'
import { ACCESS_COOKIE, ACCESS_TOKEN_S, REFRESH_COOKIE } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'

/** What the cookies hold, and for how long (ms) the browser keeps them. */
interface Kept {
  session: { accessToken: string; refreshToken: string }
  keep: boolean
  expiresAt: number
}

/** The client reads these (specification 9), so they are not HttpOnly; the server itself never authenticates by them. */
const cookie = (deps: Deps, name: string, value: string, maxAgeS: number | null): string =>
  [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(maxAgeS === null ? [] : [`Max-Age=${maxAgeS}`]),
    ...(deps.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Cookies by the server: what a script writes, Safari drops after 7 days. Without "keep me signed in" they end with the browser. */
export const setCookies = (reply: FastifyReply, deps: Deps, { session, keep, expiresAt }: Kept): void => {
  const left = Math.max(0, Math.floor((expiresAt - deps.clock()) / 1000))
  void reply.header('set-cookie', [
    cookie(deps, ACCESS_COOKIE, session.accessToken, keep ? Math.min(ACCESS_TOKEN_S, left) : null),
    cookie(deps, REFRESH_COOKIE, session.refreshToken, keep ? left : null),
  ])
}

export const clearCookies = (reply: FastifyReply, deps: Deps): void => {
  void reply.header('set-cookie', [cookie(deps, ACCESS_COOKIE, '', 0), cookie(deps, REFRESH_COOKIE, '', 0)])
}
