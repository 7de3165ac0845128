import * as attraction from '#contract/calls/attraction.ts'
import { GOODS_TYPE, type GoodsKind } from '#contract/codes.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { SharedSource } from './shared.ts'

/** Hotels, tours, activities and vouchers. Apart from the catalogue, so that the first screen does without. */

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/** The goods of one kind, without their options. */
export const sharedGoodsList = (locale: Locale, kind: GoodsKind): SharedSource => ({
  key: `goodsList:${locale}:${kind}`,
  isPaged: true,
  fetch: (api, etag, page) => {
    const query = { ...page, gdsTycd: GOODS_TYPE[kind], language: LANGUAGE_CODE[locale] }
    return api.tagged(attraction.list, { query }, options(etag))
  },
})
/** One goods item with its options. */
export const sharedGoodsItem = (locale: Locale, gdsUid: string): SharedSource => ({
  key: `goods:${locale}:${gdsUid}`,
  fetch: (api, etag) =>
    api.tagged(
      attraction.detail,
      { params: { id: gdsUid }, query: { language: LANGUAGE_CODE[locale] } },
      options(etag),
    ),
})
