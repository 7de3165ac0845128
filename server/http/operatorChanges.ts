import type { FastifyInstance } from 'fastify'
import { graphemes, isClean } from '#contract/rules/text.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Deps } from '#server/deps.ts'
import { forOperator } from './operator.ts'
import { Refusal } from './refusal.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

interface Changes {
  /** `reviews`: the pages are `/operator/reviews/:id/answer`, `…/hide` and `…/show`. */
  path: string
  /** Shown to the operator when no row with this id can be changed so. */
  none: string
  /** Most graphemes of an answer. */
  answerMax: number
  answer: (tx: Tx, id: string, content: string) => Promise<void>
  hide: (tx: Tx, id: string, hidden: boolean) => Promise<void>
}

/**
 * Adds the pages by which an operator answers what a member has published, hides it, or shows it again. They answer 404
 * when the change refuses the id; 422 for an answer that is empty, too long or has control characters. Each change is
 * logged with the operator's name.
 */
export const addOperatorChanges = (
  app: FastifyInstance,
  deps: Deps,
  { path, none, answerMax, answer, hide }: Changes,
): void => {
  const lengthSentence = `An answer has 1 to ${answerMax} characters.`
  const change = (word: string, work: (tx: Tx, id: string, text: string) => Promise<void>) =>
    app.post(
      `/operator/${path}/:id/${word}`,
      forOperator(deps, async ({ id = '' }, body, operator) => {
        const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : ''
        if (word === 'answer' && (text === '' || !isClean(text) || graphemes(text) > answerMax))
          return { status: 422, body: { sentence: lengthSentence } }
        if (!UUID.test(id)) return { status: 404, body: { sentence: none } }
        try {
          await deps.db.transaction((tx) => work(tx, id, text))
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: none } }
          throw error
        }
        deps.log.info({ operator, id, change: `${path} ${word}` }, 'an operator changed what a member has published')
        return { body: { id } }
      }),
    )
  change('answer', answer)
  change('hide', (tx, id) => hide(tx, id, true))
  change('show', (tx, id) => hide(tx, id, false))
}
