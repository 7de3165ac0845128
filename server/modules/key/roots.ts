import { MINUTE_MS } from '#contract/time.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused } from '#server/http/command.ts'
import { KEY_KINDS, type RootState, signingRootOf } from '#server/keyRing.ts'
import { firstRoot, type Keys, newestRoot } from '#server/keys.ts'
import { clearCertificates, issuerKey } from '#server/modules/pass/service.ts'
import { beginCommand, type Command, idOf, LEAD_MS, makeKey, markRevoked, succeed } from './generations.ts'
import { load } from './ring.ts'
import * as store from './store.ts'

/**
 * Rotates and revokes the root secret (decision 0347):
 *
 *     line of the file, or setting ─ rotate → waits ─ a minute ─→ signs ─ next rotation → verifies
 *                                                └──────────── revoke ──────┴─────────────────┴─→ revoked
 *
 * A revoked root still finds cards by their hashes, and opens what only our database contains.
 */

/** Time between making a root and signing with it: each server must have read it. */
const ROOT_LEAD_MS = MINUTE_MS
const SETTINGS =
  'Put a new key into SECRET_KEY and the present one at the beginning of SECRET_KEY_FORMER, restart all servers, then repeat this command.'

/** Name of a root in the terminal. */
const nameOf = (rootId: string): string => `root-${rootId}`

export interface ListedRoot extends Pick<RootState, 'madeAt' | 'signsAt' | 'revokedAt' | 'sealedAt'> {
  id: string
  signs: boolean
  /** False for a root that the file or the settings have and no command has used yet. */
  isUsed: boolean
}

const UNUSED = { madeAt: 0, signsAt: 0, revokedAt: null, sealedAt: null }

/** Returns the roots of this process, oldest first, as the key ring has them. */
export const listRoots = ({ keys }: Pick<Deps, 'keys'>): ListedRoot[] => {
  const signing = keys.ring.signingRoot ?? firstRoot(keys).id
  return keys.roots.toReversed().map(({ id }) => {
    const { madeAt, signsAt, revokedAt, sealedAt } = keys.ring.roots.find(({ rootId }) => rootId === id) ?? UNUSED
    const isUsed = id === signing || keys.ring.roots.some(({ rootId }) => rootId === id)
    return { id: nameOf(id), signs: id === signing, isUsed, madeAt, signsAt, revokedAt, sealedAt }
  })
}

/**
 * Returns the root that is to sign next: the newest one if no command has used it, such as the one of a command that a
 * crash interrupted; else a new one. Throws `CommandRefused` where settings hold the roots and have no new one.
 */
const nextRoot = (keys: Keys, roots: readonly RootState[]): string => {
  const { id } = newestRoot(keys)
  if (keys.roots.length > 1 && !roots.some(({ rootId }) => rootId === id)) return id
  if (!keys.addRoot) throw new CommandRefused('E_STATE', SETTINGS)
  return keys.addRoot().id
}

/** Stores the first root by its id, and names it in the generations that derive from it, at the first command. */
const nameFirstRoot = async (command: Command, keys: Keys): Promise<void> => {
  const { tx, all, roots } = command
  if (roots.length > 0) return
  const first: RootState = { rootId: firstRoot(keys).id, ...UNUSED }
  await store.putRoot(tx, first)
  roots.push(first)
  for (const [at, key] of all.entries()) {
    const named = { ...key, rootId: first.rootId }
    await store.putGeneration(tx, named)
    all[at] = named
  }
}

/** Lets a root sign from `signsAt` (ms UTC). */
const putSigning = async (command: Command, rootId: string, signsAt: number): Promise<void> => {
  const { tx, roots, operator, now } = command
  const before = roots.findIndex((root) => root.rootId === rootId)
  const root: RootState = { madeAt: now, revokedAt: null, sealedAt: null, ...roots[before], rootId, signsAt }
  await store.putRoot(tx, root)
  await noteOperatorChange(tx, { at: now, operator, target: nameOf(rootId), field: 'signsAt', after: signsAt })
  if (before !== -1) roots.splice(before, 1)
  roots.push(root)
}

/**
 * Makes the next root, and the next keys of passes and tokens from it, each after its lead time. What the former root
 * has signed stays valid. The file has the root before the database does: after a crash between the two, the next
 * command takes it. Throws `CommandRefused` while a key or a root does not sign yet, and where settings have no new root.
 */
export const rotateRoot = async (deps: Deps, operator: string): Promise<{ id: string; signsAt: number }> => {
  const { keys, clock } = deps
  const now = clock()
  const signsAt = now + ROOT_LEAD_MS
  const id = await deps.db.transaction(async (tx) => {
    const command = await beginCommand(tx, operator, now)
    const root = command.roots.find((each) => each.revokedAt === null && each.signsAt > now)
    const key = command.all.find((each) => each.revokedAt === null && each.signsAt > now)
    const waiting = root ? nameOf(root.rootId) : key && idOf(key)
    if (waiting)
      throw new CommandRefused('E_STATE', `${waiting} was made and does not sign yet; npm run keys -- list says when.`)
    keys.reread()
    await nameFirstRoot(command, keys)
    const rootId = nextRoot(keys, command.roots)
    await putSigning(command, rootId, signsAt)
    for (const kind of KEY_KINDS) await makeKey(command, kind, now + LEAD_MS[kind])
    return rootId
  })
  await load(deps)
  return { id: nameOf(id), signsAt }
}

/** Lets the newest root sign at once, one that was not used yet or a new one, when `rootId` is to be revoked. */
const replaceRoot = async (command: Command, keys: Keys, rootId: string): Promise<void> => {
  const { roots, now } = command
  const places = keys.roots.map(({ id }) => id)
  const signing = signingRootOf(roots, now) ?? firstRoot(keys).id
  if (places.indexOf(rootId) > places.indexOf(signing)) return
  const newest = newestRoot(keys).id
  await putSigning(command, newest === rootId ? nextRoot(keys, roots) : newest, now)
}

/**
 * Revokes a root by its name: this server refuses at once what only that root has signed, the others within five
 * seconds. Keys of passes and tokens that derive from it are revoked. If it was the root that signs or a later one, the
 * next one signs at once. Returns the number of certificates that ended. Throws `CommandRefused` for an unknown or revoked
 * root, and where settings have no later one.
 */
export const revokeRoot = async (deps: Deps, name: string, operator: string): Promise<{ certificates: number }> => {
  const { keys, clock } = deps
  const now = clock()
  const certificates = await deps.db.transaction(async (tx) => {
    const command = await beginCommand(tx, operator, now)
    keys.reread()
    const rootId = keys.roots.find(({ id }) => nameOf(id) === name)?.id
    if (rootId === undefined)
      throw new CommandRefused('E_NOT_FOUND', 'There is no such root; npm run keys -- list names them.')
    if (command.roots.some((root) => root.rootId === rootId && root.revokedAt !== null))
      throw new CommandRefused('E_OVER', `${name} was revoked before.`)
    await nameFirstRoot(command, keys)
    // A root that was written and never used: it must be known before the newest one is chosen.
    const before = command.roots.find((root) => root.rootId === rootId)
    const revoked: RootState = { ...UNUSED, madeAt: now, signsAt: now, ...before, rootId, revokedAt: now }
    if (!before) command.roots.push(revoked)
    await replaceRoot(command, keys, rootId)
    await store.putRoot(tx, revoked)
    command.roots = command.roots.filter((root) => root.rootId !== rootId)
    await noteOperatorChange(tx, { at: now, operator, target: name, field: 'revokedAt', after: now })
    return revokeDerived(command, keys, rootId)
  })
  await load(deps)
  return { certificates }
}

/** Revokes the keys that derive from a root; returns the number of certificates that ended. */
const revokeDerived = async (command: Command, keys: Keys, rootId: string): Promise<number> => {
  const derived = command.all.filter((key) => key.rootId === rootId && key.revokedAt === null)
  let certificateCount = 0
  for (const kind of KEY_KINDS) await succeed(command, kind, derived)
  for (const key of derived) {
    await markRevoked(command, key)
    if (key.kind === 'pass') certificateCount += await clearCertificates(command.tx, issuerKey(keys, key).keyId)
  }
  return certificateCount
}
