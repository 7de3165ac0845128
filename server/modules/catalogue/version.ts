import type { Database } from '#server/db/connect.ts'
import { stockState } from '#server/modules/stock/service.ts'
import * as store from './store.ts'

/** Life of the cached version. */
const TRUSTED_MS = 500

/** Caches the result of `read` for `TRUSTED_MS` and coalesces concurrent reads. Does not cache a failure. */
const rememberVersion = (read: () => Promise<string>): (() => Promise<string>) => {
  let at = Number.NEGATIVE_INFINITY
  let cachedRead: Promise<string> | undefined
  return () => {
    const now = performance.now()
    if (cachedRead && now - at < TRUSTED_MS) return cachedRead
    at = now
    const pendingRead = read()
    cachedRead = pendingRead
    pendingRead.catch(() => {
      if (cachedRead === pendingRead) cachedRead = undefined
    })
    return pendingRead
  }
}

/**
 * Returns the version of a catalogue: the version of its seed, then `.` and the number of changes since, if there are
 * any.
 */
export const versionOf = (seed: string, revision: number): string => (revision === 0 ? seed : `${seed}.${revision}`)

const versions = new WeakMap<Database, () => Promise<string>>()

/**
 * Returns the version of the catalogue and its stock, under which shared answers are cached. It may be up to 0.5 s old.
 */
export const catalogueVersion = (db: Database): Promise<string> => {
  const ask =
    versions.get(db) ?? rememberVersion(async () => `${await store.version(db)} ${(await stockState(db)).mark}`)
  versions.set(db, ask)
  return ask()
}

/** Drops the cached version, after a change that this process made. */
export const forgetVersion = (db: Database): void => {
  versions.delete(db)
}
