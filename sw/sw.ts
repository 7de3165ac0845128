/// <reference lib="webworker" />
import { isLocale } from '#contract/locales.ts'
import { isPrefetchAllowed, type Connection } from '#contract/rules/prefetch.ts'
import { LOCALE_KEY, SETTINGS_CACHE, type StoreReply, type ToPage, type ToWorker } from './messages.ts'
import { activeLocale, Precache, type PrecacheEntry } from './precache.ts'
import { openPush, showPush } from './push.ts'
import { respond, type Shells } from './respond.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** The build replaces this expression by its list of files; it may be used only once. */
  __WB_MANIFEST: PrecacheEntry[]
}
/** Defined by the build. */
declare const SHELLS: Shells

const files = new Precache(self.__WB_MANIFEST)

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

/**
 * An update stores everything before it takes over: what worked offline must go on doing so. On 2G and with Save-Data
 * it leaves out the other screens where none was ever stored (decision 0353).
 */
const install = async (): Promise<void> => {
  await files.storeLocale(await activeLocale())
  if (!self.registration.active) return
  const { connection } = navigator as typeof navigator & { connection?: Connection }
  if (isPrefetchAllowed(connection) || (await files.hasFormerRest())) await files.storeRest(await activeLocale())
}

// Control the first visit at once, so that its screens work offline.
self.addEventListener('activate', (event) => {
  event.waitUntil(files.sweep().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const response = respond(event.request, files, SHELLS)
  if (response) event.respondWith(response)
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'LOCALE')
    event.waitUntil(
      precacheLocale(message.locale).then((reply) => {
        const [page] = event.ports
        page?.postMessage(reply)
        // A version that waits has files of its own. It has no page to answer, so it passes nothing on.
        if (page && reply.kept) self.registration.waiting?.postMessage(message)
      }),
    )
  if (message.type === 'REST') event.waitUntil(storeRest().then((reply) => event.ports[0]?.postMessage(reply)))
})

/** Fetches all files of a language, then switches the shells to it. Until then they stay in the former language. */
const precacheLocale = async (locale: unknown): Promise<StoreReply> => {
  if (!isLocale(locale)) return { kept: false }
  try {
    await files.storeLocale(locale)
    await (await caches.open(SETTINGS_CACHE)).put(LOCALE_KEY, new Response(locale))
    return { kept: true }
  } catch {
    return { kept: false }
  }
}

const storeRest = async (): Promise<StoreReply> => {
  try {
    await files.storeRest(await activeLocale())
    return { kept: true }
  } catch {
    // The page asks again at its next start.
    return { kept: false }
  }
}

// Background sync only nudges the pages, which send (O25).
self.addEventListener('sync', (event) => {
  ;(event as ExtendableEvent).waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      for (const page of pages) page.postMessage({ type: 'NUDGE' } satisfies ToPage)
    }),
  )
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event, self.registration)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event, self.clients)))
