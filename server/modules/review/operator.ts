import type { FastifyInstance } from 'fastify'
import { REVIEW_MAX } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { addOperatorChanges } from '#server/http/operatorChanges.ts'
import { answerReview, hideReview, reportedReviews } from './service.ts'

/** `/operator/reviews`, for `npm run review:…`: lists reported reviews, hides or shows one, stores an answer. */

/** Adds the pages that list reported reviews, answer one, and hide or show one. */
export const reviewPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/reviews',
    forOperator(deps, async () => ({ reviews: await reportedReviews(deps.db) })),
  )
  addOperatorChanges(app, deps, {
    path: 'reviews',
    none: 'There is no review with this id.',
    answerMax: REVIEW_MAX,
    answer: (tx, id, content) => answerReview(tx, id, content, deps.clock()),
    hide: hideReview,
  })
}
