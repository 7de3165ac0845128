import * as sticky from '#contract/calls/stickyArea.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { SharedSource } from './shared.ts'

/** Answers for promotions and the search. They are apart from `shared.ts`, so that only these screens load them. */

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/** Returns the shared answer with the promotions in progress and those that have ended. */
export const sharedPromotions = (locale: Locale): SharedSource => ({
  key: `promotions:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(sticky.promotionList, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** Returns the shared answer with one promotion, its text and its attachment. */
export const sharedPromotion = (locale: Locale, id: string): SharedSource => ({
  key: `promotion:${locale}:${id}`,
  fetch: (api, etag) =>
    api.tagged(sticky.promotionDetail, { params: { id }, query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
