import { LANGUAGE_CODE, type Locale } from './locales.ts'

/** Constants that the prerendered shells, the application and the service worker share. */

/** Shells that are prerendered with attractions and products of the catalogue. */
export const SHOW_THE_CITY = ['home', 'attractions', 'pass']

/** Shell of every address that is not prerendered: header and navigation without content. */
export const FRAME = 'app'

/** As `FRAME`, for screens of the clean layout: without navigation, which would flash before a payment or a code. */
export const CLEAN_FRAME = 'clean'

/** Returns the address of the catalogue. The language is in the query, so that no cache mixes up two languages. */
export const catalogueAddress = (locale: Locale): string => `/api/v1/catalogue?language=${LANGUAGE_CODE[locale]}`

/**
 * First segments of the addresses whose screens a first visit stores, with their messages. The messages of other
 * screens are a file of their own (decision 0240).
 */
const FIRST_VISIT_SEGMENTS = ['', 'index', 'home', 'myPage']
export const isOfFirstVisit = (segment: string): boolean => FIRST_VISIT_SEGMENTS.includes(segment)

/**
 * Local storage key of the storage epoch, an id that is kept in three storages to notice when the browser has emptied
 * one (S20). Present once this browser has run the app. Never renamed.
 */
export const EPOCH_KEY = 'hp-epoch'
