import type { Gift } from '#contract/calls/gift.ts'
import { withTimeout } from '#db/withTimeout.ts'
import {
  DEVICE_DB,
  DRAWN_STORE,
  GIFT_STORE,
  isVisible,
  OWNER_CHANGE_KEY,
  VALUE_KEYS,
  KEPT_STORE,
  OUTBOX_STORE,
  PASS_HIDING_COMMANDS,
  PASS_STORE,
  type DrawnRow,
  type PassRow,
  type SessionPointer,
} from '#db/names.ts'
import { firstPassOf, startupPassOf, STARTUP_COPY_KEY, type StartupPass, type StartupCopy } from '#db/startupCopy.ts'

/** Give up after 1 s and let the application report the storage failure (L16). */
const ANSWER_MS = 1_000

/** Opens an existing database; rejects, and creates none, when there is none. */
const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error(name))
  })

const read = async <T>(name: string, store: string, readFrom: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open(name)
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store)
      const request = readFrom(transaction.objectStore(store))
      // Commit now: if the page is left before the answer, Safari would keep the transaction open and block other
      // pages.
      transaction.commit()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error(store))
    })
  } finally {
    database.close()
  }
}

const fromDatabases = async (cookies: string): Promise<StartupPass | null> => {
  try {
    const readPointer = (store: IDBObjectStore) =>
      store.get(VALUE_KEYS.session) as IDBRequest<{ value?: SessionPointer } | undefined>
    const pointer = (await read(DEVICE_DB, KEPT_STORE, readPointer))?.value
    if (!isVisible(pointer, cookies)) return null
    const all = <T>(store: string) => read(pointer.dbName, store, (rows) => rows.getAll() as IDBRequest<T[]>)
    const [passes, codes, gifts, actions] = await Promise.all([
      all<PassRow>(PASS_STORE),
      all<DrawnRow>(DRAWN_STORE),
      all<Gift>(GIFT_STORE),
      all<{ command: string; args: { passUid?: string } }>(OUTBOX_STORE),
    ])
    // Simpler and stricter than the application's rule: a pass that may be in a gift is left to the application.
    const sentGifts = gifts.filter(({ type, state }) => type === 'sent' && state === 'sent')
    const hidden = actions.flatMap(({ command, args }) =>
      PASS_HIDING_COMMANDS.some((name) => name === command) ? (args.passUid ?? []) : [],
    )
    const first = firstPassOf(passes, new Set([...sentGifts.map(({ passUid }) => passUid), ...hidden]))
    return startupPassOf(
      first,
      codes.find(({ passUid }) => passUid === first?.passUid),
      passes.length,
    )
  } catch {
    return null
  }
}

/**
 * Returns the pass that this phone may show first: from the copy in local storage, else, as a promise, from the
 * databases. Null when there is none, or storage is refused or damaged, which the application reports. `cookies` is
 * `document.cookie`.
 */
export const storedPass = (cookies: string): StartupPass | null | Promise<StartupPass | null> => {
  try {
    // The databases may still name the former owner (S33).
    if (localStorage.getItem(OWNER_CHANGE_KEY) !== null) return null
    const copy = JSON.parse(localStorage.getItem(STARTUP_COPY_KEY) ?? 'null') as StartupCopy | null
    if (copy?.first !== undefined) return isVisible(copy, cookies) ? copy.first : null
  } catch {
    // Local storage is refused or damaged: try the databases.
  }
  return withTimeout(fromDatabases(cookies), ANSWER_MS).then((first) => first ?? null)
}
