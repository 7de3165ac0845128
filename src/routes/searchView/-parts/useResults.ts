import { useMemo } from 'react'
import type { Attraction } from '#contract/calls/attraction.ts'
import type { Product } from '#contract/calls/pass.ts'
import type { Course } from '#contract/calls/recommendTour.ts'
import { filterAttractions } from '#contract/rules/attractionFilter.ts'
import { filterCourses } from '#contract/rules/courseFilter.ts'
import { createSearch, searchable } from '#contract/rules/search.ts'
import type { Goods } from '#contract/calls/goodsItem.ts'
import { useCatalogue } from '#data/catalogue.ts'
import { useMirroredGoods } from '#data/goods.ts'
import { useNotices, type Notice } from '#data/notices.ts'
import { usePromotionTitles, useServerResults, type Promotion } from '#data/search.ts'
import { useTravelInfos, type TravelInfo } from '#data/travelInfo.ts'
import type { Section } from './siteSearch.ts'

const findProducts = createSearch<Product>(({ name, passType, summary }) => searchable([name, passType], [summary]))
const findGoods = createSearch<Goods>(({ name, nameKo, summary, district }) =>
  searchable([name, nameKo ?? ''], [summary, district ?? '']),
)
const findTravel = createSearch<TravelInfo>(({ title, category, district, period }) =>
  searchable([title], [category, district, period ?? '']),
)
const findPromotions = createSearch<Promotion>(({ title }) => searchable([title], []))
const findNotices = createSearch<Notice>(({ title, body }) => searchable([title], [body]))

export interface Results {
  passes: Product[]
  attractions: Attraction[]
  /** Hotels, tours, activities and vouchers. */
  goods: Goods[]
  courses: Course[]
  travel: TravelInfo[]
  promotions: Promotion[]
  notices: Notice[]
  /** Matches by section; promotions and notices are one. */
  counts: Record<Section, number>
  total: number
}

/** Returns the entries of both lists, each id once: those of the server first, as it knows the texts of all languages. */
const union = <T>(fromServer: readonly T[] | undefined, onPhone: readonly T[], idOf: (entry: T) => string): T[] => {
  const ids = new Set(fromServer?.map(idOf))
  return [...(fromServer ?? []), ...onPhone.filter((entry) => !ids.has(idOf(entry)))]
}

/**
 * Returns what the site has for a keyword: what this phone finds in its mirror at once, joined by what the server finds.
 * Both rank by the same rule. Null while there is nothing to search in.
 */
export const useResults = (keyword: string): Results | null => {
  const { data } = useCatalogue()
  const { data: travelInfos } = useTravelInfos()
  const { data: promotionList } = usePromotionTitles()
  const { data: noticeList } = useNotices()
  const server = useServerResults(keyword)
  const mirroredGoods = useMirroredGoods()
  const places = useMemo(() => new Map(data?.attractions.map((place) => [place.gdsUid, place])), [data])
  if (!data) return null
  const gdsUid = (entry: { gdsUid: string }) => entry.gdsUid
  const id = (entry: { id: string }) => entry.id
  const passes = union(server?.passes.list, findProducts(keyword, data.products), gdsUid)
  const attractions = union<Attraction>(
    server?.attractions.list,
    filterAttractions(data.attractions, { keyword }),
    gdsUid,
  )
  const goods = union(
    server?.goods.list.filter(({ kind }) => kind !== 'pass'),
    findGoods(keyword, mirroredGoods),
    gdsUid,
  )
  const courses = union(server?.courses.list, filterCourses(data.courses, places, { keyword }), id)
  const travel = union(server?.travelInfo.list, findTravel(keyword, travelInfos?.list ?? []), id)
  const promotions = union(server?.promotions.list, findPromotions(keyword, promotionList?.list ?? []), id)
  const notices = findNotices(keyword, noticeList?.list ?? [])
  const counts = {
    passes: passes.length,
    attractions: attractions.length,
    goods: goods.length,
    courses: courses.length,
    travel: travel.length,
    offers: promotions.length + notices.length,
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { passes, attractions, goods, courses, travel, promotions, notices, counts, total }
}
