import type { Dexie } from 'dexie'
import { withTimeout } from './withTimeout.ts'

/**
 * Some browsers never answer an `open`, or the first read after it. After this time the app works without storage
 * (S18).
 */
export const OPEN_MS = 4_000

/**
 * Opens the database that `create` makes, and runs `firstRead` on it. Resolves null when storage is refused, broken, or
 * silent for 4 s (S18).
 */
export const openDatabase = async <T extends Dexie>(
  create: () => T,
  firstRead: (db: T) => Promise<unknown>,
): Promise<T | null> => {
  let db: T | undefined
  const openAndRead = async (db: T): Promise<T> => {
    await db.open()
    await firstRead(db)
    return db
  }
  try {
    db = create()
    const open = await withTimeout(openAndRead(db), OPEN_MS)
    if (open) return open
  } catch {
    // Refused or broken: handled like a timeout.
  }
  db?.close()
  return null
}
