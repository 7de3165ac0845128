import { DEVICE_DB, isVisible, KEPT, KEPT_STORE, PASS_STORE, type PassRow, type SessionPointer } from '#db/names.ts'

/** Opens a database that is already there; one that is not there is not made. */
const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error(name))
  })

const read = async <T>(name: string, store: string, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open(name)
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(store).objectStore(store))
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error(store))
    })
  } finally {
    database.close()
  }
}

/**
 * The passes that this phone may show, each with the code that was last drawn of it.
 * Nothing stored, storage refused or damaged: an empty list; the application finds out and says so.
 */
export const storedPasses = async (cookies: string): Promise<PassRow[]> => {
  try {
    const kept = (store: IDBObjectStore) =>
      store.get(KEPT.session) as IDBRequest<{ value?: SessionPointer } | undefined>
    const pointer = (await read(DEVICE_DB, KEPT_STORE, kept))?.value
    if (!isVisible(pointer, cookies)) return []
    return await read(pointer.dbName, PASS_STORE, (store) => store.getAll() as IDBRequest<PassRow[]>)
  } catch {
    return []
  }
}
