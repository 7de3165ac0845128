import type { Database } from '#server/db/connect.ts'
import { stockState } from '#server/modules/stock/service.ts'
import * as store from './store.ts'

/** Age up to which a cached version is served. */
const TRUSTED_MS = 500
/** Age from which a caller starts the next read, without waiting for it. */
const RENEW_MS = 250

interface Read<T> {
  /** When it started. */
  at: number
  version: Promise<T>
}

/**
 * Caches the result of `read` for `TRUSTED_MS`, counted from the start of the read, and coalesces concurrent reads. From
 * `RENEW_MS` on, one caller renews it in the background: under load nobody waits for the database, which may be busy
 * with a transaction. Does not cache a failure. `now`: a monotonic clock, ms.
 */
export const cacheVersion = <T>(read: () => Promise<T>, now = () => performance.now()): (() => Promise<T>) => {
  let served: Read<T> | undefined
  let pending: Read<T> | undefined
  const start = (): Read<T> => {
    const started = { at: now(), version: read() }
    pending = started
    const end = (next: Read<T> | undefined): void => {
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
  const isYounger = (one: Read<T> | undefined, ageMs: number): one is Read<T> =>
    one !== undefined && now() - one.at < ageMs
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

interface CatalogueVersion {
  /** The same in every process. */
  version: string
  /** Of this process: never comes back once it has changed. */
  cacheKey: string
}
const versions = new WeakMap<Database, () => Promise<CatalogueVersion>>()
const marks = new WeakMap<Database, { mark: string; count: number }>()

/**
 * Counts the changes of the stock's mark that this process has read. A mark comes back (an option is sold out, then an
 * order closes), so that what was read under it may be of the time between.
 */
export const countMark = (db: Database, mark: string): number => {
  const last = marks.get(db)
  if (last?.mark === mark) return last.count
  const count = (last?.count ?? 0) + 1
  marks.set(db, { mark, count })
  return count
}

const readVersion = async (db: Database): Promise<CatalogueVersion> => {
  const seed = await store.version(db)
  const { mark } = await stockState(db)
  return { version: `${seed} ${mark}`, cacheKey: `${seed} ${mark} ${countMark(db, mark)}` }
}

const cached = (db: Database): Promise<CatalogueVersion> => {
  const read = versions.get(db) ?? cacheVersion(() => readVersion(db))
  versions.set(db, read)
  return read()
}

/** Returns the version of the catalogue and its stock, for the wire. It may be up to 0.5 s old. */
export const catalogueVersion = async (db: Database): Promise<string> => (await cached(db)).version

/**
 * Returns the key under which answers about the catalogue and its stock are cached. It may be up to 0.5 s old. Who reads
 * the stock for such an answer counts its mark, so that an answer that is newer than its key is dropped with the key.
 */
export const catalogueCacheKey = async (db: Database): Promise<string> => (await cached(db)).cacheKey

/** Drops the cached version, after a change that this process made. */
export const forgetVersion = (db: Database): void => {
  versions.delete(db)
}
