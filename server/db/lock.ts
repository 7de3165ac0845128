import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The folder is locked by a running process; the message is the sentence for the operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
}

/** References to the files while they are locked: garbage collection would close a file and release its lock. */
const held = new Set<DatabaseSync>()

/** An exclusive lock until `release`, or until the process ends in any way. */
export interface FolderLock {
  release: () => void
}

/**
 * Locks the data folder for this process. The lock is an exclusive transaction on a small SQLite file, hence a lock of
 * the operating system that `kill -9` releases. Throws `FolderTaken`.
 */
export const lockFolder = (dataDir: string): FolderLock => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw new FolderTaken(`Another server is already running on the data folder ${dataDir}; this one stops.`)
    throw error
  }
  held.add(file)
  return {
    release: () => {
      held.delete(file)
      file.close()
    },
  }
}

/** A share of a lock until `close`, or until the process ends in any way. */
export interface SharedLock {
  /** Gives up this share. Returns true when no other process has one; then none can get one until `close`. */
  isLast: () => boolean
  close: () => void
}

const WAITS_MS = 10_000

/** Takes a shared lock on a file; waits at most 10 s for an exclusive holder. Throws `FolderTaken`. */
export const shareLock = (path: string): SharedLock => {
  const file = new DatabaseSync(path, { timeout: WAITS_MS })
  try {
    // A rollback journal could not be created on a full disk, so `isLast` would fail. Nothing is written to this file.
    file.exec('PRAGMA journal_mode = MEMORY')
    // A read transaction holds SQLite's shared lock until it ends.
    file.exec('BEGIN; SELECT 1 FROM sqlite_master')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw new FolderTaken(`Another server holds ${path} and does not let go; this one stops.`)
    throw error
  }
  held.add(file)
  return {
    isLast: () => {
      file.exec('COMMIT; PRAGMA busy_timeout = 0')
      try {
        file.exec('BEGIN EXCLUSIVE')
        return true
      } catch {
        return false // another process has its share
      }
    },
    close: () => {
      held.delete(file)
      file.close()
    },
  }
}
