import type { Workbox } from 'workbox-window'
import {
  LOCALE_KEY,
  MEMBER_KEY,
  SETTINGS_CACHE,
  WORKER,
  type Kept,
  type Locale,
  type ToPage,
  type ToWorker,
} from '#sw/messages.ts'
import { isDirty } from './dirty.ts'

let workbox: Workbox | null = null
/** A new version has been fetched and waits to be used. */
let waiting = false
let asked = false
const listeners = new Set<() => void>()

export const subscribeUpdate = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const hasUpdate = (): boolean => waiting

const setWaiting = (next: boolean): void => {
  waiting = next
  for (const listener of listeners) listener()
}

const HOUR_MS = 3_600_000

/** Workbox follows one more worker in the life of a page, and one that broke off counts: later ones are ours to see. */
const followOn = (registration: ServiceWorkerRegistration): void => {
  const look = (): void => {
    if (navigator.serviceWorker.controller && registration.waiting) setWaiting(true)
  }
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  setInterval(() => void registration.update().catch(offline), HOUR_MS)
}
/** No answer means no new version; the next hour asks again. */
const offline = (): void => {}

/**
 * Registers the worker. Called after the application has been drawn: what it fetches must not delay the first sight.
 * It may come after `load`, so it does not wait for it. The worker finds the language beside it in Cache Storage.
 * Resolves once a worker that is being installed has its files, or cannot get them.
 */
export const registerWorker = async (locale: Locale): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  try {
    if (!navigator.serviceWorker.controller) await setSetting(LOCALE_KEY, locale)
    workbox = new (await import('workbox-window')).Workbox(WORKER, { updateViaCache: 'none' })
    workbox.addEventListener('waiting', () => setWaiting(true))
    workbox.addEventListener('controlling', ({ isUpdate }) => {
      // A first visit comes under control without anything changing; another tab may have asked.
      if (asked || (isUpdate && document.visibilityState === 'hidden' && !isDirty())) location.reload()
      else setWaiting(false)
    })
    const registration = await workbox.register({ immediate: true })
    if (!registration) return
    followOn(registration)
    await installed(registration.installing)
  } catch {
    // Storage or workers refused (private windows): the site works online.
  }
}

const installed = (worker: ServiceWorker | null): Promise<void> =>
  new Promise((resolve) => {
    const onState = () => {
      // With a controller, an installed worker waits for the visitor's word: its files are here.
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

/** The new version takes over and this page starts anew with it. */
export const applyUpdate = (): void => {
  asked = true
  workbox?.messageSkipWaiting()
}

/** Keeps another language on the phone. False: it could not be fetched whole, and the old one stays for offline starts. */
export const keepLocale = async (locale: Locale): Promise<boolean> => {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return false
  const { messageSW } = await import('workbox-window')
  const { kept } = (await messageSW(worker, { type: 'LOCALE', locale } satisfies ToWorker)) as Kept
  return kept
}

/** Calls back when the worker says that the network may be back. */
export const onNudge = (callback: () => void): void => {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if ((data as ToPage | null)?.type === 'NUDGE') callback()
  })
}

/** Pushes are shown to this member only; null when nobody is signed in. */
export const setPushMember = async (memberId: string | null): Promise<void> => {
  if ('caches' in window) await setSetting(MEMBER_KEY, memberId).catch(() => {})
}
