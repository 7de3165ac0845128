import type { Database } from '#server/db/connect.ts'
import { stockState } from '#server/modules/stock/service.ts'
import * as store from './store.ts'

/** Age up to which a cached version is served. */
const TRUSTED_MS = 500
/** Age from which a caller starts the next read, without waiting for it. */
const RENEW_MS = 250

interface Read {
  /** When it started. */
  at: number
  version: Promise<string>
}

/**
 * Caches the result of `read` for `TRUSTED_MS`, counted from the start of the read, and coalesces concurrent reads. From
 * `RENEW_MS` on, one caller renews it in the background: under load nobody waits for the database, which may be busy
 * with a transaction. Does not cache a failure. `now`: a monotonic clock, ms.
 */
export const cacheVersion = (read: () => Promise<string>, now = () => performance.now()): (() => Promise<string>) => {
  let served: Read | undefined
  let pending: Read | undefined
  const start = (): Read => {
    const started = { at: now(), version: read() }
    pending = started
    const end = (next: Read | undefined): void => {
      if (pending !== started) return
      served = next
      pending = undefined
    }
    started.version.then(
      () => end(started),
      () => end(served),
    )
    return started
  }
  const isYounger = (one: Read | undefined, ageMs: number): one is Read => one !== undefined && now() - one.at < ageMs
  return () => {
    if (isYounger(served, RENEW_MS)) return served.version
    const renewal = isYounger(pending, TRUSTED_MS) ? pending : start()
    return (isYounger(served, TRUSTED_MS) ? served : renewal).version
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
  const cached =
    versions.get(db) ?? cacheVersion(async () => `${await store.version(db)} ${(await stockState(db)).mark}`)
  versions.set(db, cached)
  return cached()
}

/** Drops the cached version, after a change that this process made. */
export const forgetVersion = (db: Database): void => {
  versions.delete(db)
}
