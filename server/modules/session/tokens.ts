import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { ACCESS_TOKEN_S, KNOWN_PHONE_S } from '#contract/limits.ts'
import type { Keys } from '#server/keys.ts'

/**
 * Access, refresh, end and phone tokens: JWTs of one fixed algorithm, each kind with a key, a `typ` and an audience of its own,
 * so that one is never taken for the other. Same claims, same token: a successor can be made again.
 */
const ALGORITHM = 'HS256'
const ISSUER = 'harbor-pass'
const KINDS = {
  access: { typ: 'at+jwt', audience: 'harbor-pass/api', purpose: 'access-token' },
  refresh: { typ: 'rt+jwt', audience: 'harbor-pass/session', purpose: 'refresh-token' },
  end: { typ: 'et+jwt', audience: 'harbor-pass/session-end', purpose: 'end-token' },
  phone: { typ: 'pt+jwt', audience: 'harbor-pass/known-phone', purpose: 'phone-token' },
} as const
type Kind = keyof typeof KINDS

const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int(), gen: z.optional(z.int().check(z.gte(1))) })
type Claims = z.infer<typeof claims>

const made = new WeakMap<Keys, Record<Kind, KeyObject>>()
const keyOf = (keys: Keys, kind: Kind): KeyObject => {
  let secrets = made.get(keys)
  if (!secrets) {
    const key = (of: Kind) => createSecretKey(keys.secret(KINDS[of].purpose))
    secrets = { access: key('access'), refresh: key('refresh'), end: key('end'), phone: key('phone') }
    made.set(keys, secrets)
  }
  return secrets[kind]
}

const sign = (
  keys: Keys,
  kind: Kind,
  more: { sid: string; gen?: number },
  memberId: string,
  fromMs: number,
  toMs: number,
) =>
  new SignJWT(more)
    .setProtectedHeader({ alg: ALGORITHM, typ: KINDS[kind].typ })
    .setIssuer(ISSUER)
    .setAudience(KINDS[kind].audience)
    .setSubject(memberId)
    .setIssuedAt(Math.floor(fromMs / 1000))
    .setExpirationTime(Math.floor(toMs / 1000))
    .sign(keyOf(keys, kind))

export interface Family {
  id: string
  memberId: string
  generation: number
  rotatedAt: number
  startedAt: number
  expiresAt: number
}

/** Never longer than the session. */
export const signAccess = (keys: Keys, family: Family, now: number): Promise<string> =>
  sign(
    keys,
    'access',
    { sid: family.id },
    family.memberId,
    now,
    Math.min(now + ACCESS_TOKEN_S * 1000, family.expiresAt),
  )

export const signRefresh = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'refresh', { sid: family.id, gen: family.generation }, family.memberId, family.rotatedAt, family.expiresAt)

/** Good for ending the session and nothing else. The same for the whole life of the session. */
export const signEnd = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'end', { sid: family.id }, family.memberId, family.startedAt, family.expiresAt)

/** Names the phone of this sign-in, also when the session is over: see `knownPhone.ts`. */
export const signPhone = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'phone', { sid: family.id }, family.memberId, family.startedAt, family.startedAt + KNOWN_PHONE_S * 1000)

const read = async (keys: Keys, kind: Kind, token: string, now: number) => {
  try {
    const { payload } = await jwtVerify(token, keyOf(keys, kind), {
      algorithms: [ALGORITHM],
      typ: KINDS[kind].typ,
      issuer: ISSUER,
      audience: KINDS[kind].audience,
      requiredClaims: ['iat', 'exp', 'sub', 'sid'],
      currentDate: new Date(now),
    })
    return claims.parse(payload)
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError) return null
    throw error
  }
}

/** As many visitors as may be about at one time. */
const KNOWN_MAX = 2_000
const known = new WeakMap<Keys, Map<string, Claims>>()

/**
 * What a good access token says, else null. A phone brings the same one for minutes: its signature is looked at once.
 * When it ends is looked at each time, and so is its session, by whoever asks.
 */
export const readAccess = async (keys: Keys, token: string, now: number) => {
  const here = known.get(keys) ?? new Map<string, Claims>()
  known.set(keys, here)
  const before = here.get(token)
  const claims = before ?? (await read(keys, 'access', token, now))
  if (!claims || claims.exp <= Math.floor(now / 1000)) return null
  if (!before) {
    const [oldest] = here.keys()
    if (here.size >= KNOWN_MAX && oldest !== undefined) here.delete(oldest)
    here.set(token, claims)
  }
  return { memberId: claims.sub, sessionId: claims.sid }
}

/** What a good refresh token says, else null. */
export const readRefresh = async (keys: Keys, token: string, now: number) => {
  const claims = await read(keys, 'refresh', token, now)
  return claims?.gen ? { memberId: claims.sub, sessionId: claims.sid, generation: claims.gen } : null
}

/** The session that a good end token names, else null. */
export const readEnd = async (keys: Keys, token: string, now: number): Promise<string | null> =>
  (await read(keys, 'end', token, now))?.sid ?? null

/** The phone that a good phone token names, else null. */
export const readPhone = async (keys: Keys, token: string, now: number) => {
  const claims = await read(keys, 'phone', token, now)
  return claims && { memberId: claims.sub, phoneId: claims.sid }
}
