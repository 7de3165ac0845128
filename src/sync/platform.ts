import { documentJar, type Jar } from '#api/tokens.ts'
import { idbOf, type Idb } from '#db/device.ts'
import { after, type After } from '#db/inTime.ts'
import { onNudged } from './nudge.ts'

/** What happens to a page. `nudge` comes from the service worker. */
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

/** Everything outside this folder that it stands on: a browser's page, or a tab of a test. */
export interface Platform {
  /** `''` in a page. */
  origin: string
  fetch: typeof fetch
  /** The phone's clock, ms; and one that never jumps. */
  wall: () => number
  monotonic: () => number
  /** 0 ≤ x < 1. */
  random: () => number
  /** Runs `job` once after `ms`; answers how to cancel. */
  after: After
  /** Null: this browser has none. */
  idb: Idb | null
  locks: LockManager | undefined
  jar: Jar
  /** Null: refused. */
  local: Storage | null
  caches: CacheStorage | null
  subtle: SubtleCrypto | null
  /** A hint, never the truth. */
  onLine: () => boolean
  visible: () => boolean
  on: (event: PageEvent, listener: () => void) => () => void
  /** Asks the browser to nudge this page when the network is back (where it can). */
  askForNudge: () => void
  /** Asks the browser not to evict what is kept here. */
  askToPersist: () => void
  /** Makes this page anew. */
  anew: () => void
  /** An error that nobody expected. */
  report: (error: unknown) => void
}

/** Tag of the background sync by which the worker knows whom to nudge. */
export const NUDGE_TAG = 'outbox'

const attempt = <T>(get: () => T): T | null => {
  try {
    return get()
  } catch {
    // Reading these throws where the browser forbids storage.
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

export const browserPlatform = (): Platform => {
  const indexedDB = attempt(() => globalThis.indexedDB)
  return {
    origin: '',
    fetch: (...args) => globalThis.fetch(...args),
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    random: () => Math.random(),
    after,
    idb: indexedDB ? idbOf(indexedDB, globalThis.IDBKeyRange) : null,
    locks: attempt(() => navigator.locks) ?? undefined,
    jar: documentJar(),
    local: attempt(() => globalThis.localStorage),
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
    anew: () => location.reload(),
    report: (error) => globalThis.reportError(error),
  }
}
