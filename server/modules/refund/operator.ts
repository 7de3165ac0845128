import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { Refusal } from '#server/http/refusal.ts'
import { decideRefund, waitingRefunds } from './service.ts'

/** `/operator/refunds`, for `npm run refund:…`: what waits for a person to decide. */

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const NONE = 'No request with this id waits for a decision.'

export const refundPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/refunds',
    forOperator(deps, async () => ({ body: { refunds: await waitingRefunds(deps.db) } })),
  )
  for (const decision of ['approve', 'deny'] as const)
    app.post(
      `/operator/refunds/:id/${decision}`,
      forOperator(deps, async ({ id = '' }) => {
        if (!UUID.test(id)) return { status: 404, body: { sentence: NONE } }
        try {
          const decided = { approve: decision === 'approve', note: null }
          return { body: { outcome: await deps.db.transaction((tx) => decideRefund(tx, id, decided, deps.clock())) } }
        } catch (error) {
          if (error instanceof Refusal) return { status: 404, body: { sentence: NONE } }
          throw error
        }
      }),
    )
}
