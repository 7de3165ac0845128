import { documentJar, type CookieJar } from '#api/tokens.ts'
import { idbOf, type Idb } from '#db/idb.ts'
import { schedule, type Schedule } from '#db/withTimeout.ts'
import { onNudged } from './nudge.ts'

/** Events of a page. `nudge` comes from the service worker. */
export const PAGE_EVENTS = [
  'online',
  'offline',
  'visible',
  'hidden',
  'pagehide',
  'pageshow',
  'freeze',
  'resume',
  'nudge',
] as const
export type PageEvent = (typeof PAGE_EVENTS)[number]

/** Everything outside this folder that it depends on. Tests replace it by a simulated tab. */
export interface Platform {
  /** `''` in a page. */
  origin: string
  fetch: typeof fetch
  /** The phone's clock, ms UTC. */
  wall: () => number
  /** ms; never jumps. */
  monotonic: () => number
  /** 0 ≤ x < 1. */
  random: () => number
  /** Runs `job` once after `ms`; returns a function that cancels it. */
  schedule: Schedule
  /** Null where the browser has no IndexedDB, or forbids it. */
  idb: Idb | null
  locks: LockManager | undefined
  jar: CookieJar
  /** Null where the browser forbids local storage. */
  local: Storage | null
  caches: CacheStorage | null
  subtle: SubtleCrypto | null
  /** `navigator.onLine`: a hint only (O39). */
  onLine: () => boolean
  visible: () => boolean
  /** Returns a function that removes the listener. */
  on: (event: PageEvent, listener: () => void) => () => void
  /** Registers a background sync, by which the worker nudges this page when the network is back (O25). */
  askForNudge: () => void
  /** Asks the browser for persistent storage (S26). */
  askToPersist: () => void
  /** Reloads this page. */
  reload: () => void
  /** Reports an unexpected error. */
  report: (error: unknown) => void
}

/** Tag of the background sync of the outbox. */
export const NUDGE_TAG = 'outbox'

const attempt = <T>(get: () => T): T | null => {
  try {
    return get()
  } catch {
    // The getters of storage throw where the browser forbids it.
    return null
  }
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

const listen = (event: PageEvent, listener: () => void): (() => void) => {
  if (event === 'nudge') return onNudged(listener)
  const onDocument = event === 'visible' || event === 'hidden' || event === 'freeze' || event === 'resume'
  const target: EventTarget = onDocument ? document : window
  const name = event === 'visible' || event === 'hidden' ? 'visibilitychange' : event
  const handler = () => {
    if (name !== 'visibilitychange' || document.visibilityState === event) listener()
  }
  target.addEventListener(name, handler)
  return () => target.removeEventListener(name, handler)
}

/** Returns local storage; throws where the browser forbids it, some only when it is read. */
const localStorageOf = (): Storage => {
  const local = globalThis.localStorage
  local.getItem('')
  return local
}

/** Returns the platform of a page in a browser. */
export const browserPlatform = (): Platform => {
  const indexedDB = attempt(() => globalThis.indexedDB)
  return {
    origin: '',
    fetch: (...args) => globalThis.fetch(...args),
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
    schedule,
    idb: indexedDB ? idbOf(indexedDB, globalThis.IDBKeyRange) : null,
    locks: attempt(() => navigator.locks) ?? undefined,
    jar: documentJar(),
    local: attempt(localStorageOf),
    caches: attempt(() => globalThis.caches) ?? null,
    subtle: globalThis.crypto.subtle ?? null,
    onLine: () => navigator.onLine,
    visible: () => document.visibilityState === 'visible',
    on: listen,
    askForNudge: () => {
      void navigator.serviceWorker?.ready
        .then((registration: SyncRegistration) => registration.sync?.register(NUDGE_TAG))
        .catch(() => undefined)
    },
    askToPersist: () => void navigator.storage?.persist?.().catch(() => false),
    reload: () => location.reload(),
    report: (error) => globalThis.reportError(error),
  }
}
