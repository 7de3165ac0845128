import type { Locale } from '#contract/locales.ts'

export type { Locale }

/** Messages of a page to the worker. */
export type ToWorker =
  /** The new version is to take over now. Workbox defines this message. */
  | { type: 'SKIP_WAITING' }
  /** The language has changed: fetch its files, then use them. Answered on `ports[0]` with `LocaleReply`. */
  | { type: 'LOCALE'; locale: Locale }
  /** Store the files that the first visit has left out. Answered on `ports[0]` with `StoreReply`. */
  | { type: 'REST' }

/** `kept`: all requested files are stored; after `LOCALE`, the language is also the one of the shells. */
export interface StoreReply {
  kept: boolean
}

/** Message of the worker to pages: the network may be back, so look for due actions (O25). */
export type ToPage = { type: 'NUDGE' }

/** Cache of settings, which a page can write before there is a worker. */
export const SETTINGS_CACHE = 'hp-settings'
/** The language of the shells. */
export const LOCALE_KEY = '/settings/locale'
/** The signed-in member, to whom pushes are shown; absent when nobody is signed in (S30). */
export const MEMBER_KEY = '/settings/member'

/** The worker's address. Released phones request it: never rename it. */
export const WORKER = '/sw.js'
