import { uuidv7 } from 'uuidv7'
import { REFRESH_TOKEN_BRIEF_S, REFRESH_TOKEN_S, TEMPORARY_PASSWORD_MS } from '#contract/limits.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Caller } from '#server/http/serve.ts'
import type { Authenticate } from '#server/http/who.ts'
import { recurring, type JobKind } from '#server/modules/job/service.ts'
import * as store from './store.ts'
import { forgetThrottles } from './throttle.ts'
import { readAccess, readRefresh, signAccess, signRefresh } from './tokens.ts'

export { countFailure, countTry, paceAddress, paceMailbox, paceMember } from './throttle.ts'
export { fitsPassword, hashPassword } from './hash.ts'
export { clearCookies, setCookies } from './cookies.ts'
export { labelOf } from './label.ts'

/** A pair of tokens and what belongs to it. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  memberId: string
  /** "Keep me signed in". */
  keep: boolean
  /** End of the session, ms. */
  expiresAt: number
}

type With = Pick<Deps, 'keys' | 'clock'>

const pairOf = async ({ keys, clock }: With, row: store.Row): Promise<Tokens> => ({
  accessToken: await signAccess(keys, row, clock()),
  refreshToken: await signRefresh(keys, row),
  memberId: row.memberId,
  keep: row.keep,
  expiresAt: row.expiresAt,
})

/** How a session begins. `label`: browser and system. */
export interface Opening {
  memberId: string
  keep: boolean
  label: string | null
  /** Opened by a temporary password: short, and good for a new password alone. */
  passwordOnly?: boolean
}

const lifeOf = ({ keep, passwordOnly }: Opening): number => {
  if (passwordOnly) return TEMPORARY_PASSWORD_MS
  return (keep ? REFRESH_TOKEN_S : REFRESH_TOKEN_BRIEF_S) * 1000
}

/** Writes a new session in the transaction of the sign-in; sign its tokens with `tokensOf` after the commit. */
export const openSession = async (tx: Tx, { clock }: With, opening: Opening): Promise<store.Row> => {
  const now = clock()
  const { memberId, label, passwordOnly = false } = opening
  const row: store.Row = {
    id: uuidv7(),
    memberId,
    keep: opening.keep,
    generation: 1,
    rotatedAt: now,
    startedAt: now,
    expiresAt: now + lifeOf(opening),
    endedAt: null,
    passwordOnly,
    label,
  }
  await store.insertSession(tx, row)
  return row
}

export const tokensOf = pairOf

/**
 * Replaces both tokens. The previous refresh token gets the same successor until that successor is used
 * (an answer can be lost on a ferry); a token older than that was stolen or copied, and ends the family.
 * Throws `E_SESSION`.
 */
export const refresh = async (deps: Deps, token: string): Promise<Tokens> => {
  const { db } = deps
  const now = deps.clock()
  const said = await readRefresh(deps.keys, token, now)
  if (!said) throw new Refusal('E_SESSION')
  const rotated = await store.rotate(db, said.sessionId, said.generation, now)
  if (rotated) return pairOf(deps, rotated)
  const row = await store.findSession(db, said.sessionId)
  if (!row || row.endedAt !== null || row.expiresAt <= now) throw new Refusal('E_SESSION')
  if (row.generation === said.generation + 1) return pairOf(deps, row)
  await store.endSession(db, row.id, now)
  deps.log.warn({ session: row.id }, 'a spent refresh token came back; its session was ended')
  throw new Refusal('E_SESSION')
}

/** Ends the session of any of its refresh tokens. A token that names none has nothing to end. */
export const endByToken = async (deps: Deps, token: string): Promise<void> => {
  const said = await readRefresh(deps.keys, token, deps.clock())
  if (said) await store.endSession(deps.db, said.sessionId, deps.clock())
}

/** Who a bearer token names: read from the session's row on each call, so that a logout counts at once. */
export const authenticate: Authenticate['member'] = async (token, deps) => {
  const now = deps.clock()
  const said = await readAccess(deps.keys, token, now)
  if (!said || !(await store.isLive(deps.db, said, now, false))) return null
  return said
}

/** Who holds the access token of a session that a temporary password opened; null: expired, ended, or an ordinary one. */
export const readPasswordOnly = async (token: string, deps: Deps): Promise<Caller | null> => {
  const now = deps.clock()
  const said = await readAccess(deps.keys, token, now)
  return said && (await store.isLive(deps.db, said, now, true)) ? said : null
}

/** Where a member is signed in, the youngest first. */
export const listSessions = (db: Database, memberId: string, now: number): Promise<store.Row[]> =>
  store.listLive(db, memberId, now)

/** Signs one device out. Another member's session is as good as none: `E_NOT_FOUND`. */
export const endOne = async (tx: Tx, id: string, memberId: string, now: number): Promise<void> => {
  if (!(await store.endOwn(tx, id, memberId, now))) throw new Refusal('E_NOT_FOUND')
}

/** Ends this session; false: it was not going on any more. */
export const endIfLive = (tx: Tx, { sessionId, memberId }: Caller, now: number): Promise<boolean> =>
  store.endOwn(tx, sessionId, memberId, now)

/** Ends all sessions of a member, but this one if there is one; how many. */
export const endSessions = (tx: Tx, memberId: string, now: number, but: string | null = null): Promise<number> =>
  store.endAll(tx, memberId, now, but)

/** Did this member sign in before, and never like this? */
export const isNewLabel = (tx: Tx, memberId: string, label: string | null): Promise<boolean> =>
  store.isNewLabel(tx, memberId, label)

/** Drops what no longer matters. */
const forgetSessions = async ({ db, clock }: Deps): Promise<void> => {
  await store.deleteSessionsBefore(db, clock() - REFRESH_TOKEN_S * 1000)
  await forgetThrottles(db, clock())
}

export const JOB_KINDS: readonly JobKind[] = [recurring('session-forget', 3_600_000, forgetSessions)]
