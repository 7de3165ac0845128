import * as receiptplace from '#contract/calls/receiptplace.ts'
import * as venue from '#contract/calls/venue.ts'
import { requireValue, pageOf } from '#server/http/paging.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import * as service from './service.ts'

const routes: Served[] = [
  serve(receiptplace.list, async ({ query }, { deps, locale }) =>
    pageOf(await service.receiptPlaces(deps.db, locale, query.areaCd), query),
  ),
  serve(receiptplace.detail, async ({ params }, { deps, locale }) =>
    requireValue(await service.receiptPlaceOf(deps.db, locale, params.id)),
  ),
  serve(venue.list, async ({ query }, { deps, locale }) => pageOf(await service.venues(deps, locale, query), query)),
]

export const placeModule = defineModule({ name: 'place', routes })
