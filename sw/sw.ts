/// <reference lib="webworker" />
import { isLocale } from '#contract/locales.ts'
import { LOCALE_KEY, SETTINGS_CACHE, type Kept, type ToPage, type ToWorker } from './messages.ts'
import { activeLocale, Precache, type Entry } from './precache.ts'
import { openPush, showPush } from './push.ts'
import { answer, type Shells } from './runtime.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Replaced by the list of the build; the name may stand here once only. */
  __WB_MANIFEST: Entry[]
}
/** Written by the build. */
declare const SHELLS: Shells

const files = new Precache(self.__WB_MANIFEST)

self.addEventListener('install', (event) => {
  event.waitUntil(activeLocale().then((locale) => files.keep(locale)))
})

// A first visit is controlled at once, so that its screens are there when the network is not.
self.addEventListener('activate', (event) => {
  event.waitUntil(files.sweep().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const response = answer(event.request, files, SHELLS)
  if (response) event.respondWith(response)
})

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting())
  if (message.type === 'LOCALE')
    event.waitUntil(keepLocale(message.locale).then((kept) => event.ports[0]?.postMessage(kept)))
})

/** The shells change over once every file of the language is here; until then the old language answers. */
const keepLocale = async (locale: unknown): Promise<Kept> => {
  if (!isLocale(locale)) return { kept: false }
  try {
    await files.keep(locale)
    await (await caches.open(SETTINGS_CACHE)).put(LOCALE_KEY, new Response(locale))
    return { kept: true }
  } catch {
    return { kept: false }
  }
}

// Background Sync, where there is one, only wakes the pages: they send.
self.addEventListener('sync', (event) => {
  ;(event as ExtendableEvent).waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      for (const page of pages) page.postMessage({ type: 'NUDGE' } satisfies ToPage)
    }),
  )
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event, self.registration)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event, self.clients)))
