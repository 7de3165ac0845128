import type { Workbox } from 'workbox-window'
import { HOUR_MS } from '#contract/time.ts'
import {
  LOCALE_KEY,
  MEMBER_KEY,
  SETTINGS_CACHE,
  WORKER,
  type Locale,
  type StoreReply,
  type ToPage,
  type ToWorker,
} from '#sw/messages.ts'
import { isDirty } from './dirty.ts'
import { mayPrefetch } from './prefetch.ts'

let workbox: Workbox | null = null
/** A new version is installed and waits to take over. */
let waiting = false
/** This page has applied the update. */
let isUpdateApplied = false
const listeners = new Set<() => void>()

/** Calls `listener` when `hasUpdate` may have changed; returns a function that removes it. */
export const subscribeUpdate = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Returns whether a new version waits. */
export const hasUpdate = (): boolean => waiting

const setWaiting = (next: boolean): void => {
  waiting = next
  for (const listener of listeners) listener()
}

/** Workbox watches only one further worker in the life of a page, even a failed one; this watches the later ones. */
const followOn = (registration: ServiceWorkerRegistration): void => {
  const checkWaiting = (): void => {
    if (navigator.serviceWorker.controller && registration.waiting) setWaiting(true)
  }
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', checkWaiting),
  )
  setInterval(() => void registration.update().catch(offline), HOUR_MS)
}
/** Without an answer the update check is repeated after an hour. */
const offline = (): void => {}

/**
 * Registers the worker. Call it after the first render, which its downloads must not delay; it does not wait for
 * `load`, which may be over. Passes the language to the worker through Cache Storage. Resolves once a worker that is
 * being installed has its files, or has failed.
 */
export const registerWorker = async (locale: Locale): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  try {
    if (!navigator.serviceWorker.controller) await setSetting(LOCALE_KEY, locale)
    workbox = new (await import('workbox-window')).Workbox(WORKER, { updateViaCache: 'none' })
    workbox.addEventListener('waiting', () => setWaiting(true))
    workbox.addEventListener('controlling', ({ isUpdate }) => {
      // On a first visit the worker takes control without an update. Another tab may have applied one.
      if (isUpdateApplied || (isUpdate && document.visibilityState === 'hidden' && !isDirty())) location.reload()
      else setWaiting(false)
    })
    const registration = await workbox.register({ immediate: true })
    if (!registration) return
    followOn(registration)
    await installed(registration.installing)
  } catch {
    // Storage or workers are refused (private windows): the site works online.
  }
}

const installed = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    const onState = () => {
      // With a controller, an installed worker waits for `applyUpdate`, and has its files.
      const waits = worker?.state === 'installed' && navigator.serviceWorker.controller !== null
      if (!worker || waits || worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker?.addEventListener('statechange', onState)
    onState()
  })

const setSetting = async (key: string, value: string | null): Promise<void> => {
  const cache = await caches.open(SETTINGS_CACHE)
  await (value === null ? cache.delete(key) : cache.put(key, new Response(value)))
}

/** Lets the new version take over, and reloads this page with it. */
export const applyUpdate = (): void => {
  isUpdateApplied = true
  workbox?.messageSkipWaiting()
}

/** Sends a message to the worker. Resolves false without a worker, or when a file could not be fetched. */
const askToStore = async (message: ToWorker): Promise<boolean> => {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return false
  const { messageSW } = await import('workbox-window')
  const { kept: isStored } = (await messageSW(worker, message)) as StoreReply
  return isStored
}

/**
 * Makes the worker fetch another language for offline starts. Resolves false when it could not: then offline starts stay
 * in the former language.
 */
export const precacheLocale = (locale: Locale): Promise<boolean> => askToStore({ type: 'LOCALE', locale })

/**
 * Gives the worker the language of the page when it has another: it misses a change while it is being installed, and
 * browsers delete the cookie of the language.
 */
export const alignLocale = async (locale: Locale): Promise<void> => {
  const cache = await caches.open(SETTINGS_CACHE)
  if ((await (await cache.match(LOCALE_KEY))?.text()) !== locale) await precacheLocale(locale)
}

/**
 * Makes the worker store the files that the first visit left out; false as for `precacheLocale`, and on 2G or with
 * Save-Data (spec 9.24).
 */
export const storeRest = async (): Promise<boolean> => mayPrefetch() && askToStore({ type: 'REST' })

/** Calls `callback` when the worker sends its nudge: the network may be back (O25). */
export const onNudge = (callback: () => void): void => {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as ToPage | null)?.type === 'NUDGE') callback()
  })
}

/** Sets the only member to whom the worker shows pushes; null when nobody is signed in (S30). */
export const setPushMember = async (memberId: string | null): Promise<void> => {
  if ('caches' in window) await setSetting(MEMBER_KEY, memberId).catch(() => {})
}
