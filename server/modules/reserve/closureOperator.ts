import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { affectedBy, readClosure, refundClosure, setClosed, type Affected, type Closure } from './closure.ts'

/** `/operator/closures`, for `npm run closure:…`: days on which a place is closed. */

const PATH = '/operator/closures/:id/:first/:last'

const listed = ({ row, fate, amount }: Affected) => {
  const { rsvtUid, rsvtNumber, state, startsAt, endsAt, goodsCnt, guestName, guestEmail } = row
  return { rsvtUid, rsvtNumber, state, startsAt, endsAt, goodsCnt, guestName, guestEmail, fate, amount }
}

/** Adds the pages that show, close, open and refund a closure. */
export const closurePages = (app: FastifyInstance, deps: Deps): void => {
  const withClosure = (work: (closure: Closure, body: unknown) => Promise<{ status?: number; body: object }>) =>
    forOperator(deps, async ({ id = '', first = '', last = '' }, body) => {
      const closure = await readClosure(deps.db, { id, first, last })
      return typeof closure === 'string' ? { status: 422, body: { sentence: closure } } : work(closure, body)
    })
  const show = async (closure: Closure) => ({ reservations: (await affectedBy(deps, closure)).map(listed) })

  app.get(
    PATH,
    withClosure(async (closure) => ({ body: await show(closure) })),
  )
  for (const word of ['close', 'open'] as const)
    app.post(
      `${PATH}/${word}`,
      withClosure(async (closure) => {
        await setClosed(deps, closure, word === 'open')
        return { body: await show(closure) }
      }),
    )
  app.post(
    `${PATH}/refund`,
    withClosure(async (closure, body) => {
      const expected = Number(String(body))
      const refunded = Number.isSafeInteger(expected) && (await refundClosure(deps, closure, expected))
      if (!refunded)
        return {
          status: 409,
          body: {
            sentence: 'The number of reservations is another one. Nothing was refunded: show the closure again.',
          },
        }
      return { body: { refunded: refunded.map(listed), ...(await show(closure)) } }
    }),
  )
}
