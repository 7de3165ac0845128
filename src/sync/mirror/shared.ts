import type { Api, Tagged } from '#api/client.ts'
import type { Answer } from '#api/failure.ts'
import { accountCode } from '#contract/calls/account.ts'
import { list as providerList } from '#contract/calls/easyLogin.ts'
import { catalogue, popup } from '#contract/calls/main.ts'
import * as posts from '#contract/calls/posts.ts'
import { list as receiptPlaceList } from '#contract/calls/receiptplace.ts'
import { detail } from '#contract/calls/terms.ts'
import type { DeviceDb } from '#db/device.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { TermsCode } from '#contract/terms.ts'
import { sharedPages, type PageQuery } from './pages.ts'
import { stampOf, recordPull } from './stamps.ts'

/** An answer that is the same for everybody, stored in the device database once for each language. */
export interface SharedSource {
  /** `catalogue:en`, `terms:ko:service` */
  key: string
  /** Whether it is a list that is fetched page by page (M17); `fetch` then gets the page. */
  isPaged?: true
  fetch: (api: Api, etag: string | undefined, page: PageQuery | undefined) => Promise<Answer<Tagged<unknown>>>
}

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/**
 * Returns the shared answer with the catalogue. The language is in its address too, so that no HTTP cache mixes up two
 * languages.
 */
export const sharedCatalogue = (locale: Locale): SharedSource => ({
  key: `catalogue:${locale}`,
  fetch: (api, etag) => api.tagged(catalogue, { query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with one legal text. */
export const sharedTerms = (locale: Locale, code: TermsCode): SharedSource => ({
  key: `terms:${locale}:${code}`,
  fetch: (api, etag) =>
    api.tagged(detail, { params: { code }, query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with the countries. */
export const sharedCountries = (locale: Locale): SharedSource => ({
  key: `countries:${locale}`,
  fetch: (api, etag) =>
    api.tagged(accountCode, { query: { select: 'country', language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with the notices: pinned ones first, then the newest. */
export const sharedNotices = (locale: Locale): SharedSource => ({
  key: `notices:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(posts.list, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** The providers of social sign-in; their names are not in the answer, so it is the same in each language. */
export const SHARED_PROVIDERS: SharedSource = {
  key: 'providers',
  fetch: (api, etag) => api.tagged(providerList, {}, options(etag)),
}
/** Returns the shared answer with the notices over the home screen. */
export const sharedPopups = (locale: Locale): SharedSource => ({
  key: `popups:${locale}`,
  fetch: (api, etag) => api.tagged(popup, { query: { language: LANGUAGE_CODE[locale] } }, options(etag)),
})
/** Returns the shared answer with the exchange desks and kiosks where card passes are collected. */
export const sharedReceiptPlaces = (locale: Locale): SharedSource => ({
  key: `receiptPlaces:${locale}`,
  isPaged: true,
  fetch: (api, etag, page) =>
    api.tagged(receiptPlaceList, { query: { ...page, language: LANGUAGE_CODE[locale] } }, options(etag)),
})

/** A shared answer as screens read it; `at` in ms. */
export interface MirroredAnswer {
  data: unknown
  at: number | null
  etag: string | null
}

/**
 * Reads a stored shared answer; resolves undefined when it was never fetched. Returns the data of `before` while the
 * ETag is the same, and `before` itself while its age is, too, so that screens do not render again.
 */
export const readShared = (
  db: DeviceDb,
  key: string,
  before: MirroredAnswer | undefined,
): Promise<MirroredAnswer | undefined> =>
  db.transaction('r', [db.shared, db.stamps], async () => {
    const { at, etag } = await stampOf(db.stamps, key)
    if (at === null) return undefined
    if (before && etag !== null && before.etag === etag) return before.at === at ? before : { ...before, at }
    const row = await db.shared.get(key)
    return row && { data: row.data, at, etag }
  })

/** Fetches a shared answer with its ETag, a list page by page. */
export const fetchShared = (
  api: Api,
  { isPaged, fetch }: SharedSource,
  etag: string | undefined,
): Promise<Answer<Tagged<unknown>>> =>
  isPaged ? sharedPages((pageEtag, page) => fetch(api, pageEtag, page), etag) : fetch(api, etag, undefined)

/**
 * Pulls a shared answer with its ETag, and writes it and its stamp in one transaction; of an unchanged one only the
 * stamp, with the new age (M19).
 */
export const pullShared = async (
  db: DeviceDb,
  api: Api,
  shared: SharedSource,
  now: () => number,
): Promise<Answer<null>> => {
  const { key } = shared
  const stamp = await stampOf(db.stamps, key)
  const answer = await fetchShared(api, shared, stamp.etag ?? undefined)
  if (!answer.ok) return answer
  const { data, etag, unchanged } = answer.data
  await db.transaction('rw', [db.shared, db.stamps], async () => {
    if (!unchanged) await db.shared.put({ key, data })
    await recordPull(db.stamps, key, now(), { etag: unchanged ? stamp.etag : etag })
  })
  return { ok: true, data: null }
}
