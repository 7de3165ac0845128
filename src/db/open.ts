import type { Dexie } from 'dexie'

/** Some browsers never answer an open: then the app goes on without storage. */
const OPEN_MS = 4_000

/** Opens, or answers null: storage is refused, broken or hangs. Online use goes on. */
export const opened = async <T extends Dexie>(make: () => T): Promise<T | null> => {
  let db: T | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    db = make()
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('storage does not open')), OPEN_MS)
    })
    await Promise.race([db.open(), late])
    return db
  } catch {
    db?.close()
    return null
  } finally {
    clearTimeout(timer)
  }
}
