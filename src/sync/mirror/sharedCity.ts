import * as sticky from '#contract/calls/stickyArea.ts'
import { list as venueList, type Venue } from '#contract/calls/venue.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
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

/** At most this many pages of partners are fetched. */
const PARTNER_PAGES_MAX = 10

/**
 * Returns the shared answer with all partners that give a discount. They take several pages (spec 7.11), and the ETag of
 * one page says nothing of the others: the answer has none, so that each pull fetches all pages.
 */
export const sharedPartners = (locale: Locale): SharedSource => ({
  key: `partners:${locale}`,
  fetch: async (api) => {
    // By id: a change of the catalogue between two pages may move a partner to the next one.
    const partners = new Map<string, Venue>()
    for (let pageNum = 1; pageNum <= PARTNER_PAGES_MAX; pageNum += 1) {
      const query = { pageNum: String(pageNum), pageSize: String(PAGE_SIZE_MAX), language: LANGUAGE_CODE[locale] }
      const answer = await api.call(venueList, { query })
      if (!answer.ok) return answer
      const { list, total } = answer.data
      for (const partner of list) partners.set(partner.venueUid, partner)
      if (list.length === 0 || partners.size >= total) break
    }
    return { ok: true, data: { data: { list: [...partners.values()] }, etag: null, unchanged: false } }
  },
})
