import type { FastifyInstance } from 'fastify'
import { INQUIRY_MAX } from '#contract/limits.ts'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { answerQuestion, hideQuestion, waitingQuestions } from './service.ts'

/** `/operator/questions`, for `npm run question:…`: lists questions that wait, answers one, hides or shows one. */

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NONE = 'There is no question with this id, or it has an answer.'
const LENGTH = `An answer has 1 to ${INQUIRY_MAX} characters.`

/**
 * Adds the pages that list questions, answer one, and hide or show one. They answer 404 for an unknown id, and for the
 * answer of a question that has one; 422 for an answer that is empty, too long or has control characters.
 */
export const questionPages = (app: FastifyInstance, deps: Deps): void => {
  const change = (word: string, work: (tx: Tx, questionUid: string, text: string) => Promise<void>) =>
    app.post(
      `/operator/questions/:id/${word}`,
      forOperator(deps, async ({ id = '' }, body, operator) => {
        const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
        if (word === 'answer' && (text === '' || !isClean(text) || graphemes(text) > INQUIRY_MAX))
          return { status: 422, body: { sentence: LENGTH } }
        if (!UUID.test(id)) return { status: 404, body: { sentence: NONE } }
        try {
          await deps.db.transaction((tx) => work(tx, id, text))
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: NONE } }
          throw error
        }
        deps.log.info({ operator, questionUid: id, change: word }, 'an operator changed a question')
        return { body: { questionUid: id } }
      }),
    )
  app.get(
    '/operator/questions',
    forOperator(deps, async () => ({ body: { questions: await waitingQuestions(deps.db) } })),
  )
  change('answer', (tx, questionUid, text) => answerQuestion(tx, questionUid, text, deps.clock()))
  change('hide', (tx, questionUid) => hideQuestion(tx, questionUid, true))
  change('show', (tx, questionUid) => hideQuestion(tx, questionUid, false))
}
