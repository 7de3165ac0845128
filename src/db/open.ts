import type { Dexie } from 'dexie'
import { inTime } from './inTime.ts'

/** Some browsers never answer an open, or the first question after it: then the app goes on without storage. */
const OPEN_MS = 4_000

/** Opens, and asks for what is needed first. Null: storage is refused, broken or hangs. Online use goes on. */
export const opened = async <T extends Dexie>(make: () => T, ask: (db: T) => Promise<unknown>): Promise<T | null> => {
  let db: T | undefined
  const there = async (made: T): Promise<T> => {
    await made.open()
    await ask(made)
    return made
  }
  try {
    db = make()
    const open = await inTime(there(db), OPEN_MS)
    if (open) return open
  } catch {
    // Refused or broken: as if it had not answered.
  }
  db?.close()
  return null
}
