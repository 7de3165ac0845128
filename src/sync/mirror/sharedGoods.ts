import * as attraction from '#contract/calls/attraction.ts'
import { GOODS_TYPE, type GoodsKind } from '#contract/codes.ts'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import { LANGUAGE_CODE, type Locale } from '#contract/locales.ts'
import type { SharedSource } from './shared.ts'

/** Hotels, tours, activities and vouchers. Apart from the catalogue, so that the first screen does without. */

const options = (etag: string | undefined) => (etag === undefined ? {} : { etag })

/** The goods of one kind, without their options: the first fifty of them. */
export const sharedGoodsList = (locale: Locale, kind: GoodsKind): SharedSource => ({
  key: `goodsList:${locale}:${kind}`,
  fetch: (api, etag) => {
    const query = { gdsTycd: GOODS_TYPE[kind], pageSize: String(PAGE_SIZE_MAX), language: LANGUAGE_CODE[locale] }
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
