import * as sticky from '#contract/calls/stickyArea.ts'
import { list as venueList } from '#contract/calls/venue.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { SharedSource } from './shared.ts'

/** What visitors read about the city besides the catalogue. Apart from it, so that the first screen does without. */

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/** Returns the shared answer with all travel information, without its texts. */
export const sharedTravelInfos = (locale: Locale): SharedSource => ({
  key: `travelInfos:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(sticky.travelInfoList, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with one entry of travel information and its text. */
export const sharedTravelInfo = (locale: Locale, id: string): SharedSource => ({
  key: `travelInfo:${locale}:${id}`,
  fetch: (api, etag) =>
    api.tagged(sticky.travelInfoDetail, { params: { id }, query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with the ways to the city and in it, and the metro's lines. */
export const sharedDirections = (locale: Locale): SharedSource => ({
  key: `directions:${locale}`,
  fetch: (api, etag) => api.tagged(sticky.directions, { query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** Returns the shared answer with all partners that give a discount (spec 7.11). */
export const sharedPartners = (locale: Locale): SharedSource => ({
  key: `partners:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(venueList, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})
