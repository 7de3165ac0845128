import type { Database } from '#server/db/connect.ts'
import { stockState } from '#server/modules/stock/service.ts'
import * as store from './store.ts'

/** How long a version that was read is taken for the newest. */
const TRUSTED_MS = 500

/** Asks `read` at most twice a second, however many calls want to know. A failure is not remembered. */
const rememberVersion = (read: () => Promise<string>): (() => Promise<string>) => {
  let at = Number.NEGATIVE_INFINITY
  let known: Promise<string> | undefined
  return () => {
    const now = performance.now()
    if (known && now - at < TRUSTED_MS) return known
    at = now
    const asked = read()
    known = asked
    asked.catch(() => {
      if (known === asked) known = undefined
    })
    return asked
  }
}

/** Name of a catalogue: the seed that it came from, and how often operators changed it since. */
export const versionOf = (seed: string, revision: number): string => (revision === 0 ? seed : `${seed}.${revision}`)

const versions = new WeakMap<Database, () => Promise<string>>()

/**
 * Which catalogue this is and which options are sold out; answers that are shared are kept under it. A change is seen
 * within half a second.
 */
export const catalogueVersion = (db: Database): Promise<string> => {
  const ask =
    versions.get(db) ?? rememberVersion(async () => `${await store.version(db)} ${(await stockState(db)).mark}`)
  versions.set(db, ask)
  return ask()
}

/** After a change that this process made: the next answer shows it. */
export const forgetVersion = (db: Database): void => {
  versions.delete(db)
}
