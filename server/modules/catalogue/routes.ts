import * as attraction from '#contract/calls/attraction.ts'
import * as main from '#contract/calls/main.ts'
import * as pass from '#contract/calls/pass.ts'
import * as tour from '#contract/calls/recommendTour.ts'
import { GOODS_TYPE } from '#contract/codes.ts'
import { requireValue, pageOf } from '#server/http/paging.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { coursesTo, courseDetail } from './courses.ts'
import { goodsIn, goodsItem } from './goods.ts'
import { routes as lists } from './listRoutes.ts'
import { headOf } from './present.ts'
import { catalogueIn, findCourses, findPlaces, offeredRecords } from './service.ts'

const routes: Served[] = [
  serve(attraction.list, async ({ query }, { deps, locale }) => {
    const { db } = deps
    const { gdsTycd } = query
    if (gdsTycd && gdsTycd !== GOODS_TYPE.attraction) {
      // Goods have no groups and no facilities: a filter by either matches none.
      const none = query.etcInformation || query.facilitiesRecordList
      return pageOf(
        none ? [] : await goodsIn(db, await offeredRecords(deps), { locale, now: deps.clock() }, query),
        query,
      )
    }
    const { list, ...rest } = pageOf(
      await findPlaces(db, locale, {
        keyword: query.searchKeyword,
        category: query.gdsCategoryCd,
        area: query.areaCd,
        group: query.etcInformation,
        facilities: query.facilitiesRecordList,
      }),
      query,
    )
    return { ...rest, list: list.map(headOf) }
  }),

  serve(attraction.detail, async ({ params: { id } }, { deps, locale }) => {
    const place = (await catalogueIn(deps, locale)).attractions.find(({ gdsUid }) => gdsUid === id)
    return (
      place ?? requireValue(await goodsItem(deps.db, await offeredRecords(deps), { locale, now: deps.clock() }, id))
    )
  }),

  serve(tour.list, async ({ query }, { deps: { db }, locale }) =>
    pageOf(
      await findCourses(db, locale, {
        keyword: query.searchKeyword,
        theme: query.themeCd,
        days: query.tourDays,
        group: query.etcInformation,
      }),
      query,
    ),
  ),

  serve(tour.detail, async ({ params: { id } }, { deps, locale }) => {
    const { attractions, courses } = await catalogueIn(deps, locale)
    const course = requireValue(courses.find((one) => one.id === id))
    return courseDetail(course, new Map(attractions.map((place) => [place.gdsUid, place])))
  }),

  serve(tour.stopDetail, async ({ params: { gdsUid } }, { deps, locale }) => {
    const { attractions, courses } = await catalogueIn(deps, locale)
    const leading = coursesTo(courses, gdsUid)
    const place = requireValue(leading.length > 0 ? attractions.find((one) => one.gdsUid === gdsUid) : undefined)
    return { ...place, courses: leading }
  }),

  serve(pass.list, async ({ query }, { deps, locale }) => {
    const { products } = await catalogueIn(deps, locale)
    const list = products.filter((one) => !query.psCd || one.passType === query.psCd || one.medium === query.psCd)
    return pageOf(list, query)
  }),

  serve(pass.detail, async ({ params }, { deps, locale }) =>
    requireValue((await catalogueIn(deps, locale)).products.find(({ gdsUid }) => gdsUid === params.id)),
  ),

  serve(main.catalogue, (_, { deps, locale }) => catalogueIn(deps, locale)),
  serve(main.time, (_, { deps }) => ({ now: deps.clock() })),

  ...lists,
]

export const catalogueModule = defineModule({ name: 'catalogue', routes })
