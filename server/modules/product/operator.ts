import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { confirmProduct, FIELDS, listProducts, NotChanged, setProduct, stopSales } from './service.ts'

/** `/operator/products` and `/operator/sales`, for `npm run product:…`: the body is the new value. */

/** Returns the result, or a 422 with the sentence of a `NotChanged`. */
const answer = async (work: () => Promise<object>): Promise<{ status?: number; body: object }> => {
  try {
    return { body: await work() }
  } catch (error) {
    if (error instanceof NotChanged) return { status: 422, body: { sentence: error.message } }
    throw error
  }
}

/**
 * Adds the pages that list products, confirm one, set one field of one, and stop or start all sales. They answer 422
 * with a sentence for a value that cannot be set, and change nothing then.
 */
export const productPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/products',
    forOperator(deps, async () => ({ body: await listProducts(deps.db) })),
  )
  app.post(
    '/operator/products/:id/confirm',
    forOperator(deps, ({ id = '' }, _, operator) =>
      answer(async () => {
        await confirmProduct(deps, { id, operator })
        return {}
      }),
    ),
  )
  for (const field of FIELDS)
    app.post(
      `/operator/products/:id/${field}`,
      forOperator(deps, ({ id = '' }, body, operator) =>
        answer(() => {
          const value = Buffer.isBuffer(body) ? body.toString().trim() : ''
          return setProduct(deps, { id, field, value, operator })
        }),
      ),
    )
  for (const [word, isStop] of [
    ['stop', true],
    ['start', false],
  ] as const)
    app.post(
      `/operator/sales/${word}`,
      forOperator(deps, (_params, _body, operator) =>
        answer(async () => {
          await stopSales(deps, isStop, operator)
          return {}
        }),
      ),
    )
}
