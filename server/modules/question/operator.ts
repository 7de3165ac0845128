import type { FastifyInstance } from 'fastify'
import { INQUIRY_MAX } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { addOperatorChanges } from '#server/http/operatorChanges.ts'
import { answerQuestion, hideQuestion, waitingQuestions } from './service.ts'

/** `/operator/questions`, for `npm run question:…`: lists questions that wait, answers one, hides or shows one. */

/** Adds the pages that list questions that wait, answer one, and hide or show one. */
export const questionPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/questions',
    forOperator(deps, async () => ({ questions: await waitingQuestions(deps.db) })),
  )
  addOperatorChanges(app, deps, {
    path: 'questions',
    none: 'There is no question with this id, or it has an answer.',
    answerMax: INQUIRY_MAX,
    answer: (tx, id, content) => answerQuestion(tx, id, content, deps.clock()),
    hide: hideQuestion,
  })
}
