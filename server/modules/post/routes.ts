import * as posts from '#contract/calls/posts.ts'
import { requireValue, pageOf } from '#server/http/paging.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import * as service from './service.ts'

const routes: Served[] = [
  serve(posts.list, async ({ query }, { deps, locale }) =>
    pageOf(await service.notices(deps.db, locale, query.searchKeyword, deps.clock()), query),
  ),
  serve(posts.detail, async ({ params }, { deps, locale }) =>
    requireValue(await service.notice(deps.db, locale, params.id, deps.clock())),
  ),
  serve(posts.faqList, async ({ query }, { deps, locale }) =>
    pageOf(await service.faqs(deps.db, locale, query.searchKeyword), query),
  ),
  serve(posts.faqDetail, async ({ params }, { deps, locale }) =>
    requireValue(await service.faq(deps.db, locale, params.id)),
  ),
]

export const postModule = defineModule({ name: 'post', routes })
