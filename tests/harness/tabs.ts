import { Dexie, type DexieEvent } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { CookieJar } from '#api/tokens.ts'
import type { Locale } from '#contract/locales.ts'
import { idbOf } from '#db/idb.ts'
import { createRuntime as rightPhone, type ClientRuntime } from '#sync/clientRuntime.ts'
import type { PageEvent, Platform } from '#sync/platform.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createLocks } from './locks.ts'
import type { Network } from './network.ts'

// Dexie disables live queries in a runtime without IndexedDB.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/** Request timeout. Only the test's network loses requests; a busy machine must not. */
const BUSY_MS = 300_000

/** Browsers with an open tab. */
const openBrowsers = new Set<object>()
/**
 * Dexie notifies all live queries of the process of each change, closed browsers included: unsubscribes them once no
 * browser is open.
 */
const forgetLiveQueries = () => {
  if (openBrowsers.size > 0) return
  const { subscribers, unsubscribe } = Dexie.on.storagemutated as unknown as DexieEvent
  for (const listener of subscribers) unsubscribe(listener as () => void)
}

const createMemoryStorage = (): Storage => {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

/** As much of Cache Storage as the phone uses. */
const createCaches = () => {
  const caches = new Map<string, Map<string, string>>()
  const open = async (name: string) => {
    const cache = caches.get(name) ?? new Map<string, string>()
    caches.set(name, cache)
    return {
      match: async (url: string) => {
        const text = cache.get(url)
        return text === undefined ? undefined : new Response(text)
      },
      put: async (url: string, response: Response) => void cache.set(url, await response.text()),
    }
  }
  const storage = { open, delete: async (name: string) => caches.delete(name) } as unknown as CacheStorage
  return { storage, names: () => [...caches.keys()], clear: () => caches.clear() }
}

export interface Tab {
  runtime: ClientRuntime
  fire: (event: PageEvent) => void
  /** Hides the page or shows it again, with the events of a browser. */
  setVisible: (isVisible: boolean) => void
  /** Stops the page without an event: timers and answers wait, locks stay held. */
  freeze: () => void
  thaw: () => void
  /** Ends the page: it runs nothing any more, and its locks are released. */
  kill: () => void
  reportedErrors: unknown[]
  /** How often the page asked to be reloaded. */
  reloadCount: number
}

export interface Browser {
  tab: (options?: { locale?: () => Locale; random?: () => number; subtle?: SubtleCrypto }) => Promise<Tab>
  clock: TestClock
  cookies: Map<string, { value: string; maxAge: number | null }>
  caches: ReturnType<typeof createCaches>
  local: Storage
  lockHeldBy: (name: string) => number | null
  /** Kills all tabs and deletes session cookies. */
  close: () => void
  /**
   * Evicts storage as a browser short of disk space does: databases and caches; with `all` also cookies and local
   * storage.
   */
  evict: (all?: boolean) => Promise<void>
  idb: IDBFactory | null
}

export interface BrowserOptions {
  network: Network
  clock?: TestClock
  /** Makes IndexedDB fail to open. */
  isStorageRefused?: boolean
  locks?: boolean
  /** A variant of the phone, with a planted mistake. */
  createRuntime?: typeof rightPhone
}

/** Creates one browser on one phone: its tabs share storage, cookies, locks and clock. */
export const createBrowser = ({
  network,
  clock = createTestClock(),
  isStorageRefused = false,
  locks = true,
  createRuntime = rightPhone,
}: BrowserOptions): Browser => {
  const cookies: Browser['cookies'] = new Map()
  const caches = createCaches()
  const local = createMemoryStorage()
  const lockTable = createLocks()
  const tabs: Tab[] = []
  const idb = isStorageRefused ? null : new IDBFactory()
  const jar: CookieJar = {
    get: (name) => cookies.get(name)?.value ?? null,
    set: (name, value, maxAge) => void cookies.set(name, { value, maxAge }),
    remove: (name) => void cookies.delete(name),
  }

  const tab: Browser['tab'] = async ({
    locale = () => 'en' as const,
    random = () => 0.5,
    subtle = globalThis.crypto.subtle,
  } = {}) => {
    const id = tabs.length + 1
    const listeners = new Map<PageEvent, Set<() => void>>()
    const reported: unknown[] = []
    let state: 'runs' | 'frozen' | 'dead' = 'runs'
    let isVisible = true
    let later: (() => void)[] = []
    const never = new Promise<never>(() => undefined)
    /** Resolves at once while the page runs, after `thaw` while it is frozen, and never once it is dead. */
    const alive = async () => {
      if (state === 'frozen') await new Promise<void>((resolve) => later.push(resolve))
      if (state === 'dead') await never
    }
    const platform: Platform = {
      origin: 'http://phone.test',
      fetch: async (input, init) => {
        // A request that a frozen page was about to send is sent when the page resumes.
        await alive()
        try {
          const response = await network.fetch(input, init)
          await alive()
          return response
        } catch (error) {
          await alive()
          throw error
        }
      },
      wall: clock.wall,
      monotonic: clock.monotonic,
      random,
      schedule: (ms, job) =>
        clock.after(ms, () => {
          if (state === 'frozen') later.push(job)
          else if (state === 'runs') job()
        }),
      idb: idb && idbOf(idb, IDBKeyRange),
      locks: locks ? lockTable.of(id) : undefined,
      jar,
      local,
      caches: caches.storage,
      subtle,
      onLine: () => true,
      visible: () => isVisible,
      on: (event, listener) => {
        const all = listeners.get(event) ?? new Set()
        listeners.set(event, all.add(listener))
        return () => all.delete(listener)
      },
      askForNudge: () => undefined,
      askToPersist: () => undefined,
      reload: () => void (tab.reloadCount += 1),
      report: (error) => {
        if (state !== 'dead') reported.push(error)
      },
    }
    const runtime = createRuntime({ platform, locale, idle: () => Promise.resolve(), timeoutMs: BUSY_MS })
    const fire = (event: PageEvent) => [...(listeners.get(event) ?? [])].forEach((listener) => listener())
    const tab: Tab = {
      runtime,
      reportedErrors: reported,
      reloadCount: 0,
      fire,
      setVisible: (next) => {
        isVisible = next
        fire(next ? 'visible' : 'hidden')
      },
      freeze: () => {
        if (state === 'runs') state = 'frozen'
      },
      thaw: () => {
        if (state !== 'frozen') return
        state = 'runs'
        const waiting = later
        later = []
        for (const job of waiting) job()
      },
      kill: () => {
        state = 'dead'
        runtime.memberOutbox()?.stop()
        runtime.guestOutbox()?.stop()
        const sessionState = runtime.session.state.get()
        if ('home' in sessionState) sessionState.home?.db.close()
        runtime.storage.device()?.close()
        lockTable.die(id)
      },
    }
    tabs.push(tab)
    openBrowsers.add(tabs)
    await runtime.start()
    return tab
  }

  return {
    tab,
    clock,
    cookies,
    caches,
    local,
    lockHeldBy: lockTable.held,
    idb,
    close: () => {
      for (const each of tabs) each.kill()
      for (const [name, { maxAge }] of cookies) if (maxAge === null) cookies.delete(name)
      openBrowsers.delete(tabs)
      forgetLiveQueries()
    },
    evict: async (all = false) => {
      for (const { name } of (await idb?.databases()) ?? []) {
        if (idb && name !== undefined) await emptyDatabase(idb, name)
      }
      caches.clear()
      if (!all) return
      cookies.clear()
      local.clear()
    },
  }
}

/** Empties every store, as an open page finds it after eviction: it reopens an empty database. */
const emptyDatabase = (idb: IDBFactory, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const open = idb.open(name)
    open.onerror = () => reject(open.error ?? new Error(name))
    open.onsuccess = () => {
      const db = open.result
      const names = [...db.objectStoreNames]
      const tx = db.transaction(names, 'readwrite')
      for (const store of names) tx.objectStore(store).clear()
      tx.oncomplete = () => {
        db.close()
        resolve()
      }
    }
  })

/** Less than the timeout of a test, so that the error names what did not come. */
const PATIENCE_MS = 45_000

/** Polls until `is` returns true, yielding to the event loop between polls; throws after `patienceMs`. */
export const waitUntil = async (
  is: () => boolean | Promise<boolean>,
  what = 'it',
  patienceMs = PATIENCE_MS,
): Promise<void> => {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    if (await is()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`${what} never came`)
}

/** Waits until pending work is done: for tests that expect that nothing happens. */
export const quiet = async (): Promise<void> => {
  let turns = 0
  await waitUntil(() => (turns += 1) > 100)
}
