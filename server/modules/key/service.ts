import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps, Loop } from '#server/deps.ts'
import { completeGenerations, KEY_KINDS, type KeyGeneration, type KeyKind, signingOf } from '#server/keyRing.ts'
import { clearCertificates, issuerKey } from '#server/modules/pass/service.ts'
import * as store from './store.ts'

/** Rotates and revokes the keys that sign certificates of passes, and tokens. */

/**
 * Time between making a key and signing with it. For passes each gate must have its public key before, and a gate is
 * online once a day (`GatesSilent`); for tokens each server must have read it.
 */
const LEAD_MS: Record<KeyKind, number> = { pass: DAY_MS, token: MINUTE_MS }
/** How long another server accepts a revoked key at most. */
const RELOAD_MS = 5_000
const RELOAD_PACE_MS = 1_000

/** A command that cannot be executed; the message is the sentence for the operator. */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal'
  readonly status: 404 | 409
  constructor(status: 404 | 409, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** Name of a generation in the terminal: `pass-2`. */
const idOf = ({ kind, generation }: Pick<KeyGeneration, 'kind' | 'generation'>): string => `${kind}-${generation}`

const load = async ({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> => {
  keys.ring.generations = completeGenerations(await store.listGenerations(db))
}

/**
 * Reads which keys exist, and lets the key ring read them anew at a token of an unknown key. A server calls it before
 * it listens.
 */
export const openKeyRing = async (deps: Pick<Deps, 'db' | 'keys'>): Promise<void> => {
  let next: { at: number; loading: Promise<void> } | null = null
  deps.keys.ring.reload = () => {
    const now = performance.now()
    if (!next || now - next.at > RELOAD_PACE_MS) next = { at: now, loading: load(deps) }
    return next.loading
  }
  await load(deps)
}

export interface ListedKey extends KeyGeneration {
  id: string
  /** Its name in certificates; null for a key of tokens. */
  keyId: string | null
  signs: boolean
  /** Gates without a contact since it was made, and hence without it; null unless it is the last key of passes. */
  silentGates: number | null
}

/** Returns all generations, each kind oldest first. */
export const listKeys = async ({ db, keys, clock }: Deps): Promise<ListedKey[]> => {
  const all = completeGenerations(await store.listGenerations(db))
  const ring = { ...keys.ring, generations: all }
  const now = clock()
  const last = all.findLast(({ kind }) => kind === 'pass')
  const silent = last && last.madeAt > 0 ? await store.countSilentGates(db, last.madeAt) : null
  return KEY_KINDS.flatMap((kind) => all.filter((each) => each.kind === kind)).map((each) => ({
    ...each,
    id: idOf(each),
    keyId: each.kind === 'pass' ? issuerKey(keys, each.generation).keyId : null,
    signs: signingOf(ring, each.kind, now) === each.generation,
    silentGates: each === last ? silent : null,
  }))
}

interface Command {
  tx: Tx
  all: KeyGeneration[]
  operator: string
  now: number
}

const makeKey = async ({ tx, all, operator, now }: Command, kind: KeyKind, signsAt: number): Promise<KeyGeneration> => {
  const generation = (all.findLast((each) => each.kind === kind)?.generation ?? 0) + 1
  const next = { kind, generation, madeAt: now, signsAt, revokedAt: null }
  await store.putGeneration(tx, next)
  await store.recordChange(tx, { at: now, operator, target: idOf(next), field: 'signsAt', after: signsAt })
  return next
}

/**
 * Makes the next key of a kind. It signs after its lead time; what the former one has signed stays valid. Throws
 * `KeyRefusal` while the last key does not sign yet.
 */
export const rotateKey = async (
  deps: Deps,
  kind: KeyKind,
  operator: string,
): Promise<KeyGeneration & { id: string }> => {
  const now = deps.clock()
  const next = await deps.db.transaction(async (tx) => {
    const all = completeGenerations(await store.lockGenerations(tx))
    const waiting = all.find((each) => each.kind === kind && each.revokedAt === null && each.signsAt > now)
    if (waiting)
      throw new KeyRefusal(409, `${idOf(waiting)} was made and does not sign yet; npm run keys -- list says when.`)
    return makeKey({ tx, all, operator, now }, kind, now + LEAD_MS[kind])
  })
  await load(deps)
  return { ...next, id: idOf(next) }
}

/** Lets another key sign at once in place of `revoked`, which signs now: a waiting one, or else a new one. */
const succeed = async (command: Command, revoked: KeyGeneration): Promise<void> => {
  const { tx, all, now } = command
  const waiting = all.find(
    ({ kind, generation, revokedAt }) => kind === revoked.kind && generation > revoked.generation && revokedAt === null,
  )
  if (waiting) await store.putGeneration(tx, { ...waiting, signsAt: now })
  else await makeKey(command, revoked.kind, now)
}

/**
 * Revokes a key by its name (`pass-2`): this server refuses at once what it has signed, the others within five seconds.
 * If it was the key that signs, the next one signs at once. Phones get new certificates at their next contact, and
 * members sign in again. Returns the number of certificates that ended. Throws `KeyRefusal` for an unknown or revoked
 * key.
 */
export const revokeKey = async (deps: Deps, id: string, operator: string): Promise<{ certificates: number }> => {
  const now = deps.clock()
  const certificates = await deps.db.transaction(async (tx) => {
    const all = completeGenerations(await store.lockGenerations(tx))
    const key = all.find((each) => idOf(each) === id)
    if (!key) throw new KeyRefusal(404, 'There is no such key; npm run keys -- list names them.')
    if (key.revokedAt !== null) throw new KeyRefusal(409, `${id} was revoked before.`)
    const ring = { ...deps.keys.ring, generations: all }
    if (signingOf(ring, key.kind, now) === key.generation) await succeed({ tx, all, operator, now }, key)
    await store.putGeneration(tx, { ...key, revokedAt: now })
    await store.recordChange(tx, { at: now, operator, target: id, field: 'revokedAt', after: now })
    return key.kind === 'pass' ? clearCertificates(tx, issuerKey(deps.keys, key.generation).keyId) : 0
  })
  await load(deps)
  return { certificates }
}

/** Follows commands that other servers executed. */
const followKeys = async (deps: Deps): Promise<void> => {
  const { ring } = deps.keys
  const before = new Set(ring.generations.filter(({ revokedAt }) => revokedAt !== null).map(idOf))
  await load(deps)
  for (const key of ring.generations) {
    if (key.kind !== 'pass' || key.revokedAt === null || before.has(idOf(key))) continue
    // This server may have signed with it until now.
    await deps.db.transaction((tx) => clearCertificates(tx, issuerKey(deps.keys, key.generation).keyId))
  }
}

/**
 * Returns the names of the revoked keys of passes, for marks of what contains their certificates. Only of those that
 * every server knows by `now` (ms UTC): one that does not may still sign with the key.
 */
export const revokedPassKeys = ({ ring }: Deps['keys'], now: number): string =>
  ring.generations
    .filter(({ kind, revokedAt }) => kind === 'pass' && revokedAt !== null && now >= revokedAt + 2 * RELOAD_MS)
    .map(idOf)
    .toSorted()
    .join(' ')

export const keyLoop: Loop = { name: 'keys', everyMs: RELOAD_MS, evenFull: true, run: followKeys }
