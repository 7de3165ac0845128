import * as sticky from '#contract/calls/stickyArea.ts'
import { requireValue, pageOf } from '#server/http/paging.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { matchesEtag } from '#server/http/shared.ts'
import { defineModule } from '#server/modules/module.ts'
import { directions, liveChat } from './help.ts'
import { attachment, promotion, promotions } from './promotion.ts'
import { travelInfo, travelInfos } from './travel.ts'

const routes: Served[] = [
  serve(sticky.directions, (_, { locale }) => directions(locale)),
  serve(sticky.liveChat, (_, { deps, locale }) => liveChat(locale, deps.config.liveChatUrl)),

  serve(sticky.promotionList, async ({ query }, { deps, locale }) =>
    pageOf(await promotions(deps.db, locale, query, deps.clock()), query),
  ),

  serve(sticky.promotionDetail, async ({ params: { id } }, { deps: { db, clock, config }, locale }) =>
    requireValue(await promotion(db, locale, { id, now: clock(), publicUrl: config.publicUrl })),
  ),

  serve(
    sticky.promotionAttachment,
    async ({ params: { id } }, { deps: { db, clock, config }, locale, request, reply }) => {
      const file = requireValue(await attachment(db, locale, { id, now: clock(), publicUrl: config.publicUrl }))
      reply.header('etag', file.etag).header('cache-control', 'public, max-age=0, must-revalidate')
      if (matchesEtag(request.headers['if-none-match'], file.etag)) await reply.status(304).send()
      else
        await reply
          .header('content-disposition', `attachment; filename="${file.name}"`)
          .header('vary', 'language')
          .type(file.type)
          .send(file.bytes)
      return null
    },
  ),

  serve(sticky.travelInfoList, async ({ query }, { deps, locale }) =>
    pageOf(await travelInfos(deps.db, locale, query), query),
  ),

  serve(sticky.travelInfoDetail, async ({ params }, { deps, locale }) =>
    requireValue(await travelInfo(deps.db, locale, params.id)),
  ),
]

export const stickyModule = defineModule({ name: 'sticky', routes })
