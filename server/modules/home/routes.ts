import * as main from '#contract/calls/main.ts'
import { serve, type Served } from '#server/http/serve.ts'
import {
  catalogueIn,
  findCourses,
  findGoods,
  findPlaces,
  findProducts,
  headOf,
} from '#server/modules/catalogue/service.ts'
import { popupNotices } from '#server/modules/post/service.ts'
import { popupPromotions, promotions, travelInfos } from '#server/modules/sticky/service.ts'
import { defineModule } from '#server/modules/module.ts'

/** Entries per section; `ENTRIES_SMALL_SCREEN` with `mo=Y`. */
const ENTRIES_WIDE_SCREEN = 10
const ENTRIES_SMALL_SCREEN = 5

const routes: Served[] = [
  serve(main.main, async ({ query: { searchKeyword, mo } }, { deps, locale }) => {
    const { db, clock } = deps
    const section = <T>(list: readonly T[]) => ({
      list: list.slice(0, mo === 'Y' ? ENTRIES_SMALL_SCREEN : ENTRIES_WIDE_SCREEN),
      total: list.length,
    })
    // A search finds ended promotions too; the home page shows running ones only.
    const searchFilter = searchKeyword ? undefined : 'in_progress'
    const places = await findPlaces(db, locale, { keyword: searchKeyword })
    const sections = {
      attractions: section(places.map(headOf)),
      passes: section(await findProducts(deps, locale, searchKeyword)),
      goods: section(await findGoods(deps, locale, searchKeyword)),
      courses: section(await findCourses(db, locale, { keyword: searchKeyword })),
      promotions: section(await promotions(db, locale, { searchKeyword, searchFilter }, clock())),
      travelInfo: section(await travelInfos(db, locale, { searchKeyword })),
    }
    return { ...sections, total: Object.values(sections).reduce((sum, { total }) => sum + total, 0) }
  }),

  serve(main.mainPass, ({ query }, { deps, locale }) => findProducts(deps, locale, query.searchKeyword)),

  serve(main.benefit, async (_, { deps, locale }) => (await catalogueIn(deps, locale)).benefit),

  serve(main.popup, async (_, { deps: { db, clock }, locale }) => [
    ...(await popupNotices(db, locale, clock())),
    ...(await popupPromotions(db, locale, clock())),
  ]),
]

export const homeModule = defineModule({ name: 'home', routes })
