import { LANGUAGE_CODE, type Locale } from './locales.ts'

/** What the pages drawn at build time, the application and the worker agree on. */

/** Shells that are drawn with attractions and products on them. */
export const SHOW_THE_CITY = ['home', 'attractions', 'pass']

/** Header and navigation around nothing yet: the shell of every address that is not drawn at build time. */
export const FRAME = 'app'

/** Where the city is asked for; the language stands in the address, so that no cache on the way mixes two up. */
export const catalogueAddress = (locale: Locale): string => `/api/v1/catalogue?language=${LANGUAGE_CODE[locale]}`

/** Key in local storage that says that this browser has been here before. Never renamed. */
export const EPOCH_KEY = 'hp-epoch'
