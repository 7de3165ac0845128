import type { AttractionDetail, Attraction } from '#contract/calls/attraction.ts'
import type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'
import type { GoodsKind } from '#contract/codes.ts'
import { sharedGoodsItem, sharedGoodsList } from '#sync/mirror/sharedGoods.ts'
import { createSharedHookById } from './sharedById.ts'
export type { Goods, GoodsDetail } from '#contract/calls/goodsItem.ts'

/** Hotels, tours, activities and vouchers, mirrored as visitors open them. */

/** Returns the goods of a kind, from this phone first. */
export const useGoodsList = createSharedHookById<GoodsKind, { list: (Goods | Attraction)[] }>(({ locale }, kind) =>
  sharedGoodsList(locale(), kind),
)

const isGoods = (each: Goods | Attraction): each is Goods => 'kind' in each

/** Returns all goods, for a search on the phone; fetches the four lists. Empty while they are not known. */
export const useMirroredGoods = (): Goods[] => {
  const lists = [useGoodsList('hotel'), useGoodsList('tour'), useGoodsList('activity'), useGoodsList('voucher')]
  return lists.flatMap(({ data }) => data?.list.filter(isGoods) ?? [])
}

/** Returns one goods item, from this phone first. The server answers an attraction too, which has no `kind`. */
export const useGoodsItem = createSharedHookById<string, GoodsDetail | AttractionDetail>(({ locale }, gdsUid) =>
  sharedGoodsItem(locale(), gdsUid),
)
