import { createSecretKey, type KeyObject } from 'node:crypto'
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { ACCESS_TOKEN_S, KNOWN_PHONE_S } from '#contract/limits.ts'
import { findGeneration, generationsOf, isAccepted, type KeyGeneration, purposeOf, signingOf } from '#server/keyRing.ts'
import { rootOf, type Keys } from '#server/keys.ts'

/**
 * Access, refresh, end and phone tokens: JWTs of one fixed algorithm. Each kind has its own key, `typ` and audience, so
 * that none is accepted as another. The same claims give the same token, so a successor can be issued twice.
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

const derivedKeys = new WeakMap<Keys, Map<string, KeyObject>>()
/** Throws `JWKSNoMatchingKey` when this process does not have the root of the generation. */
const keyOf = (keys: Keys, kind: Kind, { generation, rootId }: KeyGeneration): KeyObject => {
  const cache = derivedKeys.get(keys) ?? new Map<string, KeyObject>()
  derivedKeys.set(keys, cache)
  const purpose = purposeOf(KINDS[kind].purpose, generation)
  const root = rootOf(keys, rootId)
  if (!root) throw new errors.JWKSNoMatchingKey()
  const name = `${root.id} ${purpose}`
  const key = cache.get(name) ?? createSecretKey(root.secret(purpose))
  cache.set(name, key)
  return key
}

/** Returns the generation that a token's `kid` names; tokens of the first one have none. null: no such name. */
const generationOf = ({ kid }: { kid?: string | undefined }): number | null => {
  if (kid === undefined) return 1
  return /^[1-9]\d{0,4}$/.test(kid) ? Number(kid) : null
}

const sign = (
  keys: Keys,
  kind: Kind,
  claims: { sid: string; gen?: number },
  memberId: string,
  fromMs: number,
  toMs: number,
) => {
  // As of `fromMs`, so that the same claims give the same token also after a rotation.
  const signing = signingOf(keys.ring, 'token', fromMs)
  const kid = signing.generation === 1 ? {} : { kid: String(signing.generation) }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: KINDS[kind].typ, ...kid })
    .setIssuer(ISSUER)
    .setAudience(KINDS[kind].audience)
    .setSubject(memberId)
    .setIssuedAt(Math.floor(fromMs / 1000))
    .setExpirationTime(Math.floor(toMs / 1000))
    .sign(keyOf(keys, kind, signing))
}

/** A session as its tokens name it; `generation` counts its refresh tokens. */
export interface Family {
  id: string
  memberId: string
  generation: number
  rotatedAt: number
  startedAt: number
  expiresAt: number
}

/** Signs an access token; it never outlives the session. */
export const signAccess = (keys: Keys, family: Family, now: number): Promise<string> =>
  sign(
    keys,
    'access',
    { sid: family.id },
    family.memberId,
    now,
    Math.min(now + ACCESS_TOKEN_S * 1000, family.expiresAt),
  )

/** Signs the refresh token of the session's current generation. */
export const signRefresh = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'refresh', { sid: family.id, gen: family.generation }, family.memberId, family.rotatedAt, family.expiresAt)

/** Signs the token that can only end the session; the same text for the whole life of the session. */
export const signEnd = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'end', { sid: family.id }, family.memberId, family.startedAt, family.expiresAt)

/** Signs the token that names the phone of this sign-in. It stays valid after the session: see `knownPhone.ts`. */
export const signPhone = (keys: Keys, family: Family): Promise<string> =>
  sign(keys, 'phone', { sid: family.id }, family.memberId, family.startedAt, family.startedAt + KNOWN_PHONE_S * 1000)

/** Resolves to the key that must have signed a token; reads the key ring anew when another server made the key. */
const verificationKey = async (keys: Keys, kind: Kind, header: JWTHeaderParameters): Promise<KeyObject> => {
  const generation = generationOf(header)
  if (generation === null) throw new errors.JWKSNoMatchingKey()
  const last = generationsOf(keys.ring, 'token').at(-1)?.generation ?? 1
  if (generation > last) await keys.ring.reload()
  const named = findGeneration(keys.ring, 'token', generation)
  if (!named || !isAccepted(keys.ring, 'token', generation)) throw new errors.JWKSNoMatchingKey()
  return keyOf(keys, kind, named)
}

const verifyToken = async (keys: Keys, kind: Kind, token: string, now: number) => {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => verificationKey(keys, kind, header), {
      algorithms: [ALGORITHM],
      typ: KINDS[kind].typ,
      issuer: ISSUER,
      audience: KINDS[kind].audience,
      requiredClaims: ['iat', 'exp', 'sub', 'sid'],
      currentDate: new Date(now),
    })
    return { ...claims.parse(payload), generation: generationOf(protectedHeader) ?? 1 }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError) return null
    throw error
  }
}

/** Cached tokens; about as many as visitors are active at one time. */
const KNOWN_MAX = 2_000
type VerifiedClaims = Claims & { generation: number }
const claimsCache = new WeakMap<Keys, Map<string, VerifiedClaims>>()

/**
 * Returns the member and session of a valid access token, else null. Caches claims by token, so that a signature is
 * verified once. The expiry, and whether its key is revoked, are checked on every call; the caller checks the session.
 */
export const readAccess = async (keys: Keys, token: string, now: number) => {
  const claimsByToken = claimsCache.get(keys) ?? new Map<string, VerifiedClaims>()
  claimsCache.set(keys, claimsByToken)
  const before = claimsByToken.get(token)
  const claims = before ?? (await verifyToken(keys, 'access', token, now))
  if (!claims || claims.exp <= Math.floor(now / 1000)) return null
  if (!isAccepted(keys.ring, 'token', claims.generation)) return null
  if (!before) {
    const [oldest] = claimsByToken.keys()
    if (claimsByToken.size >= KNOWN_MAX && oldest !== undefined) claimsByToken.delete(oldest)
    claimsByToken.set(token, claims)
  }
  return { memberId: claims.sub, sessionId: claims.sid }
}

/** Returns the member, session and generation of a valid refresh token, else null. */
export const readRefresh = async (keys: Keys, token: string, now: number) => {
  const claims = await verifyToken(keys, 'refresh', token, now)
  return claims?.gen ? { memberId: claims.sub, sessionId: claims.sid, generation: claims.gen } : null
}

/** Returns the session of a valid end token, else null. */
export const readEnd = async (keys: Keys, token: string, now: number): Promise<string | null> =>
  (await verifyToken(keys, 'end', token, now))?.sid ?? null

/** Returns the phone of a valid phone token, else null. */
export const readPhone = async (keys: Keys, token: string, now: number) => {
  const claims = await verifyToken(keys, 'phone', token, now)
  return claims && { memberId: claims.sub, phoneId: claims.sid }
}
