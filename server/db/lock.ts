import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The folder belongs to a living process; the message is the one sentence for the operator. */
export class FolderTaken extends Error {
  override name = 'FolderTaken'
}

/** Referred to for as long as they are held: a collected file would be closed, and its lock lost. */
const held = new Set<DatabaseSync>()

/** Held until `release`, or until the process ends, however it ends. */
export interface FolderLock {
  release: () => void
}

/**
 * Takes the data folder for this process. The lock is an exclusive transaction on a small SQLite file, which is a
 * lock of the operating system: `kill -9` frees it. Throws `FolderTaken`.
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

/** Held beside others', until `close` or until the process ends, however it ends. */
export interface SharedLock {
  /** Ends the own share. True: nobody else has one, and nobody gets one until `close`. */
  isLast: () => boolean
  close: () => void
}

const WAITS_MS = 10_000

/** Shares a file's lock with other processes; waits for one that holds it alone, at most 10 s. Throws `FolderTaken`. */
export const shareLock = (path: string): SharedLock => {
  const file = new DatabaseSync(path, { timeout: WAITS_MS })
  try {
    // On a full disk no journal could be made, and the last one would not know that it is. Nothing is written here.
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
