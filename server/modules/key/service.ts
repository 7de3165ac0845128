import type { Deps, Loop } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { KEY_KINDS, type KeyGeneration, type KeyKind, signingOf } from '#server/keyRing.ts'
import { clearCertificates, issuerKey } from '#server/modules/pass/service.ts'
import { beginCommand, idOf, LEAD_MS, makeKey, markRevoked, succeed } from './generations.ts'
import { load } from './ring.ts'
import * as store from './store.ts'

export { lackingRoots, openKeyRing, readKeyRing } from './ring.ts'

/** Rotates and revokes the keys that sign certificates of passes, and tokens; `roots.ts` does the same for roots. */

/** How long another server accepts a revoked key at most. */
const RELOAD_MS = 5_000

export interface ListedKey extends KeyGeneration {
  id: string
  /** Its name in certificates; null for a key of tokens. */
  keyId: string | null
  signs: boolean
  /** Gates without a contact since it was made, and hence without it; null unless it is the last key of passes. */
  silentGates: number | null
}

/** Returns all generations, each kind oldest first. */
export const listKeys = async (deps: Deps): Promise<ListedKey[]> => {
  const { db, keys, clock } = deps
  await load(deps)
  const all = keys.ring.generations
  const now = clock()
  const last = all.findLast(({ kind }) => kind === 'pass')
  const silent = last && last.madeAt > 0 ? await store.countSilentGates(db, last.madeAt) : null
  return KEY_KINDS.flatMap((kind) => all.filter((each) => each.kind === kind)).map((each) => ({
    ...each,
    id: idOf(each),
    keyId: each.kind === 'pass' ? issuerKey(keys, each).keyId : null,
    signs: signingOf(keys.ring, each.kind, now).generation === each.generation,
    silentGates: each === last ? silent : null,
  }))
}

/**
 * Makes the next key of a kind. It signs after its lead time; what the former one has signed stays valid. Throws
 * `CommandRefused` while the last key does not sign yet.
 */
export const rotateKey = async (
  deps: Deps,
  kind: KeyKind,
  operator: string,
): Promise<KeyGeneration & { id: string }> => {
  const now = deps.clock()
  const next = await deps.db.transaction(async (tx) => {
    const command = await beginCommand(tx, operator, now)
    const waiting = command.all.find((each) => each.kind === kind && each.revokedAt === null && each.signsAt > now)
    if (waiting)
      throw new CommandRefused(
        'E_STATE',
        `${idOf(waiting)} was made and does not sign yet; npm run keys -- list says when.`,
      )
    return makeKey(command, kind, now + LEAD_MS[kind])
  })
  await load(deps)
  return { ...next, id: idOf(next) }
}

/**
 * Revokes a key by its name (`pass-2`): this server refuses at once what it has signed, the others within five seconds.
 * If it was the key that signs, the next one signs at once. Phones get new certificates at their next contact, and
 * members sign in again. Returns the number of certificates that ended. Throws `CommandRefused` for an unknown or revoked
 * key.
 */
export const revokeKey = async (deps: Deps, id: string, operator: string): Promise<{ certificates: number }> => {
  const now = deps.clock()
  const certificates = await deps.db.transaction(async (tx) => {
    const command = await beginCommand(tx, operator, now)
    const key = command.all.find((each) => idOf(each) === id)
    if (!key) throw new CommandRefused('E_NOT_FOUND', 'There is no such key; npm run keys -- list names them.')
    if (key.revokedAt !== null) throw new CommandRefused('E_OVER', `${id} was revoked before.`)
    await succeed(command, key.kind, [key])
    await markRevoked(command, key)
    return key.kind === 'pass' ? clearCertificates(tx, issuerKey(deps.keys, key).keyId) : 0
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
    await deps.db.transaction((tx) => clearCertificates(tx, issuerKey(deps.keys, key).keyId))
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
