import * as newsfeed from '#contract/calls/newsfeed.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { withPartChange } from '#server/modules/sync/service.ts'
import { offerPages } from './operator.ts'
import { listNews, markRead, JOB_KINDS } from './service.ts'

const routes: Served[] = [
  serve(newsfeed.list, ({ query }, { deps, member: { memberId }, locale }) =>
    listNews(deps.db, { memberId, ...query }, locale),
  ),

  serve(newsfeed.read, ({ body: { newsUids } }, { deps, member, write }) =>
    write((tx) =>
      withPartChange(deps, tx, { memberId: member.memberId, part: 'newsfeed', keys: newsUids }, () =>
        markRead(tx, member.memberId, newsUids, deps.clock()),
      ),
    ),
  ),
]

export const newsModule = defineModule({ name: 'news', routes, jobs: JOB_KINDS, pages: [offerPages] })
