import type { FastifyInstance } from 'fastify'
import { REVIEW_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { answerReview, hideReview, reportedReviews } from './service.ts'

/** `/operator/reviews`, for `npm run review:…`: lists reported reviews, hides or shows one, stores an answer. */

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NONE = 'There is no review with this id.'
const WORDS = `An answer has 1 to ${REVIEW_MAX} characters.`

/** Adds the pages that list reported reviews, answer one, and hide or show one. They answer 404 for an unknown id. */
export const reviewPages = (app: FastifyInstance, deps: Deps): void => {
  const change = (word: string, work: (tx: Tx, reviewUid: string, text: string) => Promise<void>) =>
    app.post(
      `/operator/reviews/:id/${word}`,
      forOperator(deps, async ({ id = '' }, body) => {
        const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
        if (word === 'answer' && (text === '' || !isClean(text) || graphemes(text) > REVIEW_MAX))
          return { status: 422, body: { sentence: WORDS } }
        if (!UUID.test(id)) return { status: 404, body: { sentence: NONE } }
        try {
          await deps.db.transaction((tx) => work(tx, id, text))
          return { body: { reviewUid: id } }
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: NONE } }
          throw error
        }
      }),
    )
  app.get(
    '/operator/reviews',
    forOperator(deps, async () => ({ body: { reviews: await reportedReviews(deps.db) } })),
  )
  change('answer', (tx, reviewUid, text) => answerReview(tx, reviewUid, text, deps.clock()))
  change('hide', (tx, reviewUid) => hideReview(tx, reviewUid, true))
  change('show', (tx, reviewUid) => hideReview(tx, reviewUid, false))
}
