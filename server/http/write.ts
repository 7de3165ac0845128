import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Call } from '#contract/calls/call.ts'
import { IDEMPOTENCY_DAYS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { sqlState } from '#server/db/errors.ts'
import { holdSession, holdSessions } from '#server/db/membership.ts'
import { idempotency } from '#server/db/schema/idempotency.ts'
import type { Deps } from '#server/deps.ts'
import { knownHashes } from '#server/keys.ts'
import { Refusal } from './refusal.ts'
import type { Caller, Gate, StoreAnswer, Writer } from './serve.ts'

/** The key was answered before. It is thrown through the handler, so that nothing after `write` is repeated. */
export class Replay extends Error {
  override name = 'Replay'
  readonly data: unknown
  constructor(data: unknown) {
    super('answered before')
    this.data = data
  }
}

const KEY = /^[\w.:-]{8,128}$/
/** Guests have no id: their keys belong to the fingerprint of the input, so that two guests cannot collide. */
const guestOf = (fingerprint: string): string => `guest:${fingerprint}`
const LOCK_NOT_AVAILABLE = '55P03'
/** How long to wait for another process that is working on the same key. */
const LOCK_MS = 500

/** One attempted write: its caller, its idempotency key, and a keyed hash of call, caller and input. */
export interface Claim {
  owner: string
  key: string
  fingerprint: string
  /** The same under other roots: a phone may repeat an attempt that was answered before a rotation. */
  former?: readonly { owner: string; fingerprint: string }[]
}

const ownersOf = ({ owner, former = [] }: Claim): string[] =>
  [...new Set([owner, ...former.map((one) => one.owner)])].toSorted()

/** Returns what identifies this write; null without a key, or when its answer must not be stored. Throws `E_KEY`. */
export const claimOf = (
  deps: Deps,
  call: Call,
  header: string | string[] | undefined,
  { member, gate }: { member: Caller | null; gate: Gate | null },
  input: unknown,
): Claim | null => {
  if (call.method === 'GET' || call.unstored || header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header)) throw new Refusal('E_KEY')
  const owner = member?.memberId ?? (gate ? `gate:${gate.gateUid}` : 'guest')
  const fingerprintInput = JSON.stringify([call.method, call.path, owner, input])
  const [present, ...former] = knownHashes(deps.keys, 'idempotency', fingerprintInput).map((fingerprint) => ({
    owner: owner === 'guest' ? guestOf(fingerprint) : owner,
    fingerprint,
  }))
  return present ? { ...present, key: header, former } : null
}

const storedAnswer = (row: { fingerprint: string; answer: string | null }, claim: Claim): unknown => {
  const fingerprints = [claim.fingerprint, ...(claim.former ?? []).map((one) => one.fingerprint)]
  if (!fingerprints.includes(row.fingerprint)) throw new Refusal('E_KEY_REUSED')
  return JSON.parse(row.answer ?? 'null') as unknown
}

const isOf = (claim: Claim) => and(inArray(idempotency.owner, ownersOf(claim)), eq(idempotency.key, claim.key))

/** Prefers an answer to the rows that `take` has just inserted: a server without the other root stored one row alone. */
const find = async (db: Database | Tx, claim: Claim) =>
  (
    await db
      .select({ fingerprint: idempotency.fingerprint, answer: idempotency.answer })
      .from(idempotency)
      .where(isOf(claim))
      .orderBy(sql`${idempotency.answer} is null`)
      .limit(1)
  )[0]

/** Throws `Replay` with the stored answer, or `E_KEY_REUSED` for another input; resolves when the key is new. */
export const replayStored = async (db: Database, claim: Claim): Promise<void> => {
  const row = await find(db, claim)
  if (row) throw new Replay(storedAnswer(row, claim))
}

/** Keys that this process is working on, for each application. */
const running = new WeakMap<Deps, Set<string>>()

/** Reserves the key while `work` runs. Throws `E_KEY_RUNNING` at once when this process has it already. */
export const whileRunning = async <T>(deps: Deps, { owner, key }: Claim, work: () => Promise<T>): Promise<T> => {
  const own = running.get(deps) ?? new Set()
  running.set(deps, own)
  const name = `${owner} ${key}`
  if (own.has(name)) throw new Refusal('E_KEY_RUNNING', { retryAfter: 1 })
  own.add(name)
  try {
    return await work()
  } finally {
    own.delete(name)
  }
}

type Hold = (tx: Tx, caller: Caller, now: number) => Promise<boolean>
/** Locks every session of the caller; resolves to false when the caller's own has ended. */
export const holdAll: Hold = async (tx, { memberId, sessionId }, now) =>
  (await holdSessions(tx, memberId, now)).includes(sessionId)

/**
 * Creates the writer of one call. It claims the key, runs the effect and stores the answer in one transaction: after a
 * crash either all of it has happened or nothing, and a retry with the same key is safe (P1). Throws `E_TOKEN` when
 * `hold` resolves to false: the member has withdrawn, or the caller's session has ended.
 */
export const writerOf =
  (deps: Deps, claim: Claim | null, caller: Caller | null = null, hold: Hold = holdSession): Writer =>
  (effect) =>
    deps.db.transaction(async (tx) => {
      if (caller && !(await hold(tx, caller, deps.clock()))) throw new Refusal('E_TOKEN')
      if (!claim) return effect(tx)
      await take(tx, claim, deps.clock())
      const data = await effect(tx)
      await tx
        .update(idempotency)
        .set({ answer: JSON.stringify(data ?? null) })
        .where(isOf(claim))
      return data
    })

/** Creates `storeAnswer` of one call: it claims the key and stores the answer, if there is a key. */
export const createStoreAnswer =
  (claim: Claim | null, write: Writer): StoreAnswer =>
  (answer) =>
    claim ? write(() => Promise.resolve(answer)) : Promise.resolve(answer)

const take = async (tx: Tx, claim: Claim, now: number): Promise<void> => {
  const { key, fingerprint } = claim
  // A guest's key under each root, in one order: servers of which one signs with the next root already exclude each other.
  const rows = ownersOf(claim).map((owner) => ({ owner, key, fingerprint, answer: null, at: now }))
  let taken: { key: string }[]
  try {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
    taken = await tx.insert(idempotency).values(rows).onConflictDoNothing().returning({ key: idempotency.key })
    await tx.execute(sql.raw('set local lock_timeout = 0'))
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) throw new Refusal('E_KEY_RUNNING', { retryAfter: 1 })
    throw error
  }
  if (taken.length === rows.length) return
  const row = await find(tx, claim)
  if (!row) throw new Refusal('E_KEY_RUNNING', { retryAfter: 1 })
  throw new Replay(storedAnswer(row, claim))
}

/** Deletes stored answers older than `IDEMPOTENCY_DAYS`. */
export const deleteKeys = async ({ db, clock }: Deps): Promise<void> => {
  await db.delete(idempotency).where(lt(idempotency.at, clock() - IDEMPOTENCY_DAYS * DAY_MS))
}
