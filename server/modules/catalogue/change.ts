import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { recordGroups } from './groupLists.ts'
import * as store from './store.ts'
import { forgetVersion, versionOf } from './version.ts'

/**
 * Runs `work` in a transaction that holds the catalogue's lock, and sets a new version in it. This process serves the
 * change at once, others within 0.5 s. Rolls back when `work` throws. Throws when the catalogue was never seeded.
 */
export const changeCatalogue = async <T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  work: (tx: Tx, state: store.State) => Promise<T>,
): Promise<T> => {
  const value = await db.transaction(async (tx) => {
    const state = await store.lockState(tx)
    if (!state) throw new Error('The catalogue was not seeded.')
    const result = await work(tx, state)
    await recordGroups(tx, clock())
    const revision = state.revision + 1
    const version = versionOf(state.seedVersion ?? state.version, revision)
    await store.setState(tx, { revision, version, at: clock() })
    return result
  })
  forgetVersion(db)
  return value
}
