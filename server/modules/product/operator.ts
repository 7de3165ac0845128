import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { forOperator } from '#server/http/operator.ts'
import { confirmProduct, FIELDS, listProducts, setProduct, stopSales } from './service.ts'

/** `/operator/products` and `/operator/sales`, for `npm run product:…`: the body is the new value. */

/**
 * Adds the pages that list products, confirm one, set one field of one, and stop or start all sales. They answer with a
 * sentence and change nothing: 422 for an unknown id or a value that cannot be set, 409 to confirm what is no sample, and
 * to stop or start sales that are stopped or on already.
 */
export const productPages = (app: FastifyInstance, deps: Deps): void => {
  app.get(
    '/operator/products',
    forOperator(deps, () => listProducts(deps.db)),
  )
  app.post(
    '/operator/products/:id/confirm',
    forOperator(deps, async ({ params: { id = '' }, operator }) => {
      await confirmProduct(deps, { id, operator })
      return {}
    }),
  )
  for (const field of FIELDS)
    app.post(
      `/operator/products/:id/${field}`,
      forOperator(deps, ({ params: { id = '' }, text, operator }) =>
        setProduct(deps, { id, field, value: text.trim(), operator }),
      ),
    )
  for (const [word, isStop] of [
    ['stop', true],
    ['start', false],
  ] as const)
    app.post(
      `/operator/sales/${word}`,
      forOperator(deps, async ({ operator }) => {
        await stopSales(deps, isStop, operator)
        return {}
      }),
    )
}
