import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { CommandRefused, expecting, type Expected } from '#server/http/command.ts'
import { forOperator, type OperatorRequest } from '#server/http/operator.ts'
import { affectedBy, readClosure, refundClosure, setClosed, type Affected, type Closure } from './closure.ts'

/** `/operator/closures`, for `npm run closure:…`: days on which a place is closed. */

/** Each reservation is refunded by itself, so this refusal is not one that changed nothing. */
const STUCK: Expected = {
  E_REFUND: [
    'E_STATE',
    'The days are closed, but a reservation cannot be refunded: others may have been. Show the closure again.',
  ],
}
const PATH = '/operator/closures/:id/:first/:last'

const listed = ({ row, fate, amount }: Affected) => {
  const { rsvtUid, rsvtNumber, state, startsAt, endsAt, goodsCnt, guestName, guestEmail } = row
  return { rsvtUid, rsvtNumber, state, startsAt, endsAt, goodsCnt, guestName, guestEmail, fate, amount }
}

/** Adds the pages that show, close, open and refund a closure. */
export const closurePages = (app: FastifyInstance, deps: Deps): void => {
  const withClosure = (work: (closure: Closure, request: OperatorRequest) => Promise<object>) =>
    forOperator(deps, async (request) => {
      const { id = '', first = '', last = '' } = request.params
      return work(await readClosure(deps.db, { id, first, last }), request)
    })
  const show = async (closure: Closure) => ({ reservations: (await affectedBy(deps, closure)).map(listed) })

  app.get(PATH, withClosure(show))
  for (const word of ['close', 'open'] as const)
    app.post(
      `${PATH}/${word}`,
      withClosure(async (closure, { operator }) => {
        await setClosed(deps, closure, { isOpen: word === 'open', operator })
        return show(closure)
      }),
    )
  app.post(
    `${PATH}/refund`,
    withClosure(async (closure, { text, operator }) => {
      const refunded =
        /^\d{1,9}$/.test(text) &&
        (await expecting(STUCK, () => refundClosure(deps, closure, { expected: Number(text), operator })))
      if (!refunded)
        throw new CommandRefused(
          'E_STATE',
          'The number of reservations is another one. Nothing was refunded: show the closure again.',
        )
      return { refunded: refunded.map(listed), ...(await show(closure)) }
    }),
  )
}
