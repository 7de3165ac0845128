import * as review from '#contract/calls/review.ts'
import { serve, type Served } from '#server/http/serve.ts'
import { defineModule } from '#server/modules/module.ts'
import { reviewPages } from './operator.ts'
import { listReviews, reportReview, writeReview } from './service.ts'

const routes: Served[] = [
  serve(review.list, ({ query: { gdsUid, pageNum, pageSize } }, { deps, locale }) =>
    listReviews(deps.db, { gdsUid, pageNum, pageSize }, locale),
  ),

  serve(review.insert, ({ body }, { deps, member: { memberId }, locale, write }) =>
    write((tx) => writeReview(tx, body, { memberId, locale, now: deps.clock() })),
  ),

  serve(review.report, ({ body }, { deps, member: { memberId }, write }) =>
    write(async (tx) => {
      await reportReview(tx, body, memberId, deps.clock())
      return { reviewUid: body.reviewUid, reportedYn: 'Y' as const }
    }),
  ),
]

export const reviewModule = defineModule({ name: 'review', routes, pages: [reviewPages] })
