import type { Database } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { completeGenerations, signingRootOf } from '#server/keyRing.ts'
import { type Keys, rootOf } from '#server/keys.ts'
import { ConfigError } from '#server/settings.ts'
import * as store from './store.ts'

/** Brings the key ring of this process up to the database, and its roots up to the file. */

const RELOAD_PACE_MS = 1_000

const read = async (db: Database) => ({
  roots: await store.listRoots(db),
  generations: completeGenerations(await store.listGenerations(db)),
})

const apply = (keys: Keys, { roots, generations }: Awaited<ReturnType<typeof read>>, now: number): void => {
  const { ring } = keys
  ring.roots = roots
  ring.signingRoot = signingRootOf(roots, now)
  ring.generations = generations.filter(({ rootId }) => rootOf(keys, rootId) !== undefined)
}

/** Reads the generations and roots from the database as they count at `now` (ms UTC). */
export const readKeyRing = async (db: Database, keys: Keys, now: number): Promise<void> =>
  apply(keys, await read(db), now)

/** Returns the ids of the roots that the database names and this process does not have. */
export const lackingRoots = ({ roots, ring }: Keys): string[] =>
  ring.roots.map(({ rootId }) => rootId).filter((rootId) => !roots.some(({ id }) => id === rootId))

/**
 * Reads the database and the file of the roots anew; in this order, because a command writes the file first. A damaged
 * file is logged: revocations must be followed anyway.
 */
export const load = async ({ db, keys, clock, log }: Pick<Deps, 'db' | 'keys' | 'clock' | 'log'>): Promise<void> => {
  const rows = await read(db)
  try {
    keys.reread()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    log.error(error.message)
  }
  apply(keys, rows, clock())
  const lacking = lackingRoots(keys)
  if (lacking.length > 0) log.error({ roots: lacking }, 'this server lacks root secrets that the database names')
}

/**
 * Reads which keys exist, and lets the key ring read them anew at a token of an unknown key. A server calls it before
 * it listens. Throws `ConfigError` when it lacks a root that the database names: others could not read what it signs.
 */
export const openKeyRing = async (deps: Pick<Deps, 'config' | 'db' | 'keys' | 'clock' | 'log'>): Promise<void> => {
  const { keys, config } = deps
  let next: { at: number; loading: Promise<void> } | null = null
  keys.ring.reload = () => {
    const now = performance.now()
    if (!next || now - next.at > RELOAD_PACE_MS) next = { at: now, loading: load(deps) }
    return next.loading
  }
  await load(deps)
  const lacking = lackingRoots(keys)
  if (lacking.length > 0)
    throw new ConfigError(
      `The database names root secrets that ${
        config.secretKey === null ? `${config.dataDir}/keys/secret does` : 'SECRET_KEY and SECRET_KEY_FORMER do'
      } not have: ${lacking.map((id) => `root-${id}`).join(', ')}. Put them back (docs/operations/keys.md).`,
    )
}
