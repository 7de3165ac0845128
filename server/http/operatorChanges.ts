import type { FastifyInstance } from 'fastify'
import { isUuid } from '#contract/rules/bytes.ts'
import type { Tx } from '#server/db/connect.ts'
import { noteOperatorChange } from '#server/db/operatorLog.ts'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting, readAnswer } from './command.ts'
import { forOperator } from './operator.ts'

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
 * in the operators' log.
 */
export const addOperatorChanges = (
  app: FastifyInstance,
  deps: Deps,
  { path, none, answerMax, answer, hide }: Changes,
): void => {
  const change = (word: string, work: (tx: Tx, id: string, text: string) => Promise<void>) =>
    app.post(
      `/operator/${path}/:id/${word}`,
      forOperator(deps, async ({ params: { id = '' }, text, operator }) => {
        const content = word === 'answer' ? readAnswer(text, answerMax) : ''
        if (!isUuid(id)) throw new CommandRefused('E_NOT_FOUND', none)
        await expecting({ E_NOT_FOUND: ['E_NOT_FOUND', none] }, () =>
          deps.db.transaction(async (tx) => {
            await work(tx, id, content)
            // Not the text: what a member or a place wrote is erased with its row, and the log is not.
            await noteOperatorChange(tx, {
              at: deps.clock(),
              operator,
              target: id,
              field: path,
              after: word,
            })
          }),
        )
        deps.log.info({ operator, id, change: `${path} ${word}` }, 'an operator changed what a member has published')
        return { id }
      }),
    )
  change('answer', answer)
  change('hide', (tx, id) => hide(tx, id, true))
  change('show', (tx, id) => hide(tx, id, false))
}
