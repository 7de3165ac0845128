import * as posts from '#contract/calls/posts.ts'
import { liveChat } from '#contract/calls/stickyArea.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { SharedSource } from './shared.ts'

/** Answers for the screens of help. They are apart from `shared.ts`, so that only these screens load them. */

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/** Returns the shared answer with all frequent questions and their answers. */
export const sharedFaq = (locale: Locale): SharedSource => ({
  key: `faq:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(posts.faqList, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** Returns the shared answer with one notice, and the titles of the next newer and older one. */
export const sharedNotice = (locale: Locale, id: string): SharedSource => ({
  key: `notice:${locale}:${id}`,
  fetch: (api, etag) =>
    api.tagged(posts.detail, { params: { id }, query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** Returns the shared answer with the hours and the channel of the live chat. */
export const sharedLiveChat = (locale: Locale): SharedSource => ({
  key: `liveChat:${locale}`,
  fetch: (api, etag) => api.tagged(liveChat, { query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
