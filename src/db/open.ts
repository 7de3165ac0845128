import type { Dexie } from 'dexie'

/** Some browsers never answer an open, or the first question after it: then the app goes on without storage. */
const OPEN_MS = 4_000

/** Opens, and asks for what is needed first. Null: storage is refused, broken or hangs. Online use goes on. */
export const opened = async <T extends Dexie>(make: () => T, ask: (db: T) => Promise<unknown>): Promise<T | null> => {
  let db: T | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const made = (db = make())
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('storage does not open')), OPEN_MS)
    })
    await Promise.race([made.open().then(() => ask(made)), late])
    return made
  } catch {
    db?.close()
    return null
  } finally {
    clearTimeout(timer)
  }
}
