import type { Goods } from '#data/goods.ts'
import type { Vacancies } from '#data/goodsSlots.ts'
import type { GoodsListSearch } from './goodsSearch.ts'

/**
 * Goods of a list, and the price that it shows, filters and sorts by: the lowest of any option and day on sale, or with
 * nights the mean price of a night in the cheapest room that is free.
 */
export interface ListedGoods {
  goods: Goods
  /** KRW. */
  price: number
  /** Rooms left for the chosen nights; null without nights. */
  left: number | null
}

/**
 * Returns the goods that match the filters, in the chosen order. `vacancies` are the hotels with a free room for the
 * chosen nights; null without nights, or while they are not known.
 */
export const filterGoods = (
  list: readonly Goods[],
  { goodsCategory, district, upTo, sort }: GoodsListSearch,
  vacancies: Vacancies | null,
): ListedGoods[] => {
  const rooms = vacancies && new Map(vacancies.map((each) => [each.gdsUid, each]))
  const listed = list.flatMap((goods): ListedGoods[] => {
    const free = rooms?.get(goods.gdsUid)
    if (rooms && !free) return []
    const price = free?.price ?? goods.price
    const isMatch =
      (!goodsCategory || goods.gdsCategoryCd === goodsCategory) &&
      (!district || goods.districtCd === district) &&
      (!upTo || price <= upTo)
    return isMatch ? [{ goods, price, left: free?.left ?? null }] : []
  })
  if (!sort) return listed
  return listed.toSorted((a, b) => (sort === 'cheapest' ? a.price - b.price : b.price - a.price))
}
