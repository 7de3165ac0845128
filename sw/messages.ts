import type { Locale } from '#contract/locales.ts'

export type { Locale }

/** What a page says to the worker, and where it leaves what the worker must know before it can listen. */
export type ToWorker =
  /** The member wants the new version now. Workbox says it in these words. */
  | { type: 'SKIP_WAITING' }
  /** The language was changed: keep that language too, and show it. Answered on `ports[0]` with `Kept`. */
  | { type: 'LOCALE'; locale: Locale }

export interface Kept {
  kept: boolean
}

/** What the worker says to pages: the network may be back, look at what waits to be sent. */
export type ToPage = { type: 'NUDGE' }

/** Cache of small settings: the page writes the language that is shown before it registers the worker. */
export const SETTINGS_CACHE = 'hp-settings'
export const LOCALE_KEY = '/settings/locale'
/** The member whom pushes are shown to, as in the session; absent when nobody is signed in. */
export const MEMBER_KEY = '/settings/member'

/** The worker's address. Never renamed: phones in the field ask for it. */
export const WORKER = '/sw.js'
