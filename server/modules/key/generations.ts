import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import {
  completeGenerations,
  generationsOf,
  type KeyGeneration,
  type KeyKind,
  type RootState,
  signingOf,
} from '#server/keyRing.ts'
import * as store from './store.ts'

/** What commands about generations and about roots have in common; each runs in one transaction. */

/**
 * Time between making a key and signing with it. For passes each gate must have its public key before, and a gate is
 * online once a day (`GatesSilent`); for tokens each server must have read it.
 */
export const LEAD_MS: Record<KeyKind, number> = { pass: DAY_MS, token: MINUTE_MS }

/** Name of a generation in the terminal: `pass-2`. */
export const idOf = ({ kind, generation }: Pick<KeyGeneration, 'kind' | 'generation'>): string =>
  `${kind}-${generation}`

/** A command of an operator, under the lock of the generations. */
export interface Command {
  tx: Tx
  all: KeyGeneration[]
  roots: RootState[]
  operator: string
  now: number
}

/** Locks generations and roots until the transaction ends, and reads them: two commands run one after the other. */
export const beginCommand = async (tx: Tx, operator: string, now: number): Promise<Command> => {
  const all = completeGenerations(await store.lockGenerations(tx))
  return { tx, all, roots: await store.listRoots(tx), operator, now }
}

/** Returns the id of the root from which new keys derive: the last one that is not revoked; null: the first one. */
export const rootForNext = (roots: readonly RootState[]): string | null =>
  roots.findLast(({ revokedAt }) => revokedAt === null)?.rootId ?? null

/** Makes the next key of a kind, which signs from `signsAt` (ms UTC). */
export const makeKey = async (
  { tx, all, roots, operator, now }: Command,
  kind: KeyKind,
  signsAt: number,
): Promise<KeyGeneration> => {
  const generation = (all.findLast((each) => each.kind === kind)?.generation ?? 0) + 1
  const next = { kind, generation, madeAt: now, signsAt, revokedAt: null, rootId: rootForNext(roots) }
  await store.putGeneration(tx, next)
  await noteOperatorChange(tx, { at: now, operator, target: idOf(next), field: 'signsAt', after: signsAt })
  return next
}

/**
 * Lets another key of a kind sign at once if one of those to be revoked signs now: a waiting one, or else a new one. Call
 * it before they are marked.
 */
export const succeed = async (command: Command, kind: KeyKind, revoked: readonly KeyGeneration[]): Promise<void> => {
  const { tx, all, now } = command
  const signing = signingOf({ generations: all }, kind, now)
  if (!revoked.includes(signing)) return
  const waiting = generationsOf({ generations: all }, kind).find(
    (each) => each.generation > signing.generation && each.revokedAt === null && !revoked.includes(each),
  )
  if (waiting) await store.putGeneration(tx, { ...waiting, signsAt: now })
  else await makeKey(command, kind, now)
}

/** Marks a key as revoked. */
export const markRevoked = async ({ tx, operator, now }: Command, key: KeyGeneration): Promise<void> => {
  await store.putGeneration(tx, { ...key, revokedAt: now })
  await noteOperatorChange(tx, { at: now, operator, target: idOf(key), field: 'revokedAt', after: now })
}
