import { uuidv7 } from 'uuidv7'
import { REFRESH_TOKEN_BRIEF_S, REFRESH_TOKEN_S, TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { holdSessions } from '#server/db/membership.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller } from '#server/http/serve.ts'
import type { Authenticate } from '#server/http/authenticate.ts'
import { recurringJob, type JobKind } from '#server/modules/job/service.ts'
import * as store from './store.ts'
import { deleteThrottles } from './throttle.ts'
import { readAccess, readEnd, readRefresh, signAccess, signEnd, signPhone, signRefresh } from './tokens.ts'

export {
  countFailure,
  paceAddress,
  paceGate,
  paceGift,
  paceMailbox,
  paceMember,
  takeQuota,
  whileGuessing,
} from './throttle.ts'
export { countTry, countWrong, type Asker } from './guesses.ts'
export { knownPhone, ownPhone, type KnownPhone } from './knownPhone.ts'
export { fitsPassword, hashPassword } from './passwordHash.ts'
export { clearCookies, setCookies } from './cookies.ts'
export { labelOf } from './label.ts'
export { lastUse } from './store.ts'
export type { Row } from './store.ts'

/**
 * Returns when a sign-in opened the session, ms UTC; undefined for an unknown session, and for one that another
 * session's link opened: the link proves nothing about who holds the phone (decision 0357). A refresh does not change it.
 */
export const signedInAt = async (db: Database, sessionId: string): Promise<number | undefined> => {
  const row = await store.findSession(db, sessionId)
  return row?.linked ? undefined : row?.startedAt
}

/** Returns a session that has neither ended nor expired at `now` (ms UTC); undefined for any other. */
export const findLiveSession = async (db: Database, sessionId: string, now: number): Promise<store.Row | undefined> => {
  const row = await store.findSession(db, sessionId)
  return row && row.endedAt === null && row.expiresAt > now ? row : undefined
}

/** A pair of tokens and what belongs to it. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Can end the session and nothing else. */
  endToken: string
  /** Content of the `knownPhone` cookie. */
  phoneToken: string
  memberId: string
  /** "Keep me signed in". */
  keep: boolean
  /** End of the session, ms. */
  expiresAt: number
  sessionId: string
}

type With = Pick<Deps, 'keys' | 'clock'>

const pairOf = async ({ keys, clock }: With, row: store.Row): Promise<Tokens> => ({
  accessToken: await signAccess(keys, row, clock()),
  refreshToken: await signRefresh(keys, row),
  endToken: await signEnd(keys, row),
  phoneToken: await signPhone(keys, row),
  memberId: row.memberId,
  keep: row.keep,
  expiresAt: row.expiresAt,
  sessionId: row.id,
})

/** Browser, system and language of a sign-in. */
export interface SeenAs {
  label: string | null
  locale: Locale
}

/** Parameters of a new session. */
export interface Opening extends SeenAs {
  memberId: string
  keep: boolean
  /** Opened with a temporary password: short-lived, and allows only the change of the password. */
  passwordOnly?: boolean
  /** Opened by another session's link. */
  linked?: boolean
}

const lifeOf = ({ keep, passwordOnly }: Opening): number => {
  if (passwordOnly) return TEMPORARY_PASSWORD_MS
  return (keep ? REFRESH_TOKEN_S : REFRESH_TOKEN_BRIEF_S) * 1000
}

/** Inserts a new session in the transaction of the sign-in. Sign its tokens with `tokensOf` after the commit. */
export const openSession = async (tx: Tx, { clock }: With, opening: Opening): Promise<store.Row> => {
  const now = clock()
  const { memberId, label, locale, passwordOnly = false, linked = false } = opening
  const row: store.Row = {
    id: uuidv7(),
    memberId,
    keep: opening.keep,
    generation: 1,
    rotatedAt: now,
    startedAt: now,
    expiresAt: now + lifeOf(opening),
    endedAt: null,
    usedAt: null,
    passwordOnly,
    linked,
    label,
    locale,
  }
  await store.insertSession(tx, row)
  return row
}

/** Signs the tokens of a session. */
export const tokensOf = pairOf

/**
 * Rotates both tokens. The previous refresh token gets the same successor until that successor is used, because an
 * answer can be lost; an older token was copied, and ends the session. Throws `E_SESSION`.
 */
export const refresh = async (deps: Deps, token: string): Promise<Tokens> => {
  const { db } = deps
  const now = deps.clock()
  const claims = await readRefresh(deps.keys, token, now)
  if (!claims) throw new Refusal('E_SESSION')
  const rotated = await store.rotate(db, claims.sessionId, claims.generation, now)
  if (rotated) return pairOf(deps, rotated)
  const row = await store.findSession(db, claims.sessionId)
  if (!row || row.endedAt !== null || row.expiresAt <= now) throw new Refusal('E_SESSION')
  if (row.generation === claims.generation + 1) return pairOf(deps, row)
  await store.endSession(db, row.id, now)
  deps.log.warn({ session: row.id }, 'a spent refresh token came back; its session was ended')
  throw new Refusal('E_SESSION')
}

/**
 * Ends the session that an end token or any refresh token of it names, after waiting for writes that are under way in
 * it, and runs `onEnd` in the same transaction. No-op for any other token.
 */
export const endByToken = async (
  deps: Deps,
  token: string,
  onEnd: (tx: Tx, ended: Caller, now: number) => Promise<void>,
): Promise<void> => {
  const now = deps.clock()
  const sessionId = (await readEnd(deps.keys, token, now)) ?? (await readRefresh(deps.keys, token, now))?.sessionId
  const row = sessionId === undefined ? undefined : await store.findSession(deps.db, sessionId)
  if (!row) return
  const { id, memberId } = row
  await deps.db.transaction(async (tx) => {
    await holdSessions(tx, memberId, now)
    await store.endSession(tx, id, now)
    // Also when it had ended before: a token that came back ends a session and nothing else.
    await onEnd(tx, { memberId, sessionId: id }, now)
  })
}

/** How old the stored last use of a session may be: not every call writes. */
const USE_STEP_MS = HOUR_MS

/** Stores that a session is used now. A failure is logged and refuses no call, since reads go on without writes. */
const recordUse = async ({ db, log }: Deps, sessionId: string, now: number): Promise<void> => {
  try {
    await store.recordUse(db, sessionId, now, now - USE_STEP_MS)
  } catch (err) {
    log.warn({ err }, 'the last use of a session could not be stored')
  }
}

/** Returns the caller of an access token, or null. Reads the session on every call: a sign-out takes effect at once. */
export const authenticate: Authenticate['member'] = async (token, deps) => {
  const now = deps.clock()
  const claims = await readAccess(deps.keys, token, now)
  if (!claims) return null
  const usedAt = await store.findLiveUse(deps.db, claims, now, false)
  if (usedAt === null) return null
  if (usedAt <= now - USE_STEP_MS) await recordUse(deps, claims.sessionId, now)
  return claims
}

/** Returns the caller of a live session that a temporary password opened; null for any other session. */
export const readPasswordOnly = async (token: string, deps: Deps): Promise<Caller | null> => {
  const now = deps.clock()
  const claims = await readAccess(deps.keys, token, now)
  return claims && (await store.findLiveUse(deps.db, claims, now, true)) !== null ? claims : null
}

/** Returns a member's live sessions, newest first. */
export const listSessions = (db: Database, memberId: string, now: number): Promise<store.Row[]> =>
  store.listLive(db, memberId, now)

/**
 * Ends one of the member's sessions, after waiting for writes that are under way in it. Throws `E_NOT_FOUND`, also for
 * another member's session.
 */
export const endOne = async (tx: Tx, id: string, memberId: string, now: number): Promise<void> => {
  await holdSessions(tx, memberId, now)
  if (!(await store.endOwn(tx, id, memberId, now))) throw new Refusal('E_NOT_FOUND')
}

/** Ends all sessions of a member except `exceptSessionId`, and returns how many. Waits for writes that are under way in them. */
export const endSessions = async (
  tx: Tx,
  memberId: string,
  now: number,
  exceptSessionId: string | null = null,
): Promise<number> => {
  // Also locks sessions that were opened after the caller locked them.
  await holdSessions(tx, memberId, now)
  return store.endAll(tx, memberId, now, exceptSessionId)
}

/** Returns true when this member has signed in before, but never with this label; false before the first sign-in. */
export const hasOnlyOtherLabels = (tx: Tx, memberId: string, label: string | null): Promise<boolean> =>
  store.hasOnlyOtherLabels(tx, memberId, label)

/** Stores the language of a session; false when it had this one. */
export const changeLocale = (db: Database, sessionId: string, locale: Locale): Promise<boolean> =>
  store.changeLocale(db, sessionId, locale)

/**
 * Returns the language of this member's last sign-in or change of language before `instant` (ms UTC), else of the first
 * one since; undefined when it is unknown.
 */
export const localeAt = (tx: Tx, memberId: string, instant: number): Promise<Locale | undefined> =>
  store.localeAt(tx, memberId, instant)

/** Deletes expired sessions and throttle rows. */
const deleteSessions = async ({ db, clock }: Deps): Promise<void> => {
  await store.deleteSessionsBefore(db, clock() - REFRESH_TOKEN_S * 1000)
  await deleteThrottles(db, clock())
}

export const JOB_KINDS: readonly JobKind[] = [recurringJob('session-forget', HOUR_MS, deleteSessions)]
